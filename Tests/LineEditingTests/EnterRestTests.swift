import Testing

@testable import LineEditing

@Suite("Enter as an answer")
struct EnterRestTests {
  private let second: Int64 = 1_000_000

  @Test("one that comes before what is shown can be seen means nothing, and a later one counts")
  func early() {
    var rest = EnterRest()
    rest.show(at: 0)
    #expect(rest.press(at: 150_000) == .nothing)
    #expect(rest.left(at: 300_000) == 50_000)
    #expect(rest.press(at: 340_000) == .nothing)
    #expect(rest.left(at: 540_000) == nil)
    #expect(rest.press(at: 3 * second) == .answer)
  }

  @Test("where nothing new is shown the first one counts at once")
  func nothingNew() {
    var rest = EnterRest()
    #expect(rest.left(at: 0) == nil)
    #expect(rest.press(at: 0) == .answer)
  }

  @Test(
    "a key that is held saves what was shown when it was pressed, and nothing after that",
    arguments: [
      (delay: 250_000, interval: 92_000), (delay: 500_000, interval: 33_000),
      (delay: 660_000, interval: 40_000), (delay: 200_000, interval: 20_000),
    ] as [(delay: Int64, interval: Int64)])
  func held(_ delay: Int64, _ interval: Int64) {
    let times = [0] + (0..<100).map { delay + $0 * interval }
    var rest = EnterRest()
    rest.show(at: -second)
    var saved = 0
    var index = 0
    while index < times.count {
      let time = times[index]
      switch rest.press(at: time) {
      case .answer: saved += 1
      case .answerUnlessRepeated:
        // As the dialog does: the next one is looked for, and passed over with this one.
        let next = index + 1 < times.count ? times[index + 1] : .max
        if next - time < EnterRest.repeating {
          _ = rest.press(at: next)
          index += 1
        } else {
          saved += 1
        }
      case .nothing: break
      }
      if saved == 1, index == 0 { rest.show(at: time + 5_000) }
      index += 1
    }
    #expect(saved == 1)
  }

  @Test("somebody who accepts one record after the other loses no Enter")
  func quick() {
    var rest = EnterRest()
    for number in 0..<20 {
      let time = Int64(number) * 350_000
      rest.show(at: time)
      let meaning = rest.press(at: time + 300_000)
      #expect(meaning != .nothing)
    }
  }
}
