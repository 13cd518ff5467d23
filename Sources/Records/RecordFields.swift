/// The fields that a quick record and a transaction share: one form serves both.
public struct RecordFields: Hashable, Sendable {
  /// Nil is "not known", never zero.
  public var amount: Money?
  /// The currency that was given where the amount is missing; with an amount, the amount's.
  public var currency: Currency?
  /// In order of first appearance; no two with the same key.
  public var tags: [Tag]
  /// A hint on a quick record; set on a transaction.
  public var type: TransactionType?
  public var note: String?
  public var capturedAt: Moment?
  public var place: Place?

  public init(
    amount: Money? = nil, currency: Currency? = nil, tags: [Tag] = [], type: TransactionType? = nil,
    note: String? = nil, capturedAt: Moment? = nil, place: Place? = nil
  ) {
    self.amount = amount
    self.currency = amount?.currency ?? currency
    self.tags = tags
    self.type = type
    self.note = note
    self.capturedAt = capturedAt
    self.place = place
  }
}
