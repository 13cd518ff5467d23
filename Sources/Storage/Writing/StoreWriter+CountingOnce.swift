import Records
import SQLite

/// What keeps money from being counted twice: of a whole and its parts, and of what was merged and what came of it, one
/// side lives, and parts add up to their whole.
extension StoreWriter {
  /// Refused where something that has the money of this transaction lives, or could be brought back beside it.
  func requireCountedOnce(_ transaction: Transaction) throws(StoreError) {
    let id = transaction.id
    for whole in [transaction] + (try wholes(of: transaction)) {
      if whole.id != id, !whole.deleted { throw .refused(.counted(id, in: [whole.id])) }
      if let merged = whole.mergedInto {
        throw .refused(.merged(id, into: merged, living: try heirs(of: whole.id).living))
      }
    }
    let heirs = try heirs(of: id)
    if let merged = heirs.mergers.first {
      throw .refused(.merged(id, into: merged, living: heirs.living))
    }
    if !heirs.living.isEmpty { throw .refused(.counted(id, in: heirs.living)) }
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

  /// An expense of which money came back stays one, in its currency.
  func requireSameKind(
    of transaction: Transaction, in fields: RecordFields
  ) throws(StoreError) {
    for id in transaction.refunds {
      guard let refund = try self.transaction(id), !refund.deleted else { continue }
      guard fields.isRefundable, refund.fields.currency == fields.currency else {
        throw .refused(.refunded(transaction.id, by: id))
      }
    }
  }

  /// Refused where these fields of `id` are none of a refund, or where `original` is not there, deleted, or nothing of which
  /// money in this currency can come back.
  func requireRefundable(
    _ original: RecordID, by fields: RecordFields, of id: RecordID
  ) throws(StoreError) {
    guard fields.type == .expense, let amount = fields.amount, amount.minorUnits < 0 else {
      throw .refused(.noRefund(id, of: original))
    }
    if try transaction(id)?.refundOf == original {
      // What became of it since is no fault of the refund.
      guard try transaction(original)?.fields.currency == amount.currency else {
        throw .refused(.refundCurrency(id, of: original))
      }
      return
    }
    let refunded = try liveTransaction(original)
    guard refunded.fields.isRefundable, original != id else {
      throw .refused(.notRefundable(original))
    }
    guard refunded.fields.currency == amount.currency else {
      throw .refused(.refundCurrency(id, of: original))
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
    if let original = transaction.refundOf, !transaction.deleted {
      try requireRefundable(original, by: transaction.fields, of: transaction.id)
    }
    try requireSameKind(of: transaction, in: transaction.fields)
  }
}

extension RecordFields {
  fileprivate var isRefundable: Bool { type == .expense && (amount?.minorUnits ?? 0) > 0 }
}
