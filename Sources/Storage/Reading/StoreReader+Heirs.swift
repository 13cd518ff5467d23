import Records
import SQLite

/// Where the money of a transaction is that was split or merged.
struct Heirs {
  /// The live ones.
  var living: [RecordID] = []
  /// What it, or a part of it, was put into: live or not.
  var mergers: [RecordID] = []
}

extension StoreReader {
  /// Follows parts and mergers to their end. Parts that were put together again are none.
  func heirs(of id: RecordID) throws(StoreError) -> Heirs {
    guard schema >= Schema7.number else { return Heirs() }
    let rows = try run { database throws(SQLiteError) in
      try database.rows(
        """
        WITH RECURSIVE heir (id, is_merger) AS (
          SELECT ?1, 0
          UNION SELECT part.id, 0 FROM heir
            JOIN transaction_record AS part ON part.part_of = heir.id
            WHERE part.merged_into IS NOT part.part_of
          UNION SELECT own.merged_into, 1 FROM heir
            JOIN transaction_record AS own ON own.id = heir.id
            WHERE own.merged_into IS NOT NULL
        )
        SELECT heir.id, is_merger, deleted_at IS NULL
          FROM heir JOIN transaction_record ON transaction_record.id = heir.id
          WHERE heir.id <> ?1 ORDER BY heir.id
        """, id.number
      ) { row in
        (id: RecordID(.transaction, row.integer()), isMerger: row.bool(), isLive: row.bool())
      }
    }
    var heirs = Heirs()
    for (id, isMerger, isLive) in rows {
      if isMerger { heirs.mergers.append(id) }
      if isLive, !heirs.living.contains(id) { heirs.living.append(id) }
    }
    return heirs
  }

  /// The whole of which a transaction is a part, the whole of that, and so on.
  public func wholes(of transaction: Transaction) throws(StoreError) -> [Transaction] {
    var wholes: [Transaction] = []
    var next = transaction.partOf
    while let id = next, let whole = try self.transaction(id) {
      wholes.append(whole)
      next = whole.partOf
    }
    return wholes
  }
}
