import Records
import SQLite

/// Money that is counted twice, or not as much as it is.
public struct ShareFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// It lives, and so does a whole of it: `other`.
    case doubled
    /// It lives though it was put into `other`.
    case merged
    /// Its parts do not add up to it, or are in another currency or of another type.
    case uneven
    /// It is said to be a refund of `other`, and breaks the rules of refunds.
    case refund
  }

  public let kind: Kind
  public let record: RecordID
  public let other: RecordID?
  /// The rule that a refund breaks.
  public var refundFault: RefundFault?
}

extension StoreReader {
  public func shareFaults() throws(StoreError) -> [ShareFault] {
    guard schema >= Schema7.number else { return [] }
    let found = try run { database throws(SQLiteError) in
      try database.rows(
        """
        WITH RECURSIVE above (id, whole) AS (
          SELECT id, part_of FROM transaction_record WHERE part_of IS NOT NULL
          UNION SELECT above.id, part_of
            FROM above JOIN transaction_record ON transaction_record.id = above.whole
            WHERE part_of IS NOT NULL
        )
        SELECT 'doubled', part.id, whole.id FROM above
          JOIN transaction_record AS part ON part.id = above.id
          JOIN transaction_record AS whole ON whole.id = above.whole
          WHERE part.deleted_at IS NULL AND whole.deleted_at IS NULL
        UNION ALL SELECT 'merged', id, merged_into FROM transaction_record
          WHERE merged_into IS NOT NULL AND deleted_at IS NULL
        """
      ) { row -> ShareFault? in
        guard let kind = ShareFault.Kind(rawValue: row.text()) else { return nil }
        let record = RecordID(.transaction, row.integer())
        return ShareFault(
          kind: kind, record: record, other: RecordID(.transaction, row.integer()))
      }
    }
    return try found.compactMap { $0 } + falseRefunds() + unevenWholes()
  }

  /// By the same rules that refuse to make one.
  private func falseRefunds() throws(StoreError) -> [ShareFault] {
    let columns = ["refund", "expense"].map {
      "\($0).id, \($0).type, \($0).amount, \($0).currency, \($0).refund_of"
    }.joined(separator: ", ")
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT \(columns) FROM transaction_record AS refund
          JOIN transaction_record AS expense ON expense.id = refund.refund_of
          WHERE refund.refund_of IS NOT NULL AND refund.deleted_at IS NULL ORDER BY refund.id
        """
      ) { row -> ShareFault? in
        let refund = RefundSide(&row)
        let expense = RefundSide(&row)
        guard let id = refund.id, let fault = refund.fault(asRefundOf: expense) else { return nil }
        return ShareFault(kind: .refund, record: id, other: expense.id, refundFault: fault)
      }
    }.compactMap { $0 }
  }

  /// The amounts are added up in two columns, so that their sums cannot overflow.
  private func unevenWholes() throws(StoreError) -> [ShareFault] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT whole.id, whole.amount, sum(part.amount / 1000000000), sum(part.amount % 1000000000),
            sum(part.currency <> whole.currency OR part.type <> whole.type)
          FROM transaction_record AS part
          JOIN transaction_record AS whole ON whole.id = part.part_of
          WHERE part.part_of IS NOT NULL AND part.merged_into IS NOT part.part_of
          GROUP BY whole.id ORDER BY whole.id
        """
      ) { row -> ShareFault? in
        let id = RecordID(.transaction, row.integer())
        let amount = Int128(row.integer())
        let sum = Int128(row.integer()) * 1_000_000_000 + Int128(row.integer())
        let strangers = row.integer()
        guard sum != amount || strangers > 0 else { return nil }
        return ShareFault(kind: .uneven, record: id, other: nil)
      }
    }.compactMap { $0 }
  }
}

extension RefundSide {
  fileprivate init(_ row: inout Row) {
    self.init(
      RecordID(.transaction, row.integer()),
      type: row.textIfAny().flatMap(TransactionType.init(rawValue:)),
      minorUnits: row.integerIfAny(), currency: row.textIfAny(),
      refundOf: row.integerIfAny().map { RecordID(.transaction, $0) })
  }
}
