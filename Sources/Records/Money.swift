/// An exact amount: a whole count of a currency's minor unit, at most 18 digits.
public struct Money: Hashable, Sendable {
  public static let largest: Int64 = 999_999_999_999_999_999

  public let minorUnits: Int64
  public let currency: Currency

  /// Nil beyond 18 digits.
  public init?(minorUnits: Int64, currency: Currency) {
    guard (-Money.largest...Money.largest).contains(minorUnits) else { return nil }
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The same number in another currency, not converted: `120.00` stays `120`. Nil where its digits do not fit.
  public func sameNumber(in other: Currency) -> Money? {
    var units = minorUnits
    for _ in 0..<max(0, other.digits - currency.digits) {
      let (scaled, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      units = scaled
    }
    for _ in 0..<max(0, currency.digits - other.digits) {
      guard units % 10 == 0 else { return nil }
      units /= 10
    }
    return Money(minorUnits: units, currency: other)
  }

  /// The number alone with all digits of the currency, an ASCII minus and an ASCII point: `-1234.50`.
  public var number: String { decimalText(minorUnits, digits: currency.digits) }

  /// `TWD 120.00`, or `TWD 120,00` for a person whose `decimal-mark` is the comma: what is shown can be typed back,
  /// and `KWD 1.234` would come back as a thousandfold.
  public func text(_ decimalMark: DecimalMark) -> String { decimalMark.applied(to: description) }
}

extension Money: CustomStringConvertible {
  /// `TWD 120.00`.
  public var description: String { "\(currency.code) \(number)" }
}

/// A sum in one currency that cannot overflow: 128 bits hold more than 10^20 of the largest amounts.
public struct Total: Hashable, Sendable {
  public private(set) var minorUnits: Int128 = 0
  public let currency: Currency

  public init(in currency: Currency) { self.currency = currency }

  /// Amounts of another currency are the caller's mistake: totals never mix currencies.
  public mutating func add(_ money: Money) {
    precondition(money.currency == currency, "a total holds one currency")
    minorUnits += Int128(money.minorUnits)
  }

  public var number: String { decimalText(minorUnits, digits: currency.digits) }

  public func text(_ decimalMark: DecimalMark) -> String { decimalMark.applied(to: description) }
}

extension Total: CustomStringConvertible {
  public var description: String { "\(currency.code) \(number)" }
}

private func decimalText(_ value: some SignedInteger & FixedWidthInteger, digits: Int) -> String {
  let text = String(value.magnitude)
  let padding = String(repeating: "0", count: max(0, digits + 1 - text.count))
  let whole = padding + text
  let sign = value < 0 ? "-" : ""
  guard digits > 0 else { return sign + whole }
  return "\(sign)\(whole.dropLast(digits)).\(whole.suffix(digits))"
}
