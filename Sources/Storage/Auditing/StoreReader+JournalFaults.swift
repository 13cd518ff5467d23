import Records
import SQLite

/// A row that is not as the journal has left it: changed past both programs, or by a damage of the disk.
public struct JournalFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// The journal has the row, and the table has not.
    case lost
    /// The table has a row that no operation made.
    case unrecorded
    /// The row is not what the last operation on it made of it.
    case altered
  }

  public let kind: Kind
  public let table: String
  public let row: Int64
  /// The record that the row is a part of; nil for a recording, which is of none by itself.
  public let record: RecordID?
}

extension StoreReader {
  /// The numbers of operations that were never closed. An operation closes in the transaction that opens it.
  public func openOperations() throws(StoreError) -> [Int64] {
    try run { database throws(SQLiteError) in
      try database.rows("SELECT id FROM operation WHERE is_open IS NOT NULL ORDER BY id") {
        $0.integer()
      }
    }
  }

  /// Compares every row under the journal with the last image of it. Columns that came with a later schema than the image
  /// are not compared.
  public func journalFaults() throws(StoreError) -> [JournalFault] {
    try run { database throws(SQLiteError) in
      var parts: [String] = []
      for (table, record) in Schema1.journaled {
        let image = try JournalTriggers.image(of: table, database)(table)
        let owner = record.map { JournalTriggers.expression($0, of: table) } ?? "NULL"
        parts.append(
          """
          SELECT 'lost', '\(table)', last.row, image.record
            FROM last JOIN image ON image.id = last.id
            WHERE last.table_name = '\(table)' AND image.after IS NOT NULL
              AND last.row NOT IN (SELECT id FROM \(table))
          UNION ALL SELECT 'unrecorded', '\(table)', id, \(owner) FROM \(table)
            WHERE id NOT IN (SELECT last.row FROM last JOIN image ON image.id = last.id
              WHERE last.table_name = '\(table)' AND image.after IS NOT NULL)
          UNION ALL SELECT 'altered', '\(table)', \(table).id, \(owner)
            FROM last JOIN image ON image.id = last.id JOIN \(table) ON \(table).id = last.row
            WHERE last.table_name = '\(table)' AND image.after <> \(image)
              AND EXISTS (SELECT 1 FROM json_each(image.after) AS earlier
                JOIN json_each(\(image)) AS present ON present.key = earlier.key
                WHERE present.atom IS NOT earlier.atom)
          """)
      }
      return try database.rows(
        """
        WITH last AS MATERIALIZED
          (SELECT table_name, row, max(id) AS id FROM image GROUP BY table_name, row)
        \(parts.joined(separator: "\nUNION ALL\n"))
        """
      ) { row -> JournalFault? in
        guard let kind = JournalFault.Kind(rawValue: row.text()) else { return nil }
        return JournalFault(
          kind: kind, table: row.text(), row: row.integer(),
          record: row.textIfAny().flatMap { RecordID($0) })
      }
    }.compactMap { $0 }
  }
}
