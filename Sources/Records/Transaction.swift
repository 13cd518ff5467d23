/// A finished record of income or expense.
public struct Transaction: Hashable, Sendable {
  public var id: RecordID
  public var uuid: UUID
  /// Amount and type are always set.
  public var fields: RecordFields
  public var occurredAt: Moment
  public var quickRecords: [RecordID]
  public var recordings: [AudioReference]
  public var sources: [Field: FieldSource]
  public var createdAt: Instant
  public var deleted: Bool
  /// The whole of which it is a part.
  public var partOf: RecordID?
  /// Its parts, deleted ones too; not those of an earlier split that were put together again.
  public var parts: [RecordID] = []
  /// What it was put into.
  public var mergedInto: RecordID?
  /// What was put into it.
  public var mergedFrom: [RecordID] = []
  /// The expense of which it gives money back.
  public var refundOf: RecordID?
  /// The transactions that give money of this one back, deleted ones too.
  public var refunds: [RecordID] = []

  public init(
    id: RecordID, uuid: UUID, fields: RecordFields, occurredAt: Moment, quickRecords: [RecordID],
    recordings: [AudioReference], sources: [Field: FieldSource], createdAt: Instant, deleted: Bool
  ) {
    self.id = id
    self.uuid = uuid
    self.fields = fields
    self.occurredAt = occurredAt
    self.quickRecords = quickRecords
    self.recordings = recordings
    self.sources = sources
    self.createdAt = createdAt
    self.deleted = deleted
  }
}
