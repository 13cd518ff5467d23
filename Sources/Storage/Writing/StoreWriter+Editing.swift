import Records
import SQLite

extension StoreWriter {
  /// Replaces the fields of a transaction. Refused where it is deleted, without an amount or a type, and where what must
  /// hold between it and its whole, or between an expense and its refunds, would not hold any more.
  public func update(
    _ id: RecordID, fields: RecordFields, occurredAt: Moment, sources: [Field: FieldSource],
    refundOf: RecordID? = nil
  ) throws(StoreError) {
    let transaction = try liveTransaction(id)
    guard fields.amount != nil else { throw .refused(.missing(.amount, of: id)) }
    guard fields.type != nil else { throw .refused(.missing(.type, of: id)) }
    try requireSameShare(of: transaction, in: fields)
    let side = RefundSide(id, fields, refundOf: refundOf)
    try requireTrueRefunds(of: transaction, being: side, insteadOf: RefundSide(transaction))
    if refundOf == transaction.refundOf {
      try requireTrueRefund(side, as: id)
    } else {
      try requireTrueNewRefund(side, as: id)
    }
    try run { database throws(SQLiteError) in
      try database.run(
        """
        UPDATE transaction_record SET (\(StoredFields.columns), sources, occurred_at,
            occurred_instant, occurred_day, refund_of) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          WHERE id = ?
        """,
        StoredFields.values(of: fields) + [
          StoredFields.text(of: sources), occurredAt.description,
          occurredAt.instant.nanoseconds, occurredAt.day.description, refundOf?.number, id.number,
        ])
    }
    try replaceTags(of: id, transaction.fields.tags, by: fields.tags)
  }

  /// Deletes a transaction and makes its quick records open again, as they were captured. Refused where one of them has
  /// another live transaction, which it would be counted with twice.
  public func reopen(_ id: RecordID, at: Instant) throws(StoreError) {
    let transaction = try liveTransaction(id)
    for quickRecord in transaction.quickRecords {
      var living: [RecordID] = []
      for other in try transactions(of: quickRecord) where other != id {
        if try self.transaction(other)?.deleted == false { living.append(other) }
      }
      if !living.isEmpty { throw .refused(.shared(id, quickRecord: quickRecord, with: living)) }
    }
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE transaction_record SET deleted_at = ? WHERE id = ?", at.nanoseconds, id.number)
      // What is open is of no transaction; the journal knows of which it was. One that was made of others too, and is deleted,
      // is taken apart by this: it would be counted with them.
      for quickRecord in transaction.quickRecords {
        try database.run(
          """
          DELETE FROM transaction_quick_record WHERE transaction_record IN
            (SELECT transaction_record FROM transaction_quick_record WHERE quick_record = ?)
          """, quickRecord.number)
        try database.run(
          "UPDATE quick_record SET organized_at = NULL WHERE id = ?", quickRecord.number)
      }
    }
  }

  /// Refused where it is deleted: naming what lives of it, where it was split or merged.
  public func liveTransaction(_ id: RecordID) throws(StoreError) -> Transaction {
    guard let transaction = try transaction(id) else { throw .refused(.noSuchRecord(id)) }
    guard transaction.deleted else { return transaction }
    let living = try heirs(of: id).living
    guard living.isEmpty else { throw .refused(.superseded(id, by: living)) }
    throw .refused(
      try deleted(id) { () throws(StoreError) in try requireRestorable(transaction) })
  }

  func replaceTags(of id: RecordID, _ old: [Tag], by new: [Tag]) throws(StoreError) {
    let isSame = old.elementsEqual(new) {
      $0.key == $1.key && $0.name.utf8.elementsEqual($1.name.utf8)
    }
    if isSame { return }
    let (table, column) =
      id.kind == .transaction
      ? ("transaction_tag", "transaction_record") : ("quick_record_tag", "quick_record")
    try run { database throws(SQLiteError) in
      try database.run("DELETE FROM \(table) WHERE \(column) = ?", id.number)
    }
    try insertTags(new, of: id)
  }
}
