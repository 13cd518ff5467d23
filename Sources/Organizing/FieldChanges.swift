import Records

/// What a person says of a record: the fields that were given, and nothing about the others.
public struct FieldChanges: Hashable, Sendable {
  public var amount: Money?
  public var type: TransactionType?
  public var at: Moment?
  public var placeName: String?
  public var coordinates: Coordinates?
  public var note: String?
  public var addTags: [Tag] = []
  public var removeTags: [Tag] = []

  public init() {}

  /// The fields with the changes in, each changed one now known from its user.
  public func applied(
    to fields: RecordFields, sources: [Field: FieldSource]
  ) -> (fields: RecordFields, sources: [Field: FieldSource]) {
    var fields = fields
    var sources = sources
    if let amount {
      fields.amount = amount
      fields.currency = amount.currency
      sources[.amount] = .user
      sources[.currency] = .user
    }
    if let type {
      fields.type = type
      sources[.type] = .user
    }
    if let note {
      fields.note = note.isEmpty ? nil : note
      sources[.note] = .user
    }
    if placeName != nil || coordinates != nil {
      // A new name alone is another place, so old coordinates do not stay with it.
      fields.place = Place(
        name: placeName ?? fields.place?.name,
        coordinates: coordinates ?? (placeName == nil ? fields.place?.coordinates : nil))
      sources[.place] = .user
    }
    if !addTags.isEmpty || !removeTags.isEmpty {
      fields.tags = (fields.tags + addTags).withoutRepeats.filter { !removeTags.contains($0) }
      sources[.tags] = .user
    }
    return (fields, sources)
  }
}
