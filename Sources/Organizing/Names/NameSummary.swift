import Records
import Storage

/// What a tag or a place comes to: how often it stands, and the money of its transactions.
public struct NameSummary: Hashable, Sendable {
  /// In the spelling that is used most, of two the one that came first.
  public let name: String
  public let key: String
  /// Open quick records.
  public let open: Int
  public let transactions: Int
  /// What came in and went out in transactions.
  public let income: [Total]
  public let expense: [Total]

  /// By name. Those that stand in deleted and organised quick records alone are among them only with `all`.
  public static func summaries(of uses: [NameUse], all: Bool = false) -> [NameSummary] {
    var groups: [String: [NameUse]] = [:]
    for use in uses { groups[use.key, default: []].append(use) }
    return groups.map { NameSummary($0, $1) }
      .filter { all || $0.open + $0.transactions > 0 }
      .sorted { $0.key < $1.key }
  }

  private init(_ key: String, _ uses: [NameUse]) {
    self.key = key
    let standing = uses.filter { $0.standing == .open || $0.standing == .transaction }
    name = NameSummary.spelling(of: standing.isEmpty ? uses : standing) ?? key
    open = uses.count { $0.standing == .open }
    let counted = uses.filter { $0.standing == .transaction }
    transactions = counted.count
    income = [Total](summing: counted.filter { $0.type == .income }.compactMap(\.amount))
    expense = [Total](summing: counted.filter { $0.type == .expense }.compactMap(\.amount))
  }

  private static func spelling(of uses: [NameUse]) -> String? {
    // Strings that differ in normal form alone are equal, and are two spellings.
    var counts: [[UInt8]: Int] = [:]
    for use in uses { counts[Array(use.name.utf8), default: 0] += 1 }
    let most = counts.values.max()
    return uses.first { counts[Array($0.name.utf8)] == most }?.name
  }
}

extension [Total] {
  /// One for each currency, in the order of their codes.
  public init(summing amounts: some Sequence<Money>) {
    var sums: [Currency: Total] = [:]
    for amount in amounts {
      sums[amount.currency, default: Total(in: amount.currency)].add(amount)
    }
    self = sums.values.sorted { $0.currency.code < $1.currency.code }
  }
}
