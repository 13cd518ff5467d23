import Records
import Storage
import Testing

@testable import Organizing

/// The rules hold whatever brings a record into being, changes it or brings it back.
@Suite("The rules of refunds")
struct RefundRuleTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  private func edit(_ id: RecordID, _ change: (inout FieldChanges) -> Void) throws {
    var changes = FieldChanges()
    change(&changes)
    _ = try book.organizer.edit([id], changes)
  }

  /// An expense of 120.00 and a refund of 50.00 of it.
  private func pair() throws -> (paid: RecordID, back: RecordID) {
    let paid = try book.transaction(12_000, recording: 1).id
    let back = try book.transaction(5_000, recording: 2).id
    try edit(back) { $0.refund = .of(paid) }
    return (paid, back)
  }

  private func faults() throws -> [ShareFault] { try book.store.read { try $0.shareFaults() } }

  private func last() throws -> Int64 {
    try book.store.read { try $0.lastOperations(1).first?.number } ?? 0
  }

  @Test("a refund does not come back of what is income by now, before that is an expense again")
  func income() throws {
    let (paid, back) = try pair()
    try book.organizer.delete([back])
    try edit(paid) { $0.type = .income }
    let before = try book.dump()
    let why = Refusal.falseRefund(back, of: paid, .ofIncome, isExpenseDeleted: false)
    #expect(refusal { try book.organizer.restore([back]) } == why)
    #expect(why.description.hasSuffix("mm-organize edit \(paid) --type expense"))
    #expect(refusal { try book.organizer.delete([back]) } == .deletedBehind(back, why))
    #expect(try book.dump() == before)
    try edit(paid) { $0.type = .expense }
    try book.organizer.restore([back])
    #expect(try faults().isEmpty)
  }

  @Test("nor of what is a refund, in another currency or of no more than nothing by now")
  func otherwise() throws {
    let (paid, back) = try pair()
    let other = try book.transaction(30_000, recording: 3).id
    try book.organizer.delete([back])
    func fault() -> RefundFault? {
      guard
        case .falseRefund(back, of: paid, let fault, isExpenseDeleted: false)? = refusal({
          try book.organizer.restore([back])
        })
      else { return nil }
      return fault
    }
    try edit(paid) { $0.refund = .of(other) }
    #expect(fault() == .ofRefund)
    // As the sentence says.
    try edit(paid) {
      $0.refund = .withdrawn; $0.amount = "120"
    }
    try edit(paid) { $0.currency = Currency(code: "USD") }
    #expect(fault() == .otherCurrency)
    try edit(paid) { $0.currency = .twd }
    try edit(paid) { $0.amount = "-1" }
    #expect(fault() == .ofNothing)
    try edit(paid) { $0.amount = "120" }
    try book.organizer.restore([back])
    #expect(try faults().isEmpty)
  }

  @Test("where the expense is deleted as what it is by now, that has to come back first")
  func deletedExpense() throws {
    let (paid, back) = try pair()
    try book.organizer.delete([back])
    try edit(paid) { $0.type = .income }
    try book.organizer.delete([paid])
    let why = Refusal.falseRefund(back, of: paid, .ofIncome, isExpenseDeleted: true)
    #expect(refusal { try book.organizer.restore([back]) } == why)
    #expect(why.description.hasSuffix("mm-organize restore \(paid)"))
    _ = try book.organizer.undo(2)
    // A deleted expense has its refunds all the same.
    try book.organizer.delete([paid])
    try book.organizer.restore([back])
    #expect(try faults().isEmpty)
  }

  @Test("the whole of a split refund does not come back of what is income by now")
  func reunited() throws {
    let (paid, back) = try pair()
    let parts = try book.organizer.split(back, equally: 2).map(\.id)
    for part in parts { try edit(part) { $0.refund = .withdrawn } }
    try edit(paid) { $0.type = .income }
    let before = try book.dump()
    let why = Refusal.falseRefund(back, of: paid, .ofIncome, isExpenseDeleted: false)
    #expect(refusal { try book.organizer.merge(parts) } == why)
    try book.organizer.delete(parts)
    #expect(refusal { try book.organizer.restore([back]) } == why)
    _ = try book.organizer.undo(1)
    #expect(try book.dump() == before)
    try edit(paid) { $0.type = .expense }
    #expect(try book.organizer.merge(parts).refundOf == paid)
    #expect(try faults().isEmpty)
  }

  @Test(
    "what a refund is of does not become a refund, and an undo or a redo by its number does not make it one"
  )
  func chain() throws {
    let paid = try book.transaction(12_000, recording: 1).id
    let back = try book.transaction(5_000, recording: 2).id
    let other = try book.transaction(30_000, recording: 3).id
    try edit(back) { $0.refund = .of(paid) }
    let linking = try last()
    #expect(refusal { try edit(paid) { $0.refund = .of(other) } } == .refunded(paid, by: back))
    _ = try book.organizer.undo(operation: linking)
    try edit(paid) { $0.refund = .of(other) }
    let turning = try last()
    let why = Refusal.falseRefund(back, of: paid, .ofRefund, isExpenseDeleted: false)
    #expect(
      refusal { try book.organizer.redo(operation: linking) }
        == .unfit(linking, why, isRedo: true))
    #expect(refusal { try edit(back) { $0.refund = .of(paid) } } == why)
    _ = try book.organizer.undo(operation: turning)
    _ = try book.organizer.redo(operation: linking)
    #expect(
      refusal { try book.organizer.redo(operation: turning) }
        == .unfit(turning, .refunded(paid, by: back), isRedo: true))
    #expect(try faults().isEmpty)
  }

  @Test("the cure of an undo that is refused is not taken back by it")
  func cure() throws {
    let paid = try book.transaction(12_000, recording: 1, type: .income).id
    let back = try book.transaction(5_000, recording: 2).id
    try edit(paid) { $0.type = .expense }
    let turning = try last()
    try edit(back) { $0.refund = .of(paid) }
    #expect(
      refusal { try book.organizer.undo(operation: turning) }
        == .unfit(turning, .refunded(paid, by: back), isRedo: false))
    try edit(back) { $0.refund = .withdrawn }
    _ = try book.organizer.undo(operation: turning)
    #expect(try book.transaction(paid)?.fields.type == .income)
    #expect(try book.transaction(back)?.refundOf == nil)
  }

  @Test("what is no refund is not made one less: nothing is changed, and no number is used")
  func noRefund() throws {
    let paid = try book.transaction(12_000, recording: 1).id
    let open = try book.capture(RecordFields(amount: money(1, "TWD")), recording: 2)
    let before = (try last(), try book.dump())
    for id in [paid, open] { try edit(id) { $0.refund = .withdrawn } }
    try edit(paid) { $0.amount = "120" }
    #expect(try last() == before.0 && book.dump() == before.1)
    try edit(paid) { $0.note = "the next one" }
    #expect(try last() == before.0 + 1)
    #expect(refusal { try edit(open) { $0.refund = .of(paid) } } == .notOrganized(open))
  }
}
