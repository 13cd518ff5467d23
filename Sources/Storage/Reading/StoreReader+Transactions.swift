import Records
import SQLite

extension StoreReader {
  /// Deleted ones too; nil when the number was never given.
  public func transaction(_ id: RecordID) throws(StoreError) -> Transaction? {
    guard id.kind == .transaction else { return nil }
    return try transactions(where: "transaction_record.id = ?", [id.number]).first
  }

  /// By day and time, oldest first.
  public func transactions(_ query: RecordQuery) throws(StoreError) -> [Transaction] {
    let condition = query.condition(.transaction)
    return try transactions(where: condition.sql, condition.values)
  }

  func transactions(
    where condition: String, _ values: [any Bindable]
  ) throws(StoreError) -> [Transaction] {
    let found = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT id, uuid, created_at, \(StoredFields.columns), occurred_at, sources,
            deleted_at IS NOT NULL, \(StoredLinks.columns(ofSchema: schema))
          FROM transaction_record WHERE \(condition)
          ORDER BY occurred_day, occurred_instant, id
        """, values
      ) { row -> (Transaction, String)? in
        let number = row.integer()
        let uuid = row.text()
        let createdAt = Instant(nanoseconds: row.integer())
        let fields = StoredFields.read(&row)
        guard let occurredAt = Moment(stored: row.text()) else { return nil }
        let sources = row.text()
        var transaction = Transaction(
          id: RecordID(.transaction, number), uuid: UUID(stored: uuid), fields: fields,
          occurredAt: occurredAt, quickRecords: [], recordings: [], sources: [:],
          createdAt: createdAt, deleted: row.bool())
        StoredLinks.read(&row, into: &transaction)
        return (transaction, sources)
      }
    }
    var transactions: [Transaction] = []
    transactions.reserveCapacity(found.count)
    for case (var transaction, let sources)? in found {
      transaction.sources = try self.sources(sources)
      transaction.fields.tags = try tags(of: transaction.id)
      transaction.quickRecords = try quickRecords(of: transaction.id)
      transaction.recordings = try recordings(of: transaction.id)
      transactions.append(transaction)
    }
    return transactions
  }

  func quickRecords(of id: RecordID) throws(StoreError) -> [RecordID] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT quick_record FROM transaction_quick_record WHERE transaction_record = ? ORDER BY id",
        id.number
      ) { RecordID(.quickRecord, $0.integer()) }
    }
  }

  private func recordings(of id: RecordID) throws(StoreError) -> [AudioReference] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT \(StoredAudio.columns(ofSchema: schema))
          FROM transaction_recording JOIN audio ON audio.id = transaction_recording.audio
          WHERE transaction_record = ? ORDER BY position
        """, id.number
      ) { StoredAudio.read(&$0) }
    }.compactMap { $0 }
  }
}
