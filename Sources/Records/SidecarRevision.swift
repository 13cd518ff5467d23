/// What a sidecar that comes after its record changes of it (`inbox.md`, "Waiting for the other half").
public struct SidecarRevision: Hashable, Sendable {
  public var fields: RecordFields
  public var sources: [Field: FieldSource]
  public var review: [ReviewNote]
  public var writerID: String?

  /// It sets the keys that it carries, never a field that a person has set: that gets a `conflict` note. A match by
  /// name alone is noted too, since recorders reuse names.
  public init(of record: QuickRecord, by sidecar: Sidecar, matchedByNameAlone: Bool) {
    fields = record.fields
    sources = record.sources
    review = record.review
    writerID = record.writerID ?? sidecar.writerID
    var refused: [Field] = []
    for field in Field.allCases where sidecar.given.contains(field) {
      if record.sources[field] == .user {
        if !hasSameValue(field, in: record.fields, and: sidecar.fields) { refused.append(field) }
        continue
      }
      set(field, from: sidecar.fields)
      sources[field] = .sidecar
      review.removeAll { $0.field == field }
    }
    if sources[.amount] == .sidecar && sidecar.given.contains(.amount)
      && !sidecar.given.contains(.currency)
    {
      sources[.currency] = .defaults
    }
    review += sidecar.review.filter { record.sources[$0.field] != .user }
    review += refused.map { field in
      ReviewNote(
        field: field, code: .conflict,
        message: "A later sidecar has another value, and the one that you set was kept.",
        text: text(of: field, in: sidecar.fields))
    }
    if matchedByNameAlone {
      review.append(
        ReviewNote(
          field: .audio, code: .revisedLate,
          message:
            "The sidecar came late, and only its name says that it belongs to this recording.",
          text: nil))
    }
  }

  private mutating func set(_ field: Field, from other: RecordFields) {
    switch field {
    case .amount:
      fields.amount = other.amount
      fields.currency = other.currency
    case .currency: setCurrency(other.currency, withAmount: other.amount != nil)
    case .tags: fields.tags = other.tags
    case .capturedAt: fields.capturedAt = other.capturedAt
    case .place: fields.place = other.place
    case .type: fields.type = other.type
    case .note: fields.note = other.note
    case .id, .audio: break
    }
  }

  /// A currency without an amount says what the amount that is there was meant in, where its digits fit.
  private mutating func setCurrency(_ currency: Currency?, withAmount: Bool) {
    guard !withAmount, let currency else { return }
    guard let amount = fields.amount else {
      fields.currency = currency
      return
    }
    if let amount = amount.sameNumber(in: currency) {
      fields.amount = amount
      fields.currency = currency
    } else {
      review.append(
        ReviewNote(
          field: .currency, code: .conflict,
          message: "A later sidecar names a currency that has fewer decimals than the amount.",
          text: currency.code))
    }
  }

  private func hasSameValue(_ field: Field, in one: RecordFields, and other: RecordFields) -> Bool {
    text(of: field, in: one) == text(of: field, in: other)
  }

  private func text(of field: Field, in fields: RecordFields) -> String? {
    switch field {
    case .amount: fields.amount?.description
    case .currency: fields.currency?.code
    case .tags: fields.tags.map(\.name).joined(separator: ", ")
    case .capturedAt: fields.capturedAt?.description
    case .place:
      fields.place.map { place in
        [place.name, place.coordinates?.latitude, place.coordinates?.longitude].compactMap { $0 }
          .joined(separator: ", ")
      }
    case .type: fields.type?.rawValue
    case .note: fields.note
    case .id, .audio: nil
    }
  }
}
