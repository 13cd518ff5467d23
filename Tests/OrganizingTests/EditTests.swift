import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Editing, and opening again")
struct EditTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  private func changes(_ change: (inout FieldChanges) -> Void) -> FieldChanges {
    var changes = FieldChanges()
    change(&changes)
    return changes
  }

  private func lunch() throws -> RecordID {
    try book.capture(
      RecordFields(amount: money(12_000, "TWD"), tags: [try tag("food")], note: "with Ann"),
      recording: 1)
  }

  private func organized() throws -> (quick: RecordID, transaction: RecordID) {
    let quick = try lunch()
    let made = try #require(try book.organizer.organize([quick], FieldChanges()).first)
    return (quick, made.id)
  }

  @Test("a quick record takes what is given, keeps the rest, and knows that a person said it")
  func quickRecord() throws {
    let id = try lunch()
    let edited = try book.organizer.edit(
      [id],
      changes {
        $0.amount = "250"
        $0.addTags = [Tag(storedName: "lunch", key: "lunch")]
      })
    let record = try #require(edited.quickRecords.first)
    #expect(record.fields.amount == money(25_000, "TWD"))
    #expect(record.fields.tags.map(\.name) == ["food", "lunch"])
    #expect(record.fields.note == "with Ann")
    #expect(record.sources[.amount] == .user)
    #expect(try book.quickRecord(id) == record)
  }

  @Test("what a person has said now needs no look any more")
  func reviewed() throws {
    let id = try book.store.write { writer in
      try writer.operation(.capture, by: .ingest, at: OpenStore.noon) {
        try writer.insert(
          NewQuickRecord(
            uuid: UUID(milliseconds: 1), fields: RecordFields(),
            review: [
              ReviewNote(field: .amount, code: .amountUnclear, message: "?", text: "1.234"),
              ReviewNote(field: .capturedAt, code: .dateUnclear, message: "?", text: "soon"),
            ], createdAt: OpenStore.noon))
      }
    }
    let edited = try book.organizer.edit([id], changes { $0.amount = "1234" })
    #expect(edited.quickRecords.first?.review.map(\.field) == [.capturedAt])
  }

  @Test("an amount alone is no answer where the memo named a currency that nobody knows")
  func unknownCurrency() throws {
    let note = ReviewNote(
      field: .currency, code: .currencyUnknown, message: "XQQ is no currency.", text: "XQQ")
    let id = try book.capture(RecordFields(), review: [note])
    #expect(throws: FieldRefusal.self) {
      try book.organizer.edit([id], changes { $0.amount = "120" })
    }
    #expect(try book.quickRecord(id)?.review == [note])
    _ = try book.organizer.edit([id], changes { $0.note = "in Basel" })
    _ = try book.organizer.edit([id], changes { $0.amount = "EUR 120" })
    #expect(try book.quickRecord(id)?.review == [])
  }

  @Test("a transaction takes a time, a place and a type, and day totals follow it")
  func transaction() throws {
    let (_, id) = try organized()
    let day = CalendarDay(daysSinceEpoch: 20_000)
    let edited = try book.organizer.edit(
      [id],
      changes {
        $0.at = .day(day)
        $0.type = .income
        $0.placeName = "Office"
      })
    let made = try #require(edited.transactions.first)
    #expect(made.occurredAt == .day(day))
    #expect(made.fields.type == .income)
    #expect(made.fields.place?.name == "Office")
    #expect(made.fields.amount == money(12_000, "TWD"))
    #expect(try book.transactions() == [made])
  }

  @Test("all of the records are changed, or none is")
  func allOrNone() throws {
    let first = try lunch()
    let (quick, transaction) = try {
      let quick = try book.capture(RecordFields(amount: money(1, "TWD")))
      let made = try #require(try book.organizer.organize([quick], FieldChanges()).first)
      return (quick, made.id)
    }()
    let before = try book.export()
    #expect(
      refusal { try book.organizer.edit([first, quick], changes { $0.amount = "9" }) }
        == .alreadyOrganized(quick, as: transaction))
    #expect(throws: FieldRefusal.self) {
      try book.organizer.edit([first, transaction], changes { $0.amount = "many" })
    }
    #expect(try book.export() == before)
  }

  @Test("deleted ones are refused, and those that are not there")
  func refused() throws {
    let (quick, transaction) = try organized()
    try book.organizer.delete([transaction])
    let change = changes { $0.note = "x" }
    #expect(refusal { try book.organizer.edit([transaction], change) } == .deleted(transaction))
    try book.organizer.delete([quick])
    #expect(refusal { try book.organizer.edit([quick], change) } == .deleted(quick))
    let none = RecordID(.transaction, 99)
    #expect(refusal { try book.organizer.edit([none], change) } == .noSuchRecord(none))
  }

  @Test("an edit that changes nothing is no operation")
  func nothing() throws {
    let (_, transaction) = try organized()
    let last = try book.store.read { try $0.lastOperations(1).first }
    _ = try book.organizer.edit([transaction], changes { $0.amount = "120" })
    #expect(try book.store.read { try $0.lastOperations(1).first } == last)
  }

  @Test("what was organised is open again as it was captured, and its transaction is deleted")
  func reopens() throws {
    let (quick, transaction) = try organized()
    _ = try book.organizer.edit([transaction], changes { $0.amount = "5" })
    let before = try book.dump()
    let open = try book.organizer.reopen([transaction])
    #expect(open.map(\.id) == [quick])
    #expect(open.first?.organized == false && open.first?.transactions == [])
    #expect(open.first?.fields.amount == money(12_000, "TWD"))
    #expect(try book.transactions().isEmpty)
    #expect(refusal { try book.organizer.restore([transaction]) } == .reopened(transaction))
    _ = try book.organizer.undo(1)
    #expect(try book.dump() == before)
    _ = try book.organizer.redo(1)
    let again = try #require(try book.organizer.organize([quick], FieldChanges()).first)
    #expect(again.id != transaction)
    #expect(again.recordings.count == 1)
  }

  @Test("only a live transaction is opened again")
  func reopenRefused() throws {
    let (_, transaction) = try organized()
    try book.organizer.delete([transaction])
    #expect(refusal { try book.organizer.reopen([transaction]) } == .deleted(transaction))
  }
}
