extension DecimalNumber {
  /// What may stand between digits.
  enum Separator: Hashable, Sendable {
    case comma
    case point
    case apostrophe
    case space

    init?(_ scalar: UnicodeScalar) {
      switch scalar {
      case ",", "，": self = .comma
      case ".", "．": self = .point
      case "'", "\u{2019}", "＇": self = .apostrophe
      case " ", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}", "\u{3000}": self = .space
      default: return nil
      }
    }

    var canBeDecimal: Bool { self == .comma || self == .point }
  }

  /// Digits with separators, by the rules of `records.md`, "Money".
  init(
    written scalars: [UnicodeScalar], isNegative: Bool, currency: Currency, decimalMark: DecimalMark
  ) throws(AmountReader.Unclear) {
    let parts = try Parts(scalars)
    let kinds = Set(parts.separators)
    let isDecimal: Bool
    switch (parts.separators.last, parts.separators.count, kinds.count) {
    case (nil, _, _): isDecimal = false
    case (let mark?, 1, _): isDecimal = try parts.isDecimal(mark, currency, decimalMark)
    case (_, _, 1): isDecimal = false
    case (let mark?, _, 2):
      guard mark.canBeDecimal, parts.separators.count(where: { $0 == mark }) == 1 else {
        throw Parts.misfit
      }
      isDecimal = true
    default: throw Parts.misfit
    }
    let whole = isDecimal ? Array(parts.groups.dropLast()) : parts.groups
    try Parts.checkGrouping(whole)
    let fraction = isDecimal ? parts.groups.last ?? [] : []
    let digits = whole.flatMap { $0 } + fraction
    guard !digits.isEmpty else { throw Parts.misfit }
    self.init(isNegative: isNegative, digits: digits, scale: fraction.count)
  }

  /// Groups of digits and the separators between them; one more group than separators.
  private struct Parts {
    var groups: [[UInt8]] = [[]]
    var separators: [Separator] = []

    static let misfit = AmountReader.Unclear(
      code: .amountUnclear, message: "The digits are grouped in a way that fits no number.")

    init(_ scalars: [UnicodeScalar]) throws(AmountReader.Unclear) {
      var zero: UInt32?
      for scalar in scalars {
        if let separator = Separator(scalar) {
          separators.append(separator)
          groups.append([])
        } else {
          guard let value = scalar.properties.numericValue, value >= 0, value <= 9 else {
            throw Parts.misfit
          }
          let digit = UInt8(value)
          // Digits of one script follow one another from their zero.
          let start = scalar.value - UInt32(digit)
          guard zero ?? start == start else {
            throw AmountReader.Unclear(
              code: .amountUnclear, message: "The amount mixes digits of two scripts.")
          }
          zero = start
          groups[groups.count - 1].append(digit)
        }
      }
    }

    /// Whether a lone separator is the decimal mark.
    func isDecimal(
      _ mark: Separator, _ currency: Currency, _ decimalMark: DecimalMark
    ) throws(AmountReader.Unclear) -> Bool {
      guard mark.canBeDecimal else { return false }
      switch decimalMark {
      case .point: return mark == .point
      case .comma: return mark == .comma
      case .auto: break
      }
      let (before, after) = (groups[0], groups[1])
      if after.count != 3 || before.first ?? 0 == 0 || before.count > 3 { return true }
      let hasThreeDigits = currency.digits == 3
      if mark == .comma && !hasThreeDigits { return false }
      if mark == .point && hasThreeDigits { return true }
      let (whole, fraction) = (Parts.text(before), Parts.text(after))
      throw AmountReader.Unclear(
        code: .ambiguousSeparator,
        message: "The amount may be \(whole).\(fraction) or \(whole)\(fraction) \(currency.code).")
    }

    /// Groups of three, or the Indian two, two, three; a number without separators is one group.
    static func checkGrouping(_ groups: [[UInt8]]) throws(AmountReader.Unclear) {
      guard groups.count > 1, let first = groups.first, let last = groups.last else { return }
      let middle = groups.dropFirst().dropLast()
      let isWestern = (1...3).contains(first.count) && middle.allSatisfy { $0.count == 3 }
      let isIndian = (1...2).contains(first.count) && middle.allSatisfy { $0.count == 2 }
      guard last.count == 3, first.first != 0, isWestern || isIndian else { throw misfit }
    }

    private static func text(_ digits: [UInt8]) -> String { digits.map(String.init).joined() }
  }
}
