import Records
import SQLite

/// A row that names another which is not there.
public struct DanglingReference: Hashable, Sendable {
  public let table: String
  public let parent: String
  /// The record that the row is a part of, as far as the row itself says.
  public let record: RecordID?
}

extension StoreReader {
  /// What SQLite finds wrong with the file itself, in its own words: pages, indexes, and values that the tables refuse.
  public func damages() throws(StoreError) -> [String] {
    try run { database throws(SQLiteError) in
      try database.rows("PRAGMA integrity_check") { $0.text() }
    }.filter { $0 != "ok" }
  }

  /// The names of tables, indexes and triggers that are not as the schema has them: without one of them the database
  /// would let through what it is there to refuse.
  public func schemaDifferences() throws(StoreError) -> [String] {
    try run { database throws(SQLiteError) in
      let model = try Connection(opening: ":memory:", .create)
      let schema = Int(try database.integer("PRAGMA user_version"))
      for step in Migration.all.prefix(schema) { try step.run(model) }
      let wanted = try StoreReader.definitions(model)
      let found = try StoreReader.definitions(database)
      return Set(wanted.keys).union(found.keys).filter { wanted[$0] != found[$0] }.sorted()
    }
  }

  private static func definitions(
    _ connection: Connection
  ) throws(SQLiteError) -> [String: String] {
    // What SQLite makes for itself begins with its name.
    let pairs = try connection.rows(
      """
      SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema
        WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """
    ) { ($0.text(), $0.text()) }
    return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
  }

  public func danglingReferences() throws(StoreError) -> [DanglingReference] {
    try run { database throws(SQLiteError) in
      let found = try database.rows("PRAGMA foreign_key_check") { row in
        (table: row.text(), row: row.integer(), parent: row.text())
      }
      var owners = Dictionary(
        Schema1.journaled.compactMap { entry in entry.record.map { (entry.table, $0) } },
        uniquingKeysWith: { one, _ in one })
      owners["image"] = "%.record"
      var references: [DanglingReference] = []
      for (table, row, parent) in found {
        let owner = owners[table].map { JournalTriggers.expression($0, of: table) } ?? "NULL"
        let record = try database.firstRow(
          "SELECT \(owner) FROM \(table) WHERE rowid = ?", row
        ) { $0.textIfAny().flatMap { RecordID($0) } }
        references.append(
          DanglingReference(table: table, parent: parent, record: record ?? nil))
      }
      return references
    }
  }
}
