import Records
import Storage

extension Organizer {
  /// What came of saving a form.
  public struct Saved: Sendable {
    public let id: RecordID
    /// The transaction that was made; nil where the record itself was changed.
    public let transaction: Transaction?
    /// The number that `undo(operation:)` takes; nil where the record was as the form says already.
    public let operation: Int64?
  }

  /// The record as the form begins with it. Refused where it is deleted, or organised already.
  public func subject(
    _ id: RecordID, _ reader: StoreReader
  ) throws(StoreError) -> RecordForm.Subject {
    guard id.kind == .quickRecord else {
      guard let transaction = try reader.transaction(id) else {
        throw .refused(.noSuchRecord(id))
      }
      if transaction.deleted { throw .refused(.deleted(id)) }
      return .transaction(transaction)
    }
    guard let record = try reader.quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
    if record.deleted { throw .refused(.deleted(id)) }
    if let transaction = record.transactions.first {
      throw .refused(.alreadyOrganized(id, as: transaction))
    }
    return .quickRecord(record)
  }

  /// Nobody saves what he has not seen.
  private func requireUnchanged(_ form: RecordForm, _ reader: StoreReader) throws(StoreError) {
    guard try subject(form.id, reader) == form.subject else {
      throw .refused(.changedSinceShown(form.id))
    }
  }

  /// Saves the changes of a form of one record, as `edit` does. Refused where the record is not what the form began with.
  public func edit(_ form: RecordForm, dryRun: Bool = false) throws -> Edited {
    try changing(.edit, dryRun) { writer in
      try requireUnchanged(form, writer)
      return try edit([form.id], form.changes, writer)
    }
  }

  /// Saves what stands in a form, as one operation. Refused where the record is not what the form began with.
  public func save(_ form: RecordForm) throws -> Saved {
    let kind: OperationKind = form.isOrganizing ? .organize : .edit
    return try store.write { writer in
      try requireUnchanged(form, writer)
      let before = try writer.operations(of: form.id).last?.number
      let made = try writer.operation(kind, by: .organize, at: now) {
        if form.isOrganizing {
          return try organize(try writer.existing(form.id), form.changes, writer) as Transaction?
        }
        var edited = Edited()
        try edit(form.id, form.changes, writer, into: &edited)
        return nil
      }
      let id = made?.id ?? form.id
      let last = try writer.operations(of: id).last?.number
      return Saved(id: id, transaction: made, operation: last == before ? nil : last)
    }
  }
}
