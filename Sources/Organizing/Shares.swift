import Records

/// What a part of a transaction is to be, as it was written.
public struct Share: Hashable, Sendable {
  public var amount: String
  public var tags: [Tag]

  public init(amount: String, tags: [Tag] = []) {
    self.amount = amount
    self.tags = tags
  }
}

/// How an amount is divided, exactly.
enum Shares {
  /// So many parts that differ by one smallest unit at most, the larger first. Nil where one would be nothing.
  static func equal(_ whole: Money, count: Int) -> [Money]? {
    guard count > 1, whole.minorUnits.magnitude >= count.magnitude else { return nil }
    let (base, rest) = whole.minorUnits.quotientAndRemainder(dividingBy: Int64(count))
    return (0..<count).compactMap { index in
      Money(
        minorUnits: base + (index < Int(rest.magnitude) ? rest.signum() : 0),
        currency: whole.currency)
    }
  }

  /// Throws unless the parts have the sign of the whole and add up to it.
  static func check(
    _ parts: [Money], of whole: Money, _ id: RecordID, _ mark: DecimalMark
  ) throws(SplitRefusal) {
    func refuse(_ cause: SplitRefusal.Cause) -> SplitRefusal {
      SplitRefusal(cause: cause, id: id, whole: whole, decimalMark: mark)
    }
    guard whole.minorUnits != 0 else { throw refuse(.nothing) }
    for part in parts {
      guard part.currency == whole.currency else { throw refuse(.currency(part)) }
      guard part.minorUnits.signum() == whole.minorUnits.signum() else {
        throw refuse(part.minorUnits == 0 ? .zero : .sign(part))
      }
    }
    guard let last = parts.last, parts.count > 1 else { throw refuse(.onePart) }
    let sum = parts.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
    let missing = Int128(whole.minorUnits) - sum
    guard missing != 0 else { return }
    let fitting = Int128(last.minorUnits) + missing
    let isFitting = fitting.signum() == Int128(whole.minorUnits).signum()
    throw refuse(
      .sum(
        parts.reduce(into: Total(in: whole.currency)) { $0.add($1) },
        missing: missing,
        last: isFitting
          ? Int64(exactly: fitting).flatMap { Money(minorUnits: $0, currency: whole.currency) }
          : nil))
  }
}

/// Why a transaction is not split.
public struct SplitRefusal: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    /// Its amount is 0.
    case nothing
    case onePart
    /// A part of 0.
    case zero
    /// A part that is negative where the whole is not, or the other way round.
    case sign(Money)
    case currency(Money)
    /// The parts do not add up: their sum, how much of the whole they lack, and what the last would be that fits.
    case sum(Total, missing: Int128, last: Money?)
    /// It cannot be divided into so many equal parts.
    case tooMany(Int)
  }

  public let cause: Cause
  public let id: RecordID
  public let whole: Money
  let decimalMark: DecimalMark
}

extension SplitRefusal: CustomStringConvertible {
  public var description: String {
    let amount = whole.text(decimalMark)
    switch cause {
    case .nothing: return "\(id) has an amount of 0, of which there are no parts."
    case .onePart: return "One part is the whole. Give the others too, each behind --."
    case .zero: return "A part cannot be 0."
    case .sign(let part):
      return
        "\(part.text(decimalMark)) has not the sign of \(id), which is \(amount): its parts are all \(whole.minorUnits < 0 ? "negative" : "positive")."
    case .currency(let part):
      return
        "\(part.text(decimalMark)) has another currency than \(id), which is \(amount), and nothing is converted."
    case .tooMany(let count):
      return "\(amount) cannot be divided into \(count) parts that are all more than nothing."
    case .sum(let sum, let missing, let last):
      let isShort = (missing > 0) == (whole.minorUnits > 0)
      var difference = Total(in: whole.currency)
      difference.add(minorUnits: missing.magnitude)
      let fit =
        last.map { " The last part would have to be \($0.text(decimalMark))." }
        ?? " Make the others smaller, too."
      return
        "The parts add up to \(sum.text(decimalMark)), which is \(difference.text(decimalMark)) \(isShort ? "less" : "more") than \(id) has: \(amount).\(fit)"
    }
  }
}

extension Total {
  fileprivate mutating func add(minorUnits: UInt128) {
    var rest = minorUnits
    while rest > 0 {
      let step = min(rest, UInt128(Money.largest))
      if let money = Money(minorUnits: Int64(step), currency: currency) { add(money) }
      rest -= step
    }
  }
}
