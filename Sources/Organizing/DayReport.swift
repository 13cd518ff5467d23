import Records

/// What came in and went out, one total for each currency: totals never add two currencies.
public struct Totals: Hashable, Sendable {
  /// In the order of the currency codes.
  public private(set) var income: [Total] = []
  public private(set) var expense: [Total] = []

  public init(_ transactions: some Sequence<Transaction> = []) {
    var sums: [TransactionType: [Currency: Total]] = [:]
    for transaction in transactions {
      guard let amount = transaction.fields.amount, let type = transaction.fields.type else {
        continue
      }
      sums[type, default: [:]][amount.currency, default: Total(in: amount.currency)].add(amount)
    }
    func sorted(_ type: TransactionType) -> [Total] {
      (sums[type] ?? [:]).values.sorted { $0.currency.code < $1.currency.code }
    }
    income = sorted(.income)
    expense = sorted(.expense)
  }

  public var isEmpty: Bool { income.isEmpty && expense.isEmpty }
}

/// The transactions of one day with its totals. The day is that of each transaction's own offset, whoever reads.
public struct DayReport: Hashable, Sendable {
  public let day: CalendarDay
  public let transactions: [Transaction]
  public var totals: Totals { Totals(transactions) }

  /// By day, in the order in which they came.
  public static func group(_ transactions: [Transaction]) -> [DayReport] {
    grouped(transactions) { $0.occurredAt.day }.map { DayReport(day: $0, transactions: $1) }
  }
}

/// Quick records of one day; nil for those that have no date.
public struct DayOfCaptures: Hashable, Sendable {
  public let day: CalendarDay?
  public let records: [QuickRecord]

  public static func group(_ records: [QuickRecord]) -> [DayOfCaptures] {
    grouped(records) { $0.fields.capturedAt?.day }.map { DayOfCaptures(day: $0, records: $1) }
  }
}

/// Runs of items with the same key; items of one key that stand apart come together at the first.
private func grouped<Item, Key: Hashable>(
  _ items: [Item], by key: (Item) -> Key
) -> [(Key, [Item])] {
  var order: [Key] = []
  var groups: [Key: [Item]] = [:]
  for item in items {
    let key = key(item)
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(item)
  }
  return order.map { ($0, groups[$0] ?? []) }
}
