/// A captured value that needs a person's eye: what is wrong, and the text as it was given.
public struct ReviewNote: Hashable, Sendable {
  public let field: Field
  public let code: ReviewCode
  /// A whole sentence.
  public let message: String
  /// The text as given; nil where there was none.
  public let text: String?

  public init(field: Field, code: ReviewCode, message: String, text: String?) {
    self.field = field
    self.code = code
    self.message = message
    self.text = text
  }
}

/// Stable codes of review notes (`inbox.md`, "Codes").
public enum ReviewCode: String, Sendable, CaseIterable {
  case amountUnclear = "amount-unclear"
  case ambiguousSeparator = "ambiguous-separator"
  case amountTooPrecise = "amount-too-precise"
  case amountTooLarge = "amount-too-large"
  case currencyUnknown = "currency-unknown"
  case currencyAmbiguous = "currency-ambiguous"
  case dateUnclear = "date-unclear"
  case dateImplausible = "date-implausible"
  case dateUncertain = "date-uncertain"
  case placeUnclear = "place-unclear"
  case tagRefused = "tag-refused"
  case typeUnknown = "type-unknown"
  case keyMisspelt = "key-misspelt"
  case valueUnclear = "value-unclear"
  case truncated
  case headerWrong = "header-wrong"
  case joined
  case silent
  case clipped
  case revisedLate = "revised-late"
  case conflict
}
