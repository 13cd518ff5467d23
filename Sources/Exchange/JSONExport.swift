import JSON
import Records

/// All records as one JSON document: the canonical form, complete and in the order of their numbers.
public enum JSONExport {
  /// Grows when a key changes its meaning; keys may be added without.
  public static let version = 1

  public static func document(
    quickRecords: [QuickRecord], transactions: [Transaction]
  ) -> JSONValue {
    [
      "moneymom": .integer(version),
      "quick_records": .array(quickRecords.sorted { $0.id < $1.id }.map(\.json)),
      "transactions": .array(transactions.sorted { $0.id < $1.id }.map(\.json)),
    ]
  }
}
