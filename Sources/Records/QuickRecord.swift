/// What was captured. Open until it is organised into a transaction.
public struct QuickRecord: Hashable, Sendable {
  public var id: RecordID
  public var uuid: UUID
  public var fields: RecordFields
  public var sources: [Field: FieldSource]
  public var review: [ReviewNote]
  public var audio: AudioReference?
  /// The recording's name in the inbox, byte for byte; nil for a record from the keyboard.
  public var sourceName: FileName?
  /// The writer's own identifier (the sidecar's `id`).
  public var writerID: String?
  /// When the store recorded it.
  public var createdAt: Instant
  public var transactions: [RecordID]
  public var deleted: Bool

  public init(
    id: RecordID, uuid: UUID, fields: RecordFields, sources: [Field: FieldSource],
    review: [ReviewNote], audio: AudioReference?, sourceName: FileName?, writerID: String?,
    createdAt: Instant, transactions: [RecordID], deleted: Bool
  ) {
    self.id = id
    self.uuid = uuid
    self.fields = fields
    self.sources = sources
    self.review = review
    self.audio = audio
    self.sourceName = sourceName
    self.writerID = writerID
    self.createdAt = createdAt
    self.transactions = transactions
    self.deleted = deleted
  }

  public var organized: Bool { !transactions.isEmpty }

  /// Whether a person should look at it: its amount is missing, or something is unclear.
  public var needsReview: Bool { fields.amount == nil || !review.isEmpty }
}
