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
      if record.deleted { throw .refused(try deleted(record)) }
      for transaction in record.transactions where try !isDeletedTransaction(transaction) {
        throw .refused(.neededBy(id, transaction: transaction))
      }
    case .transaction: _ = try liveTransaction(id)
    case .quarantine: throw .refused(.noSuchRecord(id))
    }
    try setDeleted(id, at.nanoseconds)
  }

  /// Refused for a quick record whose recording has a live twin, naming it; for a transaction whose quick record is
  /// deleted or open again; for one whose money is counted in others, which it names; and for a false refund. False
  /// where the record was not deleted, which changes nothing.
  @discardableResult
  public func restore(_ id: RecordID) throws(StoreError) -> Bool {
    switch id.kind {
    case .quickRecord:
      guard let record = try quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
      guard record.deleted else { return false }
      try requireRestorable(record)
    case .transaction:
      guard let transaction = try transaction(id) else { throw .refused(.noSuchRecord(id)) }
      guard transaction.deleted else { return false }
      try requireRestorable(transaction)
      try takeIn(partsOf: id)
    case .quarantine: throw .refused(.noSuchRecord(id))
    }
    try setDeleted(id, nil)
    return true
  }

  private func requireRestorable(_ record: QuickRecord) throws(StoreError) {
    if let digest = record.audio?.sha256, let twin = try liveTwin(of: digest) {
      throw .refused(.liveTwin(record.id, twin: twin))
    }
  }

  func requireRestorable(_ transaction: Transaction) throws(StoreError) {
    let id = transaction.id
    if transaction.quickRecords.isEmpty { throw .refused(.reopened(id)) }
    try requireCountedOnce(transaction)
    try requireTrueRefund(RefundSide(transaction), as: id)
    for quickRecord in transaction.quickRecords
    where try self.quickRecord(quickRecord)?.deleted == true {
      throw .refused(.needs(id, quickRecord: quickRecord))
    }
  }

  /// Why a deleted record is not changed.
  func deleted(_ record: QuickRecord) throws(StoreError) -> Refusal {
    try deleted(record.id) { () throws(StoreError) in try requireRestorable(record) }
  }

  /// The same of any record, with what is to be done first where it cannot be restored as it is.
  func deleted(
    _ id: RecordID, _ requireRestorable: () throws(StoreError) -> Void
  ) throws(StoreError) -> Refusal {
    do throws(StoreError) { try requireRestorable() } catch {
      guard case .refused(let why) = error else { throw error }
      return .deletedBehind(id, why)
    }
    return .deleted(id)
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
