import Records
import Storage

/// Turns quick records into transactions, and back where that can be. Each call is one database transaction: all of
/// it, or nothing.
public struct Organizer {
  private let store: Store
  private let defaultType: TransactionType
  private let now: Instant

  public init(store: Store, defaultType: TransactionType, now: Instant) {
    self.store = store
    self.defaultType = defaultType
    self.now = now
  }

  /// One transaction for each quick record, with what was captured but for what the changes give. A record that is
  /// organised already is refused, naming its transaction.
  public func organize(
    _ ids: [RecordID], _ changes: FieldChanges, dryRun: Bool = false
  ) throws -> [Transaction] {
    try rollingBack(if: dryRun) { writer in
      try ids.map { id in
        guard let record = try writer.quickRecord(id) else {
          throw StoreError.refused(.noSuchRecord(id))
        }
        return try writer.operation(.organize, by: .organize, at: now) {
          try organize(record, changes, writer)
        }
      }
    }
  }

  private func organize(
    _ record: QuickRecord, _ changes: FieldChanges, _ writer: StoreWriter
  ) throws -> Transaction {
    var (fields, sources) = changes.applied(to: record.fields, sources: record.sources)
    if fields.type == nil {
      fields.type = defaultType
      sources[.type] = .defaults
    }
    let occurredAt =
      changes.at ?? fields.capturedAt
      ?? .time(Timestamp(record.createdAt, offset: 0))
    let id = try writer.organize(
      NewTransaction(
        uuid: UUID(milliseconds: now.milliseconds), fields: fields, occurredAt: occurredAt,
        quickRecords: [record.id], sources: sources, createdAt: now))
    guard let transaction = try writer.transaction(id) else {
      throw StoreError.refused(.noSuchRecord(id))
    }
    return transaction
  }

  /// A quick record from the keyboard.
  public func add(
    _ fields: RecordFields, sources: [Field: FieldSource], dryRun: Bool = false
  ) throws -> QuickRecord {
    try rollingBack(if: dryRun) { writer in
      try writer.operation(.capture, by: .organize, at: now) {
        let id = try writer.insert(
          NewQuickRecord(
            uuid: UUID(milliseconds: now.milliseconds), fields: fields, sources: sources,
            createdAt: now))
        guard let record = try writer.quickRecord(id) else {
          throw StoreError.refused(.noSuchRecord(id))
        }
        return record
      }
    }
  }

  /// Deleting is soft: `restore` brings everything back.
  public func delete(_ ids: [RecordID], dryRun: Bool = false) throws {
    try rollingBack(if: dryRun) { writer in
      for id in ids {
        try writer.operation(.delete, by: .organize, at: now) { try writer.delete(id, at: now) }
      }
    }
  }

  /// Those that were not deleted are left as they are.
  public func restore(_ ids: [RecordID], dryRun: Bool = false) throws {
    try rollingBack(if: dryRun) { writer in
      for id in ids {
        try writer.operation(.restore, by: .organize, at: now) { _ = try writer.restore(id) }
      }
    }
  }

  /// Drops quarantine items; their files stay until they are purged.
  public func drop(_ ids: [RecordID], dryRun: Bool = false) throws {
    try rollingBack(if: dryRun) { writer in
      for id in ids {
        try writer.operation(.drop, by: .organize, at: now) {
          try writer.setState(id, to: .dropped)
        }
      }
    }
  }

  /// Does everything, so that a dry run finds every refusal, and takes it back.
  private func rollingBack<Result>(
    if isDryRun: Bool, _ body: (StoreWriter) throws -> Result
  ) throws -> Result {
    guard isDryRun else { return try store.write(body) }
    var result: Result?
    do {
      try store.write { writer in
        result = try body(writer)
        throw DryRun()
      }
    } catch is DryRun {}
    guard let result else { throw DryRun() }
    return result
  }

  private struct DryRun: Error {}
}
