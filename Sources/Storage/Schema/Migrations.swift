import SQLite

/// The steps from an empty database to the newest schema. A step is never changed or removed, only added to; all
/// that a database needs run in one transaction.
struct Migration: Sendable {
  let run: @Sendable (Connection) throws(SQLiteError) -> Void

  /// Step n leads from schema n to n + 1.
  static let all: [Migration] = [
    Migration { connection throws(SQLiteError) in
      try connection.execute(Schema1.tables)
      for (table, record) in Schema1.journaled {
        try JournalTriggers.install(on: table, record: record, connection)
      }
    },
    Migration { connection throws(SQLiteError) in
      try connection.execute(Schema2.changes)
      try JournalTriggers.install(on: "audio", record: nil, connection)
    },
    Migration { connection throws(SQLiteError) in try connection.execute(Schema3.changes) },
    Migration { connection throws(SQLiteError) in try connection.execute(Schema4.changes) },
    Migration { connection throws(SQLiteError) in try connection.execute(Schema5.changes) },
    Migration(run: Schema6.run),
    Migration(run: Schema7.run),
  ]

  /// The schema that this program writes.
  static var newest: Int { all.count }

  /// Brings the database from its schema to the newest of `steps`. `backUp` is called with the old number before anything is
  /// changed, unless the database is still empty, and while nobody else can change anything: it must copy by a
  /// connection of its own.
  static func migrate(
    _ connection: Connection, steps: [Migration] = all, backUp: (Int) throws -> Void
  ) throws {
    guard Int(try connection.integer("PRAGMA user_version")) < steps.count else { return }
    try connection.immediateTransaction {
      // Another program may have migrated while this one waited for the lock.
      let found = Int(try connection.integer("PRAGMA user_version"))
      guard found < steps.count else { return }
      if found > 0 { try backUp(found) }
      for step in steps[found...] { try step.run(connection) }
      try connection.execute("PRAGMA user_version = \(steps.count)")
    }
  }
}
