import Records
import SQLite
import Testing

@testable import Storage

@Suite("Transactions")
struct TransactionTests {
  @Test("Organising makes a transaction with the capture's fields and recording, and links both")
  func organizes() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    var new = Sample.transaction(of: id, try Sample.lunch(1).fields)
    new.fields.note = "with Ann"
    let made = new
    let number = try sample.change(.organize) { try $0.organize(made) }
    let (transaction, record, open) = try sample.store.read {
      (
        try $0.transaction(number), try $0.quickRecord(id),
        try $0.quickRecords(RecordQuery(.open))
      )
    }
    #expect(transaction?.id == RecordID(.transaction, 1))
    #expect(transaction?.fields == new.fields)
    #expect(transaction?.occurredAt == new.occurredAt)
    #expect(transaction?.sources == new.sources)
    #expect(transaction?.quickRecords == [id])
    #expect(transaction?.recordings == [record?.audio].compactMap { $0 })
    #expect(record?.transactions == [number])
    #expect(open == [])
  }

  @Test("Organising is refused twice, for what is deleted or unknown, and without amount or type")
  func refusals() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    let fields = try Sample.lunch(1).fields
    func organize(_ id: RecordID, _ fields: RecordFields) -> Refusal? {
      refusal {
        try sample.change(.organize) { try $0.organize(Sample.transaction(of: id, fields)) }
      }
    }
    var partial = fields
    partial.type = nil
    #expect(organize(id, partial) == .missing(.type, of: id))
    partial = fields
    partial.amount = nil
    #expect(organize(id, partial) == .missing(.amount, of: id))
    let unknown = RecordID(.quickRecord, 99)
    #expect(organize(unknown, fields) == .noSuchRecord(unknown))
    #expect(organize(id, fields) == nil)
    let transaction = RecordID(.transaction, 1)
    #expect(organize(id, fields) == .alreadyOrganized(id, as: transaction))
    try sample.change(.delete) { try $0.delete(transaction, at: Sample.noon) }
    #expect(organize(id, fields) == .alreadyOrganized(id, as: transaction))
    let other = try sample.change { try $0.insert(Sample.lunch(2)) }
    try sample.change(.delete) { try $0.delete(other, at: Sample.noon) }
    #expect(organize(other, fields) == .deleted(other))
    #expect(try sample.store.read { try $0.transactions(RecordQuery(.deleted)).count } == 1)
  }

  @Test(
    "A quick record is not deleted under its transaction, nor a transaction restored without it")
  func deletingInOrder() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    let fields = try Sample.lunch(1).fields
    let transaction = try sample.change(.organize) {
      try $0.organize(Sample.transaction(of: id, fields))
    }
    func delete(_ id: RecordID) -> Refusal? {
      refusal { try sample.change(.delete) { try $0.delete(id, at: Sample.noon) } }
    }
    func restore(_ id: RecordID) -> Refusal? {
      refusal { try sample.change(.restore) { try $0.restore(id) } }
    }
    #expect(delete(id) == .neededBy(id, transaction: transaction))
    #expect(delete(transaction) == nil)
    #expect(delete(transaction) == .deleted(transaction))
    // Invariant 8: the record stays linked to its transaction.
    #expect(try sample.store.read { try $0.quickRecord(id) }?.transactions == [transaction])
    #expect(delete(id) == nil)
    #expect(restore(transaction) == .needs(transaction, quickRecord: id))
    #expect(restore(id) == nil)
    #expect(restore(transaction) == nil)
    #expect(try sample.store.read { try $0.transaction(transaction) }?.deleted == false)
    #expect(try !sample.change(.restore) { try $0.restore(id) })
  }

  @Test("Restoring a record whose recording has a live twin is refused, naming the twin")
  func twins() throws {
    let sample = try SampleStore()
    let first = try sample.change { try $0.insert(Sample.lunch(1)) }
    try sample.change(.delete) { try $0.delete(first, at: Sample.noon) }
    let twin = try sample.change { try $0.insert(Sample.lunch(1)) }
    let refused = refusal { try sample.change(.restore) { try $0.restore(first) } }
    #expect(refused == .liveTwin(first, twin: twin))
  }

  @Test("Invariants 2 and 8: the database refuses a row whose recording or partner is not there")
  func links() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    for sql in [
      "UPDATE quick_record SET audio_sha256 = zeroblob(32) WHERE id = ?",
      "UPDATE quick_record SET audio = 77 WHERE id = ?",
      "UPDATE quick_record SET audio = NULL WHERE id = ?",
      "UPDATE quick_record SET currency = NULL WHERE id = ?",
      "DELETE FROM audio WHERE id = (SELECT audio FROM quick_record WHERE id = ?)",
      "INSERT INTO transaction_quick_record (transaction_record, quick_record) VALUES (5, ?)",
    ] {
      #expect(throws: (any Error).self, "\(sql)") {
        try sample.change { writer in try writer.connection.run(sql, id.number) }
      }
    }
  }

  @Test("Queries pick by state, day, tag, text, money, kind, place, recording and review")
  func queries() throws {
    let sample = try SampleStore()
    var tea = NewQuickRecord(
      uuid: Sample.uuid(5),
      fields: RecordFields(
        amount: Sample.twd(-5000), tags: [Sample.tag("Tea_time")], type: .income,
        note: "100% oolong",
        capturedAt: CalendarDay(year: 2026, month: 12, day: 2).map(Moment.day)),
      createdAt: Sample.noon)
    tea.review = [
      ReviewNote(field: .type, code: .typeUnknown, message: "Unknown.", text: "gift")
    ]
    let second = tea
    try sample.change { writer in
      _ = try writer.insert(Sample.lunch(1))
      _ = try writer.insert(second)
      _ = try writer.insert(
        NewQuickRecord(uuid: Sample.uuid(6), fields: RecordFields(), createdAt: Sample.noon))
    }
    func find(_ change: (inout RecordQuery) -> Void) throws -> [Int64] {
      var query = RecordQuery(.open)
      change(&query)
      let (found, same) = try sample.store.read {
        (try $0.quickRecords(query), try $0.transactions(query))
      }
      #expect(same == [])
      return found.map(\.id.number)
    }
    #expect(try find { _ in } == [3, 1, 2])
    #expect(try find { $0.tags = [Sample.tag("food"), Sample.tag("LUNCH")] } == [1])
    #expect(try find { $0.withoutTags = [Sample.tag("food")] } == [3, 2])
    #expect(try find { $0.text = "OOLONG" } == [2])
    #expect(try find { $0.text = "0% o" } == [2])
    #expect(try find { $0.text = "%" } == [2])
    #expect(try find { $0.text = "_" } == [2])
    #expect(try find { $0.text = "monster" } == [1])
    #expect(try find { $0.minimum = Sample.twd(0) } == [1])
    #expect(try find { $0.maximum = Sample.twd(0) } == [2])
    #expect(try find { $0.currency = .twd } == [1, 2])
    #expect(try find { $0.type = .income } == [2])
    #expect(try find { $0.place = "ice monster" } == [1])
    #expect(try find { $0.hasAudio = true } == [1])
    #expect(try find { $0.hasAudio = false } == [3, 2])
    #expect(try find { $0.needsReview = true } == [3, 2])
    #expect(try find { $0.needsReview = false } == [1])
    #expect(try find { $0.from = CalendarDay(year: 2026, month: 12, day: 1) } == [2])
    #expect(try find { $0.to = CalendarDay(year: 2026, month: 11, day: 30) } == [3, 1])
    #expect(try find { $0.state = .all } == [3, 1, 2])
    #expect(try find { $0.state = .organized } == [])
    #expect(try find { $0.state = .deleted } == [])
  }
}
