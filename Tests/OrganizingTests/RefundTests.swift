import Records
import Storage
import Testing

@testable import Organizing

@Suite("Refunds")
struct RefundTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  private func changes(_ change: (inout FieldChanges) -> Void) -> FieldChanges {
    var changes = FieldChanges()
    change(&changes)
    return changes
  }

  private func refund(
    _ minorUnits: Int64, of id: RecordID, recording seed: Int,
    _ change: (inout FieldChanges) -> Void = { _ in }
  ) throws -> Transaction {
    let quick = try book.capture(
      RecordFields(amount: money(minorUnits, "TWD"), tags: [try tag("clothes")]), recording: seed)
    let made = try book.organizer.organize(
      [quick],
      changes {
        $0.refund = .of(id)
        change(&$0)
      })
    return try #require(made.first)
  }

  @Test(
    "M12: 50 back of 120 for clothes is 70 spent and no income, however it is written",
    arguments: [5_000, -5_000])
  func net(_ written: Int64) throws {
    let paid = try book.transaction(12_000, ["clothes"], recording: 1)
    let salary = try book.transaction(52_000, recording: 9, type: .income)
    let before = try book.dump()
    let back = try refund(written, of: paid.id, recording: 2)
    #expect(back.fields.amount == money(-5_000, "TWD") && back.fields.type == .expense)
    #expect(try book.spent() == [7_000])
    #expect(try book.spent("clothes") == [7_000])
    let days = DayReport.group(try book.transactions())
    #expect(days.map { $0.totals.expense.map(\.minorUnits) } == [[7_000]])
    #expect(days.map { $0.totals.income.map(\.minorUnits) } == [[52_000]])
    #expect(try book.transaction(paid.id)?.refunds == [back.id])
    #expect(back.refundOf == paid.id)
    #expect(try book.transaction(salary.id)?.refunds == [])
    _ = try book.organizer.undo(1)
    // The capture is not the user's operation.
    #expect(try book.dump().filter { !$0.contains("q3") } == before)
    _ = try book.organizer.redo(1)
    #expect(try book.spent() == [7_000])
  }

  @Test("a hint of income gives way to the refund, a type that is given is refused")
  func income() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let quick = try book.capture(
      RecordFields(amount: money(5_000, "TWD"), type: .income), recording: 2)
    let wanted = changes { $0.refund = .of(paid.id) }
    #expect(
      refusal {
        try book.organizer.organize(
          [quick],
          changes {
            $0.refund = .of(paid.id); $0.type = .income
          })
      }
        == .falseRefund(quick, of: paid.id, .noRefund, isExpenseDeleted: false))
    #expect(try book.organizer.organize([quick], wanted).first?.fields.type == .expense)
    let nothing = try book.capture(RecordFields(amount: money(0, "TWD")), recording: 3)
    #expect(
      refusal { try book.organizer.organize([nothing], wanted) }
        == .falseRefund(nothing, of: paid.id, .noRefund, isExpenseDeleted: false))
  }

  @Test("a transaction becomes a refund and stops being one, and both are taken back")
  func edited() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let back = try book.transaction(5_000, recording: 2, type: .income)
    let before = try book.dump()
    let edited = try book.organizer.edit([back.id], changes { $0.refund = .of(paid.id) })
    #expect(edited.transactions.first?.fields.amount == money(-5_000, "TWD"))
    #expect(edited.transactions.first?.fields.type == .expense)
    #expect(try book.isUndone(to: before))
    // Whatever sign it is corrected with.
    let more = try book.organizer.edit([back.id], changes { $0.amount = "60" })
    #expect(more.transactions.first?.fields.amount == money(-6_000, "TWD"))
    let linked = try book.dump()
    let none = try book.organizer.edit([back.id], changes { $0.refund = .withdrawn })
    #expect(none.transactions.first?.refundOf == nil)
    #expect(none.transactions.first?.fields.amount == money(-6_000, "TWD"))
    #expect(try book.transaction(paid.id)?.refunds == [])
    #expect(try book.isUndone(to: linked))
  }

  @Test(
    "what is not there, deleted, income, a refund, in another currency or the same has no refund")
  func refused() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let income = try book.transaction(12_000, recording: 2, type: .income)
    let back = try refund(5_000, of: paid.id, recording: 3)
    let foreign = try book.transaction(100, recording: 4, currency: "USD")
    let gone = try book.transaction(100, recording: 5)
    try book.organizer.delete([gone.id])
    let open = try book.capture(RecordFields(amount: money(1, "TWD")), recording: 6)
    let none = RecordID(.transaction, 99)
    func edit(_ id: RecordID, _ change: (inout FieldChanges) -> Void) -> Refusal? {
      refusal { try book.organizer.edit([id], changes(change)) }
    }
    func wrong(_ id: RecordID, _ original: RecordID, _ fault: RefundFault) -> Refusal {
      .falseRefund(id, of: original, fault, isExpenseDeleted: false)
    }
    let before = try book.dump()
    #expect(edit(back.id) { $0.refund = .of(none) } == .noSuchRecord(none))
    #expect(edit(back.id) { $0.refund = .of(gone.id) } == .deleted(gone.id))
    #expect(edit(back.id) { $0.refund = .of(income.id) } == wrong(back.id, income.id, .ofIncome))
    #expect(edit(foreign.id) { $0.refund = .of(back.id) } == wrong(foreign.id, back.id, .ofRefund))
    #expect(edit(paid.id) { $0.refund = .of(back.id) } == .refunded(paid.id, by: back.id))
    #expect(edit(back.id) { $0.refund = .of(back.id) } == wrong(back.id, back.id, .ofItself))
    #expect(
      edit(foreign.id) { $0.refund = .of(paid.id) } == wrong(foreign.id, paid.id, .otherCurrency))
    #expect(edit(open) { $0.refund = .of(paid.id) } == .notOrganized(open))
    // Neither side leaves what makes it one.
    #expect(
      edit(back.id) { $0.currency = Currency(code: "USD") }
        == wrong(back.id, paid.id, .otherCurrency)
    )
    #expect(edit(back.id) { $0.type = .income } == wrong(back.id, paid.id, .noRefund))
    #expect(edit(paid.id) { $0.type = .income } == .refunded(paid.id, by: back.id))
    #expect(
      edit(paid.id) { $0.currency = Currency(code: "USD") } == .refunded(paid.id, by: back.id))
    #expect(try book.dump() == before)
  }

  @Test("a refund stays what it is when what it gives back is deleted, split or purged")
  func outlives() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let back = try refund(5_000, of: paid.id, recording: 2)
    let parts = try book.organizer.split(paid.id, equally: 2).map(\.id)
    #expect(try book.spent() == [7_000])
    #expect(
      try book.organizer.edit([back.id], changes { $0.note = "late" }).transactions.first?.refundOf
        == paid.id)
    try book.organizer.delete(parts)
    try book.organizer.delete(paid.quickRecords)
    let purge = Purge(
      store: book.store, retention: Retention(trash: .zero, quarantine: nil), now: OpenStore.noon)
    let plan = try purge.plan(.expired)
    #expect(Set(plan.records.map(\.id)) == Set([paid.id] + parts + paid.quickRecords))
    _ = try purge.run(plan)
    #expect(try book.transaction(back.id)?.refundOf == nil)
    #expect(try book.transaction(back.id)?.fields.amount == money(-5_000, "TWD"))
    #expect(try book.store.read { try $0.danglingReferences() } == [])
    #expect(try book.store.read { try $0.journalFaults() } == [])
  }
}
