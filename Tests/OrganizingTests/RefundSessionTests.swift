import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

/// So few records that what is done to one is soon in the way of what is done to another.
@Suite("Refunds in a random session")
struct RefundSessionTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  private func act(_ random: inout SeededBits, _ step: Int) throws {
    let transactions = (1...16).map { RecordID(.transaction, $0) }
    let records = (1...6).map { RecordID(.quickRecord, $0) }
    let one = transactions.randomElement(using: &random) ?? RecordID(.transaction, 1)
    let two = transactions.randomElement(using: &random) ?? one
    let record = records.randomElement(using: &random) ?? RecordID(.quickRecord, 1)
    var changes = FieldChanges()
    switch Int.random(in: 0..<17, using: &random) {
    case 0, 1:
      if Bool.random(using: &random) { changes.refund = .of(two) }
      _ = try book.organizer.organize([record], changes)
    case 2, 3, 4:
      changes.refund = .of(two)
      _ = try book.organizer.edit([one], changes)
    case 5:
      changes.refund = .withdrawn
      _ = try book.organizer.edit([one], changes)
    case 6:
      changes.type = Bool.random(using: &random) ? .income : .expense
      _ = try book.organizer.edit([one], changes)
    case 7:
      changes.amount = "\(Int.random(in: -9...99, using: &random))"
      _ = try book.organizer.edit([one], changes)
    case 8:
      changes.currency = Currency(code: Bool.random(using: &random) ? "USD" : "TWD")
      _ = try book.organizer.edit([one], changes)
    case 9: try book.organizer.delete([one])
    case 10, 11: try book.organizer.restore([one])
    case 12: _ = try book.organizer.split(one, equally: 2)
    case 13:
      let parts = try book.transaction(one)?.parts ?? []
      _ = try book.organizer.merge(parts.isEmpty ? [one, two] : parts)
    case 14: _ = try book.organizer.reopen([one])
    default:
      let operations = try book.store.read { try $0.lastOperations(30) }
        .filter { $0.kind != .undo && $0.kind != .redo && $0.kind != .capture }
      guard let any = operations.randomElement(using: &random) else { return }
      if any.undoneBy == nil {
        _ = try book.organizer.undo(operation: any.number)
      } else {
        _ = try book.organizer.redo(operation: any.number)
      }
    }
  }

  @Test(
    "never is there a false refund, and each thing done can be taken back at once", arguments: 1...4
  )
  func session(_ seed: UInt64) throws {
    for number in 1...6 {
      try book.capture(RecordFields(amount: money(1_000, "TWD")), recording: number)
    }
    var random = SeededBits(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var last: Int64 = 6
    var (done, refused, refunds) = (0, 0, 0)
    for step in 1...700 {
      let before = try book.dump()
      do { try act(&random, step) } catch StoreError.refused { refused += 1 } catch is SplitRefusal
      {
        refused += 1
      } catch is MergeRefusal { refused += 1 }
      let newest = try #require(try book.store.read { try $0.lastOperations(1).first })
      if newest.number == last {
        #expect(try book.dump() == before)
        continue
      }
      last = newest.number
      done += 1
      let (faults, live) = try book.store.read { reader in
        (try reader.shareFaults(), try reader.transactions(RecordQuery(.all)))
      }
      try #require(faults.isEmpty, "step \(step), \(newest.kind): \(faults)")
      refunds += live.count { $0.refundOf != nil }
      if newest.kind == .undo || newest.kind == .redo { continue }
      let after = try book.dump()
      _ = try book.organizer.undo(1)
      try #require(try book.dump() == before, "step \(step), \(newest.kind)")
      _ = try book.organizer.redo(1)
      try #require(try book.dump() == after, "step \(step), \(newest.kind)")
      last += 2
    }
    #expect(done > 80 && refused > 100 && refunds > 10, "\(done), \(refused), \(refunds)")
  }
}
