import SQLite

extension Household {
  /// What SQLite says of the whole database.
  static func integrity(of database: String) throws -> String {
    let connection = try Connection(opening: database, .readOnly, busyTimeout: .seconds(10))
    return try connection.rows("PRAGMA integrity_check") { $0.text() }.joined(separator: "; ")
  }
}
