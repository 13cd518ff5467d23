import Glibc
import Records
import TestSupport
import Testing

@Suite("The guided loop: leaving it", .fewAtATime)
struct LoopSignalTests {
  private let loop = LoopBook()
  private let keys = LoopBook.keys

  private func fill() throws { for number in 1...3 { try loop.capture(number, amount: 10) } }

  @Test("Ctrl-C in a field gives up what is typed there, and the rest of the form stays")
  func cancelledField() throws {
    try fill()
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "p"))
    #expect(terminal.answer("place>", "Office\r"))
    #expect(terminal.answer(keys, "a"))
    #expect(terminal.answer("amount>", "99", staysInLine: true))
    #expect(terminal.answer("amount> 99", "\u{3}"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.answer(keys, "q"))
    #expect(terminal.end() == 0)
    let made = try loop.transactions()
    #expect(made.map { $0.fields.amount?.minorUnits } == [1000])
    #expect(made.first?.fields.place?.name == "Office")
  }

  @Test("Ctrl-C at the keys leaves: what was saved stays, and the terminal is as it was")
  func interrupted() throws {
    try fill()
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.answer(keys, "\u{3}"))
    #expect(terminal.end() == 128 + SIGINT)
    #expect(terminal.editsLines)
    #expect(terminal.lines.contains("organised 1, skipped 0, left 2"))
    #expect(try loop.transactions().count == 1)
    #expect(try loop.open().count == 2)
  }

  @Test(
    "a signal leaves too, at the keys and in a field, with the terminal as it was",
    arguments: [SIGTERM, SIGHUP], [true, false])
  func signalled(number: Int32, isInField: Bool) throws {
    try fill()
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "\r"))
    if isInField {
      #expect(terminal.answer(keys, "a"))
      #expect(terminal.answer("amount>", "9", staysInLine: true))
      #expect(terminal.shows("amount> 9"))
    } else {
      #expect(terminal.shows(keys))
    }
    terminal.signal(number)
    #expect(terminal.end() == 128 + number)
    #expect(terminal.editsLines)
    #expect(try loop.transactions().count == 1)
  }

  @Test("what was saved before it was killed is whole, and the rest is open")
  func killed() throws {
    try fill()
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.answer(keys, "a"))
    #expect(terminal.answer("amount>", "77\r"))
    #expect(terminal.shows(keys))
    terminal.signal(SIGKILL)
    #expect(terminal.end() == 128 + SIGKILL)
    #expect(try loop.transactions().map { $0.fields.amount?.minorUnits } == [1000])
    #expect(try loop.open().map(\.description) == ["q2", "q3"])
    #expect(try loop.problems().isEmpty)
  }

  @Test("q asks once more where something typed is not saved")
  func unsaved() throws {
    try fill()
    let terminal = loop.start("organize", "q2")
    #expect(terminal.answer(keys, "n"))
    #expect(terminal.answer("note>", "with Ann\r"))
    #expect(terminal.answer(keys, "q"))
    #expect(terminal.answer(keys, "q"))
    #expect(terminal.end() == 0)
    #expect(try loop.transactions().isEmpty)
  }
}
