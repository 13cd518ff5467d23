import Records
import Storage

@testable import Organizing

extension OpenStore {
  /// A transaction of a capture with a recording.
  func transaction(
    _ minorUnits: Int64, _ tags: [String] = [], recording seed: Int, note: String? = nil,
    type: TransactionType = .expense, currency: String = "TWD"
  ) throws -> Transaction {
    let quick = try capture(
      RecordFields(
        amount: money(minorUnits, currency), tags: try tags.map(tag), type: type, note: note),
      recording: seed)
    guard let made = try organizer.organize([quick], FieldChanges()).first else {
      throw StoreError.refused(.noSuchRecord(quick))
    }
    return made
  }

  func transaction(_ id: RecordID) throws -> Transaction? {
    try store.read { try $0.transaction(id) }
  }

  /// Of all live transactions, in minor units.
  func spent(_ tags: String...) throws -> [Int128] {
    var query = RecordQuery(.all)
    query.tags = try tags.map(tag)
    return Totals(try store.read { try $0.transactions(query) }).expense.map(\.minorUnits)
  }

  /// What an undo and a redo of the last operation make of everything, which was `before`.
  func isUndone(to before: [String]) throws -> Bool {
    let after = try dump()
    _ = try organizer.undo(1)
    let isUndone = try dump() == before
    _ = try organizer.redo(1)
    return try isUndone && dump() == after && before != after
  }
}

/// Amounts in minor units.
func units(_ transactions: [Transaction]) -> [Int64] {
  transactions.compactMap(\.fields.amount?.minorUnits)
}
