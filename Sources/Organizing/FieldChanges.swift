import Records

/// What a person says of a record: the fields that were given, and nothing about the others.
public struct FieldChanges: Hashable, Sendable {
  /// As it was written: what it means can depend on the currency of the record.
  public var amount: String?
  /// That of the amount, or without one what the captured number was meant in.
  public var currency: Currency?
  public var type: TransactionType?
  public var at: Moment?
  public var placeName: String?
  public var coordinates: Coordinates?
  /// What it had of a place is gone, the coordinates with the name; what is given stands alone.
  public var removesPlace = false
  /// It has no coordinates but those that are given; the name stays.
  public var removesCoordinates = false
  public var note: String?
  public var addTags: [Tag] = []
  public var removeTags: [Tag] = []
  public var refund: RefundChange?
  /// Review notes of a quick record that somebody has looked at: they are gone, and its fields stay.
  public var clearNotes: Set<ReviewCode> = []

  public init() {}

  /// The fields with the changes in, each changed one now known from its user. `amounts` reads for a record that has
  /// no currency of its own.
  public func applied(
    to fields: RecordFields, sources: [Field: FieldSource], amounts: AmountReader
  ) throws(FieldRefusal) -> (fields: RecordFields, sources: [Field: FieldSource]) {
    var fields = fields
    var sources = sources
    if let amount {
      try set(amount, in: &fields, &sources, amounts)
    } else if let currency {
      try set(currency, in: &fields, amounts.decimalMark)
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
    if sayPlace {
      fields.place = changed(fields.place)
      sources[.place] = .user
    }
    if !addTags.isEmpty || !removeTags.isEmpty {
      fields.tags = (fields.tags + addTags).withoutRepeats.filter { !removeTags.contains($0) }
      sources[.tags] = .user
    }
    return (fields, sources)
  }

  /// Whether they say something of the place.
  var sayPlace: Bool {
    removesPlace || removesCoordinates || placeName != nil || coordinates != nil
  }

  /// Another name alone leaves the coordinates: where it was is no part of how it is called.
  private func changed(_ place: Place?) -> Place? {
    let old = removesPlace ? nil : place
    let kept = removesCoordinates ? nil : old?.coordinates
    return Place(name: placeName ?? old?.name, coordinates: coordinates ?? kept)
  }

  private func set(
    _ text: String, in fields: inout RecordFields, _ sources: inout [Field: FieldSource],
    _ amounts: AmountReader
  ) throws(FieldRefusal) {
    let reader = AmountReader(
      configured: fields.currency ?? amounts.configured, decimalMark: amounts.decimalMark)
    switch reader.read(text, key: currency) {
    case .absent:
      throw FieldRefusal(
        code: .amountUnclear, message: "The amount is blank.", decimalMark: amounts.decimalMark)
    case .unclear(let unclear):
      throw FieldRefusal(
        code: unclear.code, message: "'\(text)': \(unclear.message)",
        decimalMark: amounts.decimalMark)
    case .money(let money, let isCurrencyGiven):
      if isCurrencyGiven {
        sources[.currency] = .user
      } else if fields.currency == nil {
        sources[.currency] = .defaults
      }
      fields.amount = money
      fields.currency = money.currency
      sources[.amount] = .user
    }
  }

  /// The number stays; nothing is converted.
  private func set(
    _ currency: Currency, in fields: inout RecordFields, _ mark: DecimalMark
  ) throws(FieldRefusal) {
    if let captured = fields.amount {
      guard let amount = captured.sameNumber(in: currency) else {
        throw FieldRefusal(
          code: .amountTooPrecise,
          message:
            "\(mark.applied(to: captured.number)) has more decimals than \(currency.code), so give the amount.",
          decimalMark: mark)
      }
      fields.amount = amount
    }
    fields.currency = currency
  }
}

/// A field that was given and is not taken, with the reason as a whole sentence.
public struct FieldRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: ReviewCode
  public let message: String
  /// That of the person who gave it.
  public let decimalMark: DecimalMark
  public var description: String { message }
}
