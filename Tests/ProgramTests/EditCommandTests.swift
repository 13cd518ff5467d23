import JSON
import Records
import Storage
import TestSupport
import Testing

@Suite("mm-organize edit, tag and reopen", .fewAtATime)
struct EditCommandTests {
  private let home = Household()

  @Test("what was put wrong is put right, with the words of the command line, and taken back")
  func whole() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": "1.234", "tags": ["food"]}"#)
    #expect(home.ingestOnce().status == 0)
    #expect(home.organize("edit", "q1").status == 64)
    #expect(home.organize("edit", "q1", "--amount", "1234").status == 0)
    let record = try #require(try home.json("show", "q1").object)
    #expect(record.text("amount") == "1234.00")
    #expect(record["review"] == [])
    #expect(home.organize("tag", "q1", "+lunch", "-food", "--dry-run").status == 0)
    #expect(home.organize("tag", "q1", "+lunch", "-food").status == 0)
    #expect(try home.json("show", "q1").object?["tags"] == ["lunch"])
    #expect(home.organize("tag", "q1").status == 64)
    #expect(home.organize("tag", "+lunch").status == 64)

    #expect(home.organize("organize", "q1").status == 0)
    let changed = try #require(
      try home.records("edit", "t1", "--type", "income", "--at", "2026-11-01").first)
    #expect(changed.text("type") == "income")
    #expect(changed.text("occurred_at") == "2026-11-01")
    #expect(home.organize("edit", "q1", "--note", "x").errors.contains("organised as t1"))
    #expect(home.organize("edit", "t9", "--note", "x").status == 66)
    #expect(home.organize("edit", "x1", "--note", "x").status == 66)

    let open = home.organize("reopen", "t1")
    #expect(open.output.hasPrefix("open again:\n"))
    #expect(try home.records("list").map { $0.text("id") } == ["q1"])
    #expect(home.organize("reopen", "q1").status == 66)
    #expect(home.organize("restore", "t1").status == 65)
    #expect(home.organize("undo", "2").status == 0)
    #expect(try home.json("show", "t1").object?.text("type") == "expense")
    #expect(home.organize("explain", "q1").output.contains("Changed q1"))
    try home.expectSoundStore()
  }

  @Test("a note that somebody has looked at is cleared by its code, and undo brings it back")
  func clearedNote() throws {
    let loop = LoopBook()
    let notes = [ReviewCode.truncated, .revisedLate].map {
      ReviewNote(field: .audio, code: $0, message: "It is so.", text: nil)
    }
    try loop.capture(1, amount: 10, review: notes)
    func codes() throws -> [String] {
      let record = try loop.book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
      return record?.review.map(\.code.rawValue) ?? []
    }
    try loop.book.text("edit", "q1", "--clear-note", "truncated")
    #expect(try codes() == ["revised-late"])
    #expect(try loop.book.text("history", "q1").contains("review"))
    let again = loop.book.run("edit", "q1", "--clear-note", "truncated")
    #expect(again.status == 0, "\(again.errors)")
    try loop.book.text("undo")
    #expect(try codes() == ["truncated", "revised-late"])
    let unknown = loop.book.run("edit", "q1", "--clear-note", "truncate")
    #expect(unknown.status == 64 && unknown.errors.contains("no code of a note"))
    try loop.book.text("organize", "q1")
    let transaction = loop.book.run("edit", "t1", "--clear-note", "truncated")
    #expect(transaction.status == 65, "\(transaction.errors)")
  }
}
