import Records
import SQLite

/// The columns by which transactions name one another, in one order for reading, with those that name this one.
enum StoredLinks {
  /// For a row of `transaction_record`.
  static func columns(ofSchema schema: Int) -> String {
    guard schema >= Schema7.number else { return "NULL, NULL, NULL, NULL, NULL, NULL" }
    func naming(_ condition: String) -> String {
      """
      (SELECT group_concat(other.id) FROM transaction_record AS other
        WHERE other.\(condition))
      """
    }
    return """
      part_of, merged_into, refund_of,
        \(naming("part_of = transaction_record.id AND other.merged_into IS NOT other.part_of")),
        \(naming("merged_into = transaction_record.id")),
        \(naming("refund_of = transaction_record.id"))
      """
  }

  static func read(_ row: inout Row, into transaction: inout Transaction) {
    transaction.partOf = row.integerIfAny().map { RecordID(.transaction, $0) }
    transaction.mergedInto = row.integerIfAny().map { RecordID(.transaction, $0) }
    transaction.refundOf = row.integerIfAny().map { RecordID(.transaction, $0) }
    transaction.parts = ids(row.textIfAny())
    transaction.mergedFrom = ids(row.textIfAny())
    transaction.refunds = ids(row.textIfAny())
  }

  private static func ids(_ list: String?) -> [RecordID] {
    (list ?? "").split(separator: ",").compactMap { Int64($0) }.sorted()
      .map { RecordID(.transaction, $0) }
  }
}
