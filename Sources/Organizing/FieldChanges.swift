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
  /// It has no place; no other is given then.
  public var removesPlace = false
  public var note: String?
  public var addTags: [Tag] = []
  public var removeTags: [Tag] = []
  public var refund: RefundChange?

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
    if removesPlace {
      fields.place = nil
      sources[.place] = .user
    } else if placeName != nil || coordinates != nil {
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
