import SQLite

/// Triggers that write a before and an after image of each changed row into the journal, so that no change can be
/// made without one: outside an operation the image has none to name, which its NOT NULL refuses.
enum JournalTriggers {
  /// Replaces the triggers of a table by ones for its present columns; a migration that changes a journaled table
  /// calls this after it. `record` is an SQL expression with `%` for the row.
  static func install(
    on table: String, record: String?, _ connection: Connection
  ) throws(SQLiteError) {
    let image = try image(of: table, connection)
    let changes = [
      (verb: "INSERT", row: "new", before: "NULL", after: image("new")),
      (verb: "UPDATE", row: "new", before: image("old"), after: image("new")),
      (verb: "DELETE", row: "old", before: image("old"), after: "NULL"),
    ]
    for change in changes {
      let name = "journal_\(table)_\(change.verb.lowercased())"
      let owner = record.map { expression($0, of: change.row) }
      try connection.execute(
        """
        DROP TRIGGER IF EXISTS \(name);
        CREATE TRIGGER \(name) AFTER \(change.verb) ON \(table) BEGIN
          INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
            (SELECT id FROM operation WHERE is_open IS NOT NULL),
            '\(table)', \(change.row).id, \(owner ?? "NULL"),
            \(change.before), \(change.after));
        END;
        """)
    }
  }

  /// The SQL expression for the image of a row by its name in a statement, with the present columns of its table.
  static func image(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> (String) -> String {
    let columns = try connection.rows("SELECT name, type FROM pragma_table_info(?)", table) {
      (name: $0.text(), isBlob: $0.text() == "BLOB")
    }
    return { row in
      let members = columns.map { column in
        let value = "\(row).\"\(column.name)\""
        // JSON has no bytes, and hex(NULL) would be ''.
        return "'\(column.name)', "
          + (column.isBlob ? "iif(\(value) IS NULL, NULL, hex(\(value)))" : value)
      }
      return "json_object(\(members.joined(separator: ", ")))"
    }
  }

  /// An expression with the name of a row in the place of each `%`.
  static func expression(_ template: String, of row: String) -> String {
    template.split(separator: "%", omittingEmptySubsequences: false).joined(separator: row)
  }
}
