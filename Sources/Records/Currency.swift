/// A currency by its ISO 4217 code.
public struct Currency: Hashable, Sendable {
  /// Three capital letters.
  public let code: String
  /// Decimal digits of the minor unit: 0 for JPY, 2 for TWD, 3 for KWD, 4 for CLF.
  public let digits: Int

  /// Nil for a code that ISO 4217 does not list. Letter case is ignored.
  public init?(code: some StringProtocol) {
    let upper = code.uppercased()
    // `ß` becomes SS in capitals, and no code has one.
    guard code.utf8.count == 3, let digits = Currency.minorUnitDigits[upper] else { return nil }
    self.code = upper
    self.digits = digits
  }

  init(listed code: String, digits: Int) {
    self.code = code
    self.digits = digits
  }

  public static let twd = Currency(listed: "TWD", digits: 2)
}

extension Currency: CustomStringConvertible {
  public var description: String { code }
}
