/// The short name of a record: a letter and a number that is never used again.
public struct RecordID: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case quickRecord = "q"
    case transaction = "t"
    case quarantine = "x"
  }

  public let kind: Kind
  /// Positive.
  public let number: Int64

  public init(_ kind: Kind, _ number: Int64) {
    self.kind = kind
    self.number = number
  }

  /// `q12`, `t7` or `x3`, in either letter case; nil for anything else, `q0` and `q01` among it.
  public init?(_ text: some StringProtocol) {
    guard let first = text.first, let kind = Kind(rawValue: first.lowercased()) else { return nil }
    let digits = text.dropFirst()
    guard digits.utf8.first.map({ (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }) == true,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int64(digits)
    else { return nil }
    self.init(kind, number)
  }
}

extension RecordID: CustomStringConvertible {
  public var description: String { "\(kind.rawValue)\(number)" }
}

extension RecordID: Comparable {
  public static func < (one: RecordID, other: RecordID) -> Bool {
    (one.kind.rawValue, one.number) < (other.kind.rawValue, other.number)
  }
}
