/// A decimal number as digits: `digits` with the point `scale` places from their end. The value is exact.
struct DecimalNumber: Hashable, Sendable {
  var isNegative: Bool
  /// 0 to 9 each, without leading zeros; empty for zero.
  var digits: [UInt8]
  /// May be negative: `1e3` is [1] with scale -3.
  var scale: Int

  init(isNegative: Bool, digits: [UInt8], scale: Int) {
    self.isNegative = isNegative
    self.digits = Array(digits.drop { $0 == 0 })
    self.scale = scale
  }

  /// A number in the grammar of JSON: the point is decimal, and an exponent counts.
  init(json text: String) throws(AmountReader.Unclear) {
    // So many digits and zeros are no amount that anybody wrote, and an exponent could only lie beyond them.
    guard text.utf8.count <= 1000 else {
      throw AmountReader.Unclear(
        code: .amountTooLarge, message: "An amount has at most 18 digits, decimals among them.")
    }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    let digits = (parts[0] + fraction).utf8.map { $0 - UInt8(ascii: "0") }
    var scale = fraction.utf8.count
    if mantissa.endIndex < text.endIndex {
      let exponent = text[text.index(after: mantissa.endIndex)...]
      // An exponent of over 18 digits is beyond every amount; only its sign matters then.
      scale -=
        Int(exponent).map { min(max($0, -1_000_000), 1_000_000) }
        ?? (exponent.hasPrefix("-") ? -1_000_000 : 1_000_000)
    }
    self.init(isNegative: text.hasPrefix("-"), digits: digits, scale: scale)
  }

  /// The amount in whole minor units; zeros beyond the currency's digits are no precision.
  func money(in currency: Currency) throws(AmountReader.Unclear) -> Money {
    guard !digits.isEmpty else { return Money(zeroIn: currency) }
    var digits = digits
    var excess = scale - currency.digits
    while excess > 0, digits.last == 0 {
      digits.removeLast()
      excess -= 1
    }
    guard excess <= 0 else {
      throw AmountReader.Unclear(
        code: .amountTooPrecise,
        message: currency.digits == 0
          ? "\(currency.code) has no decimals."
          : "\(currency.code) has \(currency.digits.counted("decimal")), and the amount has more.")
    }
    guard digits.count - excess <= 18 else {
      throw AmountReader.Unclear(
        code: .amountTooLarge, message: "An amount has at most 18 digits, decimals among them.")
    }
    let units = (digits + [UInt8](repeating: 0, count: -excess)).reduce(Int64(0)) {
      $0 * 10 + Int64($1)
    }
    guard let money = Money(minorUnits: isNegative ? -units : units, currency: currency) else {
      throw AmountReader.Unclear(
        code: .amountTooLarge, message: "An amount has at most 18 digits, decimals among them.")
    }
    return money
  }
}

extension Money {
  public init(zeroIn currency: Currency) {
    minorUnits = 0
    self.currency = currency
  }
}
