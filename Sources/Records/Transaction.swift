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
