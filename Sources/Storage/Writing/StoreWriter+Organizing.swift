import Records
import SQLite

extension StoreWriter {
  /// Makes a transaction and marks its quick records organised. Refused where one of them is deleted or organised
  /// already (naming the transaction), and where amount or type is missing.
  public func organize(_ new: NewTransaction) throws(StoreError) -> RecordID {
    guard let first = new.quickRecords.first else {
      preconditionFailure("a transaction has at least one quick record")
    }
    for id in new.quickRecords { _ = try openQuickRecord(id) }
    guard new.fields.amount != nil else { throw .refused(.missing(.amount, of: first)) }
    guard new.fields.type != nil else { throw .refused(.missing(.type, of: first)) }
    try requireTrueNewRefund(RefundSide(nil, new.fields, refundOf: new.refundOf), as: first)
    let id = try insert(new, as: first)
    try run { database throws(SQLiteError) in
      for (position, quickRecord) in new.quickRecords.enumerated() {
        try database.run(
          "INSERT INTO transaction_quick_record (transaction_record, quick_record) VALUES (?, ?)",
          id.number, quickRecord.number)
        try database.run(
          """
          INSERT INTO transaction_recording (transaction_record, audio, position)
            SELECT ?, audio, ? FROM quick_record WHERE id = ? AND audio IS NOT NULL
          """, id.number, position, quickRecord.number)
        try database.run(
          "UPDATE quick_record SET organized_at = ? WHERE id = ?", new.createdAt.nanoseconds,
          quickRecord.number)
      }
    }
    return id
  }

  /// The row of a transaction with its tags, and no quick records and recordings yet. Refused, by the name of what it is made
  /// of, where it would be a false refund.
  func insert(_ new: NewTransaction, as name: RecordID) throws(StoreError) -> RecordID {
    try requireTrueRefund(RefundSide(nil, new.fields, refundOf: new.refundOf), as: name)
    let id = try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO transaction_record (uuid, created_at, \(StoredFields.columns), sources,
            occurred_at, occurred_instant, occurred_day, part_of, refund_of)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [new.uuid.description, new.createdAt.nanoseconds] + StoredFields.values(of: new.fields) + [
          StoredFields.text(of: new.sources), new.occurredAt.description,
          new.occurredAt.instant.nanoseconds, new.occurredAt.day.description,
          new.partOf?.number, new.refundOf?.number,
        ])
      return RecordID(.transaction, database.lastInsertedRow)
    }
    try insertTags(new.fields.tags, of: id)
    return id
  }
}
