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
    /// It is said to be a refund of `other`, and is no negative expense in the currency of that.
    case noRefund = "no-refund"
  }

  public let kind: Kind
  public let record: RecordID
  public let other: RecordID?
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
        UNION ALL SELECT 'no-refund', refund.id, original.id FROM transaction_record AS refund
          JOIN transaction_record AS original ON original.id = refund.refund_of
          WHERE refund.deleted_at IS NULL
            AND (refund.type <> 'expense' OR refund.amount >= 0
              OR refund.currency <> original.currency)
        """
      ) { row -> ShareFault? in
        guard let kind = ShareFault.Kind(rawValue: row.text()) else { return nil }
        let record = RecordID(.transaction, row.integer())
        return ShareFault(
          kind: kind, record: record, other: RecordID(.transaction, row.integer()))
      }
    }
    return try found.compactMap { $0 } + unevenWholes()
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
