import Records
import SQLite

/// A file of the store beside the database.
public struct StoredFile: Hashable, Sendable {
  /// Relative to the store.
  public let path: String
  /// Nil for what no row has a digest of: the reason of something set aside.
  public let sha256: Digest?
  public let bytes: Int64
  /// A record or something held is not whole without it. The files of what was let go may be gone.
  public let isRequired: Bool
}

/// How much a store has.
public struct StoreCounts: Hashable, Sendable {
  /// In any state, deleted ones too.
  public var quickRecords: Int
  public var transactions: Int
  /// Those that are present.
  public var recordings: Int
  /// What is held.
  public var quarantined: Int

  public init(quickRecords: Int, transactions: Int, recordings: Int, quarantined: Int) {
    self.quickRecords = quickRecords
    self.transactions = transactions
    self.recordings = recordings
    self.quarantined = quarantined
  }
}

extension StoreReader {
  /// Each path once: the recordings, then what was set aside and has not been given back.
  public func storedFiles() throws(StoreError) -> [StoredFile] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT path, sha256, max(bytes), max(is_required) FROM (
          SELECT path, sha256, bytes, 1 AS is_required, 0 AS part, id FROM audio WHERE present = 1
          UNION ALL
          SELECT path, sha256, bytes, state = 'held', 1, quarantine
            FROM quarantine_file JOIN quarantine ON quarantine.id = quarantine
            WHERE state <> 'retried'
          UNION ALL
          SELECT 'quarantine/' || uuid || '/reason.json', NULL, 0, 0, 1, id
            FROM quarantine WHERE state <> 'retried'
        ) GROUP BY path ORDER BY part, id, path
        """
      ) { row in
        StoredFile(
          path: row.text(), sha256: row.blobIfAny().flatMap(Digest.init(bytes:)),
          bytes: row.integer(), isRequired: row.bool())
      }
    }
  }

  public func counts() throws(StoreError) -> StoreCounts {
    try run { database throws(SQLiteError) in
      func count(_ rows: String) throws(SQLiteError) -> Int {
        Int(try database.integer("SELECT count(*) FROM \(rows)"))
      }
      return StoreCounts(
        quickRecords: try count("quick_record"), transactions: try count("transaction_record"),
        recordings: try count("audio WHERE present = 1"),
        quarantined: try count("quarantine WHERE state = 'held'"))
    }
  }

  /// Of the database, without its log.
  public func databaseBytes() throws(StoreError) -> Int64 {
    try run { database throws(SQLiteError) in
      try database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size")
    }
  }
}
