import Records
import SQLite

/// What keeps money from being counted twice: of a whole and its parts, and of what was merged and what came of it, one
/// side lives, and parts add up to their whole.
extension StoreWriter {
  /// Refused where something that has the money of this transaction lives, or could be brought back beside it.
  func requireCountedOnce(_ transaction: Transaction) throws(StoreError) {
    guard let elsewhere = try countedElsewhere(transaction) else { return }
    guard case .merged(let id, var last, let living, _) = elsewhere, living.isEmpty else {
      throw .refused(elsewhere)
    }
    // What it was put into may have been put into something else by then, and that again.
    var passed: Set<RecordID> = []
    while passed.insert(last).inserted, let merged = try self.transaction(last),
      case .merged(_, let next, _, _)? = try countedElsewhere(merged)
    { last = next }
    var needed: [RecordID] = []
    for record in try quickRecords(of: last) where try quickRecord(record)?.deleted == true {
      needed.append(record)
    }
    throw .refused(.merged(id, into: last, living: [], needing: needed))
  }

  private func countedElsewhere(_ transaction: Transaction) throws(StoreError) -> Refusal? {
    let id = transaction.id
    for whole in [transaction] + (try wholes(of: transaction)) {
      if whole.id != id, !whole.deleted { return .counted(id, in: [whole.id]) }
      if let merged = whole.mergedInto {
        return .merged(id, into: merged, living: try heirs(of: whole.id).living)
      }
    }
    let heirs = try heirs(of: id)
    if let merged = heirs.mergers.first {
      return .merged(id, into: merged, living: heirs.living)
    }
    return heirs.living.isEmpty ? nil : .counted(id, in: heirs.living)
  }

  /// The parts of a whole that is brought back are in it again.
  func takeIn(partsOf whole: RecordID) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE transaction_record SET merged_into = part_of WHERE part_of = ? AND merged_into IS NULL",
        whole.number)
    }
  }

  /// A part keeps what makes it a part.
  func requireSameShare(
    of transaction: Transaction, in fields: RecordFields
  ) throws(StoreError) {
    guard let whole = transaction.partOf else { return }
    guard fields.amount == transaction.fields.amount, fields.type == transaction.fields.type else {
      throw .refused(.isPart(transaction.id, of: whole))
    }
  }

  /// The making of a transaction cannot be taken back while another names it.
  func requireUnnamed(transaction id: RecordID) throws(StoreError) {
    let name = try run { database throws(SQLiteError) in
      try database.firstRow(
        """
        SELECT id FROM transaction_record WHERE part_of = ?1
          UNION ALL SELECT id FROM transaction_record WHERE merged_into = ?1
          UNION ALL SELECT id FROM transaction_record WHERE refund_of = ?1
        """, id.number
      ) { RecordID(.transaction, $0.integer()) }
    }
    if let name { throw .refused(.namedByTransaction(id, name)) }
  }

  /// What a transaction names that was brought back must be there, and it must be what it says.
  func requireNamed(by transaction: Transaction) throws(StoreError) {
    for other in [transaction.partOf, transaction.mergedInto, transaction.refundOf] {
      if let other, try self.transaction(other) == nil { throw .refused(.noSuchRecord(other)) }
    }
    if !transaction.deleted {
      try requireTrueRefund(RefundSide(transaction), as: transaction.id)
    }
    try requireTrueRefunds(of: transaction, being: RefundSide(transaction))
  }
}
