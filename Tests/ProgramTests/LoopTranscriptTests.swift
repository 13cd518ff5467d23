import Linux
import Records
import Storage
import TestSupport
import Testing

@Suite("The guided loop: a session", .fewAtATime)
struct LoopTranscriptTests {
  private let loop = LoopBook()

  /// A past lunch, and eleven memos of a day of which the third has an amount that is unclear.
  private func fill() throws {
    try loop.capture(0, amount: 90, tags: ["午餐"], place: Place(name: "永康街", coordinates: nil))
    try loop.book.text("organize", "q1", "--type", "expense")
    for number in 1...11 {
      let isUnclear = number == 3
      try loop.capture(
        number, amount: isUnclear ? nil : Int64(number * 10),
        review: isUnclear
          ? [
            ReviewNote(
              field: .amount, code: .ambiguousSeparator,
              message: "It may be 1234 or 1.234.", text: "1.234")
          ] : [])
    }
  }

  @Test("ten records with a key each; back, skip, undo, a refused amount and a tag by Tab")
  func session() throws {
    try fill()
    let terminal = loop.start("organize")
    let keys = LoopBook.keys
    #expect(terminal.answer(keys, "\r"))  // q2
    #expect(terminal.answer(keys, "t"))  // q3
    #expect(terminal.answer("tags>", "午\t", staysInLine: true))
    #expect(terminal.answer("tags> 午餐", "\r"))
    #expect(terminal.answer("tags>", "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.answer("amount>", "12x0\r"))  // q4
    #expect(terminal.answer("amount>", "120\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.answer(keys, "s"))  // q5
    #expect(terminal.answer(keys, "\r"))  // q6
    #expect(terminal.answer(keys, "u"))  // q7
    #expect(terminal.answer(keys, "\r"))  // q6
    #expect(terminal.answer(keys, "b"))  // q7
    #expect(terminal.answer(keys, "\r"))  // what was made of q6
    for _ in 7...12 { #expect(terminal.answer(keys, "\r")) }
    let status = terminal.end()
    #expect(status == 0)
    try expectTranscript("session.txt", terminal.lines)

    let made = try loop.transactions()
    #expect(made.count == 11)
    let amounts = made.compactMap { $0.fields.amount?.minorUnits }
    #expect(
      amounts.sorted() == [1000, 2000, 5000, 6000, 7000, 8000, 9000, 9000, 10000, 11000, 12000])
    #expect(made.contains { $0.fields.tags.map(\.name) == ["food", "午餐"] })
    #expect(try loop.open().map(\.description) == ["q5"])
    #expect(try loop.problems().isEmpty)
  }

  /// Against the text beside this file.
  private func expectTranscript(
    _ name: String, _ lines: [String], file: String = #filePath
  ) throws {
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)
    let bytes = try #require(readFile("\(folder)/Transcripts/\(name)"))
    let expected = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    for (number, pair) in zip(lines, expected).enumerated() where pair.0 != pair.1 {
      Issue.record("line \(number + 1) is '\(pair.0)', and was '\(pair.1)'")
      break
    }
    #expect(lines.count == expected.count)
    if lines != expected, let folder = CurrentProcess.environment("MONEYMOM_TRANSCRIPTS") {
      writeFile("\(folder)/\(name)", Array(lines.joined(separator: "\n").utf8))
    }
  }
}
