import SQLite

extension Household {
  /// What SQLite says of the whole database.
  static func integrity(of database: String) throws -> String {
    let connection = try Connection(opening: database, .readOnly, busyTimeout: .seconds(10))
    return try connection.rows("PRAGMA integrity_check") { $0.text() }.joined(separator: "; ")
  }

  /// Changes rows past the triggers that leave a word of every change in the journal, as no program of ours does.
  func behindTheJournal(_ script: String) throws {
    let connection = try Connection(opening: "\(store)/records.sqlite3", .readWrite)
    let triggers = try connection.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'journal%'"
    ) { (name: $0.text(), sql: $0.text()) }
    for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name)") }
    try connection.execute(script)
    for trigger in triggers { try connection.execute(trigger.sql) }
  }
}
