/// The clock that follows a date in the name of a file: `_123456`, ` 12.34.56`, `-12-34-56`, `T123456Z`,
/// ` at 1.34.56 PM`, ` 12.34`.
enum NameClock: Sendable {
  case none
  /// Written as a clock is, and shows what none shows.
  case impossible
  /// The first run after it follows.
  case clock(second: Int, isZulu: Bool, next: Int)

  private static let joints: Set<String> = [
    "_", "-", " ", "T", "t", ".", ",", ", ", " - ", "--", "__", "-T", "_T", " at ", "_at_", "-at-",
  ]
  /// Between the parts; four digits without a mark are more often a counter than a clock.
  private static let marks: Set<String> = ["-", ".", "_", ":", " ", "\u{A789}", "：", "∶"]

  init(_ runs: DigitRuns, at index: Int) {
    self = .none
    guard let joint = runs.before(index), NameClock.joints.contains(joint) else { return }
    if let parts = runs.numbers(index, digits: [2, 2, 2]) {
      self = NameClock.made(parts, runs, last: index)
      return
    }
    // An hour of one digit is one of twelve, and a word after the clock says which half of the day.
    guard let hour = runs.number(index, digits: 2) ?? runs.number(index, digits: 1),
      let mark = runs.before(index + 1), let minute = runs.number(index + 1, digits: 2)
    else { return }
    let hasWords = mark == "h"
    guard hasWords || NameClock.marks.contains(mark) else { return }
    if runs.before(index + 2) == (hasWords ? "m" : mark),
      let second = runs.number(index + 2, digits: 2)
    {
      self = NameClock.made([hour, minute, second], runs, last: index + 2, at: index)
    } else {
      self = NameClock.made([hour, minute, 0], runs, last: index + 1, at: index)
    }
  }

  private static func made(
    _ parts: [Int], _ runs: DigitRuns, last: Int, at first: Int? = nil
  ) -> NameClock {
    var hour = parts[0]
    let after = runs.after(last)
    if let first {
      let half = NameClock.half(after)
      if half == nil, runs.number(first, digits: 1) != nil { return .none }
      if let half, (1...12).contains(hour) { hour = hour % 12 + (half == .afternoon ? 12 : 0) }
    }
    guard let second = second(hour, parts[1], parts[2]) else { return .impossible }
    let isZulu =
      after.first == "Z"
      && !(after.dropFirst().unicodeScalars.first?.properties.isAlphabetic ?? false)
    return .clock(second: second, isZulu: isZulu, next: last + 1)
  }

  private enum Half { case morning, afternoon }

  /// `PM`, ` p.m.`, or after the narrow space that macOS writes. A word after `am` makes that a word too, as in
  /// `12.34.56 am Markt`.
  private static func half(_ text: String) -> Half? {
    let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "_"]
    let word = text.drop { blanks.contains($0) }.lowercased()
    let letters = word.hasPrefix("a.m") || word.hasPrefix("p.m") ? 3 : 2
    let rest = word.dropFirst(letters)
    guard !(rest.first?.isLetter ?? false) else { return nil }
    switch word.prefix(letters) {
    case "am", "a.m":
      let next = rest.drop { blanks.contains($0) }.first
      return next?.isLetter ?? false ? nil : .morning
    case "pm", "p.m": return .afternoon
    default: return nil
    }
  }

  /// The second of the day; nil for what no clock shows.
  static func second(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      return nil
    }
    return hour * 3600 + minute * 60 + second
  }
}
