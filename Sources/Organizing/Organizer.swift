import Records
import Storage

/// What a record means where nothing says it.
public struct OrganizingRules: Sendable {
  public var type: TransactionType
  /// Reads amounts; its configured currency is that of a record without one.
  public var amounts: AmountReader
  public var zone: TimeZoneRules
  /// What the inboxes let the store know of places. What a person says of a place is always kept.
  public var places: PlaceRules

  public init(
    type: TransactionType, amounts: AmountReader, zone: TimeZoneRules,
    places: PlaceRules = PlaceRules()
  ) {
    self.type = type
    self.amounts = amounts
    self.zone = zone
    self.places = places
  }
}

/// Turns quick records into transactions, and back where that can be. Each call is one database transaction: all of
/// it, or nothing.
public struct Organizer {
  let store: Store
  let rules: OrganizingRules
  let now: Instant

  public init(store: Store, rules: OrganizingRules, now: Instant) {
    self.store = store
    self.rules = rules
    self.now = now
  }

  /// One transaction for each quick record, with what was captured but for what the changes give. A record that is
  /// organised already is refused, naming its transaction.
  public func organize(
    _ ids: [RecordID], _ changes: FieldChanges, dryRun: Bool = false
  ) throws -> [Transaction] {
    try changing(.organize, dryRun) { writer in
      try ids.map { id in try organize(try writer.existing(id), changes, writer) }
    }
  }

  func organize(
    _ record: QuickRecord, _ changes: FieldChanges, _ writer: StoreWriter
  ) throws -> Transaction {
    var (fields, sources) = try changes.applied(
      to: record.fields, sources: record.sources, amounts: rules.amounts)
    try record.requireNoGuess(ofCurrency: sources, rules.amounts)
    if fields.type == nil {
      fields.type = rules.type
      sources[.type] = .defaults
    }
    let refundOf = changes.refund?.original
    if refundOf != nil { fields.becomeRefund(&sources, isTypeGiven: changes.type != nil) }
    let createdAt = Timestamp(
      record.createdAt, offset: rules.zone.offset(record.createdAt.seconds))
    let id = try writer.organize(
      NewTransaction(
        uuid: UUID(milliseconds: now.milliseconds), fields: fields,
        occurredAt: changes.at ?? fields.capturedAt ?? .time(createdAt),
        quickRecords: [record.id], sources: sources, createdAt: now, refundOf: refundOf))
    guard let transaction = try writer.transaction(id) else {
      throw StoreError.refused(.noSuchRecord(id))
    }
    return transaction
  }

  /// Deleting is soft: `restore` brings everything back.
  public func delete(_ ids: [RecordID], dryRun: Bool = false) throws {
    try changing(.delete, dryRun) { writer in
      for id in ids { try writer.delete(id, at: now) }
    }
  }

  /// Those that are not deleted are left as they are; answers which were. Where none was, nothing is done.
  @discardableResult
  public func restore(_ ids: [RecordID], dryRun: Bool = false) throws -> [RecordID] {
    try rollingBack(if: dryRun) { writer in
      let deleted = try ids.filter { try writer.record($0).isDeleted }
      if deleted.isEmpty { return [] }
      return try writer.soleOperation(.restore, by: .organize, at: now) {
        try deleted.filter { try writer.restore($0) }
      }
    }
  }

  /// Drops quarantine items; their files stay until they are purged.
  public func drop(_ ids: [RecordID], dryRun: Bool = false) throws {
    try changing(.drop, dryRun) { writer in
      for id in ids { try writer.setState(id, to: .dropped) }
    }
  }

  /// What one command changes is one operation, which one `undo` takes back.
  func changing<Result>(
    _ kind: OperationKind, _ isDryRun: Bool, _ body: (StoreWriter) throws -> Result
  ) throws -> Result {
    try rollingBack(if: isDryRun) { writer in
      try writer.soleOperation(kind, by: .organize, at: now) { try body(writer) }
    }
  }

  /// Does everything, so that a dry run finds every refusal, and takes it back.
  func rollingBack<Result>(
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
