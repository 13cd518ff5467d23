import SQLite

/// Schema 6: operations can be taken back, so no row of the journal may ever come to mean another one. The numbers of the
/// rows that belong to a record are never given again, as those of records never were.
enum Schema6 {
  static let number = 6

  private static let operations = """
    -- Of an undo or a redo: the operation that it took back or returned.
    ALTER TABLE operation ADD COLUMN target INTEGER REFERENCES operation (id);
    -- The undo that took it back; null where it stands.
    ALTER TABLE operation ADD COLUMN undone_by INTEGER REFERENCES operation (id);
    CREATE INDEX undone_operation ON operation (undone_by) WHERE undone_by IS NOT NULL;
    """

  /// No other table refers to these, so that each can be made anew.
  private static let parts: [(table: String, definition: String, indexes: String)] = [
    (
      "quick_record_tag",
      """
      id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      quick_record INTEGER NOT NULL REFERENCES quick_record (id),
      position     INTEGER NOT NULL,
      name         TEXT    NOT NULL,               -- as typed
      key          TEXT    NOT NULL,               -- by the tag rule
      UNIQUE (quick_record, key)
      """, "CREATE INDEX quick_record_tag_by_key ON quick_record_tag (key);"
    ),
    (
      "sidecar",
      """
      id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      quick_record INTEGER NOT NULL REFERENCES quick_record (id),
      sha256       BLOB    NOT NULL CHECK (length(sha256) = 32),
      bytes        BLOB    NOT NULL,
      applied_at   INTEGER NOT NULL
      """,
      """
      CREATE INDEX sidecar_by_quick_record ON sidecar (quick_record);
      CREATE INDEX sidecar_by_content ON sidecar (sha256);
      """
    ),
    (
      "transaction_tag",
      """
      id                 INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
      position           INTEGER NOT NULL,
      name               TEXT    NOT NULL,
      key                TEXT    NOT NULL,
      UNIQUE (transaction_record, key)
      """, "CREATE INDEX transaction_tag_by_key ON transaction_tag (key);"
    ),
    (
      "transaction_quick_record",
      """
      id                 INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
      quick_record       INTEGER NOT NULL REFERENCES quick_record (id),
      UNIQUE (transaction_record, quick_record)
      """,
      """
      CREATE INDEX transaction_quick_record_by_quick_record
        ON transaction_quick_record (quick_record);
      """
    ),
    (
      "transaction_recording",
      """
      id                 INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
      audio              INTEGER NOT NULL REFERENCES audio (id),
      position           INTEGER NOT NULL,
      UNIQUE (transaction_record, audio)
      """, "CREATE INDEX transaction_recording_by_audio ON transaction_recording (audio);"
    ),
    (
      "quarantine_file",
      """
      id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      quarantine INTEGER NOT NULL REFERENCES quarantine (id),
      role       TEXT    NOT NULL CHECK (role IN ('recording', 'sidecar')),
      name       BLOB    NOT NULL,                 -- in the inbox
      path       TEXT    NOT NULL,                 -- relative to the store
      bytes      INTEGER NOT NULL CHECK (bytes >= 0),
      sha256     BLOB    NOT NULL CHECK (length(sha256) = 32)
      """,
      """
      CREATE INDEX quarantine_file_by_item ON quarantine_file (quarantine);
      CREATE INDEX quarantine_file_by_content ON quarantine_file (sha256);
      """
    ),
  ]

  static func run(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(operations)
    for (table, definition, indexes) in parts {
      // Its triggers and its indexes go with the old table.
      try connection.execute(
        """
        CREATE TABLE new_\(table) (
        \(definition)
        ) STRICT;
        INSERT INTO new_\(table) SELECT * FROM \(table);
        DROP TABLE \(table);
        ALTER TABLE new_\(table) RENAME TO \(table);
        \(indexes)
        DELETE FROM sqlite_sequence WHERE name = '\(table)';
        INSERT INTO sqlite_sequence (name, seq)
          SELECT '\(table)', coalesce(max(row), 0) FROM image WHERE table_name = '\(table)';
        """)
      let record = Schema1.journaled.first { $0.table == table }?.record
      try JournalTriggers.install(on: table, record: record, connection)
    }
  }
}
