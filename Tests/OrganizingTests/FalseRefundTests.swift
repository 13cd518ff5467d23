import Records
import Testing

@testable import Organizing
@testable import Storage

/// What programs before this one could leave behind.
@Suite("Refunds that break the rules")
struct FalseRefundTests {
  private let book: OpenStore
  private let paid: RecordID
  private let back: RecordID
  private let other: RecordID

  init() throws {
    book = try OpenStore()
    paid = try book.transaction(12_000, recording: 1).id
    back = try book.transaction(-5_000, recording: 2).id
    other = try book.transaction(30_000, recording: 3).id
  }

  enum Harm: String, CaseIterable {
    case ofIncome, ofNothing, ofRefund, ofItself, eachOther, otherCurrency, income, positive

    var sql: String {
      let changes =
        switch self {
        case .ofIncome: [(1, "type = 'income'"), (2, "refund_of = 1")]
        case .ofNothing: [(1, "amount = 0"), (2, "refund_of = 1")]
        case .ofRefund: [(1, "amount = -12000, refund_of = 3"), (2, "refund_of = 1")]
        case .ofItself: [(2, "refund_of = 2")]
        case .eachOther: [(1, "amount = -12000, refund_of = 2"), (2, "refund_of = 1")]
        case .otherCurrency: [(1, "currency = 'USD'"), (2, "refund_of = 1")]
        case .income: [(2, "refund_of = 1, type = 'income'")]
        case .positive: [(2, "refund_of = 1, amount = 5000")]
        }
      return changes.map { "UPDATE transaction_record SET \($0.1) WHERE id = \($0.0);" }.joined()
    }
  }

  private func doHarm(_ harm: Harm) throws {
    try book.store.write { writer in
      try writer.operation(.restore, by: .organize, at: OpenStore.noon) {
        try writer.connection.execute(harm.sql)
      }
    }
  }

  private func faults() throws -> [RecordID] {
    try book.store.read { try $0.shareFaults() }.map(\.record)
  }

  @Test("each is found, and mended by what the audit says", arguments: Harm.allCases)
  func found(_ harm: Harm) throws {
    try doHarm(harm)
    #expect(try faults().contains(back))
    var changes = FieldChanges()
    changes.refund = .withdrawn
    for id in try faults() { _ = try book.organizer.edit([id], changes) }
    #expect(try faults().isEmpty)
  }

  @Test("whatever is done then, the next undo takes it back", arguments: Harm.allCases)
  func undone(_ harm: Harm) throws {
    let start = try book.dump()
    try doHarm(harm)
    let before = try book.dump()
    var note = FieldChanges()
    note.note = "late"
    var none = FieldChanges()
    none.refund = .withdrawn
    let organizer = book.organizer
    let acts: [(RecordID) throws -> Void] = [
      { _ = try organizer.split($0, equally: 2) },
      { _ = try organizer.merge([$0, other]) },
      { _ = try organizer.edit([$0], note) },
      { _ = try organizer.edit([$0], none) },
      { try organizer.delete([$0]) },
      { _ = try organizer.reopen([$0]) },
    ]
    var done = 0
    for (index, act) in acts.enumerated() {
      for id in [paid, back] {
        do { try act(id) } catch { continue }
        let after = try book.dump()
        if after == before { continue }
        done += 1
        // A memo that comes meanwhile is no reason.
        let memo = try book.capture(RecordFields(note: "memo"), recording: 100 + 2 * index)
        let extra = try book.dump()
        _ = try organizer.undo(1)
        _ = try organizer.redo(1)
        #expect(try book.dump() == extra, "\(harm), act \(index), \(id)")
        _ = try organizer.undo(1)
        let capture = try #require(try book.store.read { try $0.operations(of: memo).first })
        _ = try organizer.undo(operation: capture.number)
        #expect(try book.dump() == before, "\(harm), act \(index), \(id)")
      }
    }
    #expect(done > 5, "\(done)")
    _ = try organizer.undo(1)
    #expect(try book.dump() == start)
  }
}
