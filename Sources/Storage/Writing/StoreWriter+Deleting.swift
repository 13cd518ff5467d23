import Records
import SQLite

/// Deleting is soft and keeps every link. An organised record stays organised when its transaction is deleted, so
/// that restoring the transaction gives back exactly what was.
extension StoreWriter {
  /// Refused where the record is deleted already, naming what lives of one that was split or merged, and for a quick
  /// record whose transaction lives.
  public func delete(_ id: RecordID, at: Instant) throws(StoreError) {
    switch id.kind {
    case .quickRecord:
      guard let record = try quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
      if record.deleted { throw .refused(.deleted(id)) }
      for transaction in record.transactions where try !isDeletedTransaction(transaction) {
        throw .refused(.neededBy(id, transaction: transaction))
      }
    case .transaction: _ = try liveTransaction(id)
    case .quarantine: throw .refused(.noSuchRecord(id))
    }
    try setDeleted(id, at.nanoseconds)
  }

  /// Refused for a quick record whose recording has a live twin, naming it; for a transaction whose quick record is deleted
  /// or open again; and for one whose money is counted in others, which it names. False where the record was not deleted, which changes nothing.
  @discardableResult
  public func restore(_ id: RecordID) throws(StoreError) -> Bool {
    switch id.kind {
    case .quickRecord:
      guard let record = try quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
      guard record.deleted else { return false }
      if let digest = record.audio?.sha256, let twin = try liveTwin(of: digest) {
        throw .refused(.liveTwin(id, twin: twin))
      }
    case .transaction:
      guard let transaction = try transaction(id) else { throw .refused(.noSuchRecord(id)) }
      guard transaction.deleted else { return false }
      if transaction.quickRecords.isEmpty { throw .refused(.reopened(id)) }
      try requireCountedOnce(transaction)
      if let original = transaction.refundOf {
        try requireRefundable(original, by: transaction.fields, of: id)
      }
      for quickRecord in transaction.quickRecords
      where try self.quickRecord(quickRecord)?.deleted == true {
        throw .refused(.needs(id, quickRecord: quickRecord))
      }
      try takeIn(partsOf: id)
    case .quarantine: throw .refused(.noSuchRecord(id))
    }
    try setDeleted(id, nil)
    return true
  }

  private func isDeletedTransaction(_ id: RecordID) throws(StoreError) -> Bool {
    try run { database throws(SQLiteError) in
      try database.integer(
        "SELECT deleted_at IS NOT NULL FROM transaction_record WHERE id = ?", id.number) == 1
    }
  }

  private func setDeleted(_ id: RecordID, _ at: Int64?) throws(StoreError) {
    let table = id.kind == .transaction ? "transaction_record" : "quick_record"
    try run { database throws(SQLiteError) in
      try database.run("UPDATE \(table) SET deleted_at = ? WHERE id = ?", at, id.number)
    }
  }
}
