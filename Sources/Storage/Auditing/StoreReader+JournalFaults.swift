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
    /// What an operation found is not what the one before it had left: to take it back would bring what never was.
    case broken
    /// An image of the row cannot be read.
    case unreadable
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
      let image = "iif(json_valid(image.after), image.after, '{}')"
      for (table, record) in Schema1.journaled {
        let row = try JournalTriggers.image(of: table, database)(table)
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
            WHERE last.table_name = '\(table)' AND image.after <> \(row)
              AND EXISTS (SELECT 1 FROM json_each(\(image)) AS earlier
                JOIN json_each(\(row)) AS present ON present.key = earlier.key
                WHERE present.atom IS NOT earlier.atom)
          """)
      }
      parts.append(StoreReader.brokenImages)
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

  /// Each image begins where the one before it ended, the first where there was no row.
  private static let brokenImages = """
    SELECT 'unreadable', table_name, row, record FROM image
      WHERE NOT json_valid(coalesce(before, '{}')) OR NOT json_valid(coalesce(after, '{}'))
    UNION ALL SELECT 'broken', table_name, row, record FROM (
      SELECT table_name, row, record, iif(json_valid(before), before, NULL) AS before,
          lag(iif(json_valid(after), after, NULL))
            OVER (PARTITION BY table_name, row ORDER BY id) AS earlier
        FROM image WHERE json_valid(coalesce(before, '{}')) AND json_valid(coalesce(after, '{}')))
      WHERE before IS NOT earlier AND (before IS NULL OR earlier IS NULL
        OR EXISTS (SELECT 1 FROM json_each(earlier) AS earlier
          JOIN json_each(before) AS later ON later.key = earlier.key
          WHERE later.atom IS NOT earlier.atom))
    """

  /// Tables whose next number has been given already.
  public func repeatedNumbers() throws(StoreError) -> [String] {
    try run { database throws(SQLiteError) in
      let tables = try database.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
      ) { $0.text() }
      let given = tables.map { table in
        """
        SELECT '\(table)', max(coalesce((SELECT max(id) FROM \(table)), 0),
          coalesce((SELECT max(row) FROM image WHERE table_name = '\(table)'), 0))
        """
      }
      return try database.rows(
        """
        WITH given (name, last) AS (\(given.joined(separator: " UNION ALL ")))
        SELECT given.name FROM given
          LEFT JOIN sqlite_sequence AS sequence ON sequence.name = given.name
          WHERE given.last > coalesce(sequence.seq, 0) ORDER BY 1
        """
      ) { $0.text() }
    }
  }
}
