import JSON

/// Reads an amount digit by digit, never through a float (`records.md`, "Money"). What has two readings, or none, is
/// unclear and never guessed.
public struct AmountReader: Sendable {
  /// The configured currency: what an amount without any sign is in, and what picks among those of a sign.
  public let configured: Currency
  public let decimalMark: DecimalMark

  public init(configured: Currency, decimalMark: DecimalMark = .auto) {
    self.configured = configured
    self.decimalMark = decimalMark
  }

  public enum Reading: Hashable, Sendable {
    /// Nothing was given: that is not zero.
    case absent
    /// `isCurrencyGiven` is false where the configured currency had to decide: there was no sign, or one that
    /// several currencies share.
    case money(Money, isCurrencyGiven: Bool)
    case unclear(Unclear)
  }

  /// Why an amount is not taken: a code and a whole sentence.
  public struct Unclear: Error, Hashable, Sendable {
    public let code: ReviewCode
    public let message: String
  }

  /// A value of a JSON document. `key` is the currency named beside it.
  public func read(_ value: JSONValue, key: Currency? = nil) -> Reading {
    switch value {
    case .null: return .absent
    case .string(let text): return read(text, key: key)
    case .number(let text):
      let currency = key ?? configured
      return money(
        currency, isGiven: key != nil
      ) { () throws(Unclear) in try DecimalNumber(json: text) }
    case .bool, .array, .object:
      return .unclear(
        Unclear(code: .amountUnclear, message: "The amount is neither a number nor a text."))
    }
  }

  /// Text as a person writes it.
  public func read(_ text: String, key: Currency? = nil) -> Reading {
    let written: WrittenAmount
    let choice: (currency: Currency, isGiven: Bool)
    do throws(Unclear) {
      guard let found = try WrittenAmount(text) else { return .absent }
      written = found
      choice = try choose(among: found.currencies, key: key)
    } catch { return .unclear(error) }
    return money(choice.currency, isGiven: choice.isGiven) {
      () throws(Unclear) in
      try DecimalNumber(
        written: written.number, isNegative: written.isNegative, currency: choice.currency,
        decimalMark: decimalMark)
    }
  }

  private func money(
    _ currency: Currency, isGiven: Bool, _ number: () throws(Unclear) -> DecimalNumber
  ) -> Reading {
    do throws(Unclear) {
      return .money(try number().money(in: currency), isCurrencyGiven: isGiven)
    } catch { return .unclear(error) }
  }

  /// The one currency that all signs and the key can mean; among several the configured one.
  private func choose(
    among signs: [[Currency]], key: Currency?
  ) throws(Unclear) -> (currency: Currency, isGiven: Bool) {
    let sets = signs + (key.map { [[$0]] } ?? [])
    guard var shared = sets.first else { return (configured, false) }
    for set in sets.dropFirst() { shared = shared.filter(set.contains) }
    if shared.count == 1 { return (shared[0], true) }
    if shared.contains(configured) { return (configured, false) }
    let names = shared.map(\.code).joined(separator: ", ")
    throw Unclear(
      code: .currencyAmbiguous,
      message: shared.isEmpty
        ? "The amount names two currencies that differ."
        : "The sign may mean \(names), and the configured currency is \(configured.code).")
  }
}
