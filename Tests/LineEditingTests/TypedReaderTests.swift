import Linux
import Testing

@testable import LineEditing

@Suite("What was typed")
struct TypedReaderTests {
  private func read(_ bytes: [UInt8]) -> [Typed] {
    var events = bytes.map(TerminalKeys.Event.byte)
    var reader = TypedReader()
    var typed: [Typed] = []
    while typed.last != .event(.end) {
      typed.append(
        reader.next { time in
          if events.isEmpty { return time < 0 ? .end : nil }
          return events.removeFirst()
        })
    }
    return typed.dropLast()
  }

  private func read(_ text: String) -> [Typed] { read(Array(text.utf8)) }

  @Test("characters come one by one, and what a key sends behind an escape comes as one")
  func keys() {
    #expect(read("a午") == [.scalar("a"), .scalar("午")])
    #expect(
      read("\u{1B}[1;5Dx\u{1B}b\u{1B}OH\u{1B}\u{1B}[D\u{1B}é.")
        == [
          .sequence("[1;5D"), .scalar("x"), .sequence("b"), .sequence("OH"), .sequence("\u{1B}[D"),
          .sequence("é"), .scalar("."),
        ])
    #expect(read("\u{1B}") == [.sequence("")])
  }

  @Test("bytes that are no UTF-8 are told, and take nothing with them that is")
  func invalid() {
    #expect(read([0x63, 0xE9, 0x0D]) == [.scalar("c"), .invalid, .scalar("\r")])
    #expect(read([0xF0, 0x9F, 0x1B, 0x5B, 0x41]) == [.invalid, .sequence("[A")])
    #expect(read([0xFF, 0x80, 0xC0, 0x80]) == [.invalid, .invalid])
    #expect(read([0xED, 0xA0, 0x80, 0x61]) == [.invalid, .scalar("a")])
  }

  @Test("a paste is one line of text, whatever is in it; one without an end is what came")
  func paste() {
    let inside = "120\r\n\n午餐\tq\u{1B}[A\u{3}\u{4}\n"
    #expect(
      read("\u{1B}[200~\(inside)\u{1B}[201~x") == [.paste("120 午餐 q[A"), .scalar("x")])
    #expect(read("\u{1B}[200~ab\n") == [.paste("ab")])
    #expect(read("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    var broken = Array("\u{1B}[200~a".utf8)
    broken.append(0xE9)
    broken += Array("\u{1B}[201~".utf8)
    #expect(read(broken) == [.paste("a\u{FFFD}")])
  }

  @Test("a signal in the middle is not lost")
  func signals() {
    var events = "\u{1B}[200~a".utf8.map(TerminalKeys.Event.byte)
    events.append(.signal(15))
    events += "b\u{1B}[201~".utf8.map(TerminalKeys.Event.byte)
    var reader = TypedReader()
    let next: (Int32) -> TerminalKeys.Event? = { _ in events.isEmpty ? nil : events.removeFirst() }
    #expect(reader.next(next) == .paste("ab"))
    #expect(reader.next(next) == .event(.signal(15)))
    events = [.byte(0xE5), .signal(2), .byte(0x8D)]
    #expect(reader.next(next) == .invalid)
    #expect(reader.next(next) == .event(.signal(2)))
  }

  @Test("an Enter that follows in time is passed over, and anything else waits for its turn")
  func repeatedEnter() {
    var events = "\r午x".utf8.map(TerminalKeys.Event.byte)
    let next: (Int32) -> TerminalKeys.Event? = { _ in events.isEmpty ? nil : events.removeFirst() }
    var reader = TypedReader()
    let isRepeated = reader.takeEnter(within: 100, next)
    let isOther = !reader.takeEnter(within: 100, next)
    #expect(isRepeated && isOther)
    let rest = [reader.next(within: 100, next), reader.next(within: 100, next)]
    #expect(rest == [.scalar("午"), .scalar("x")])
    let isOver = reader.next(within: 100, next) == nil && !reader.takeEnter(within: 100, next)
    #expect(isOver)
  }
}
