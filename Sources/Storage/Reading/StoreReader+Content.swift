import Records
import SQLite

extension StoreReader {
  /// The files of the store, relative to it, that rows say hold this content: recordings and what was set aside.
  public func paths(of digest: Digest) throws(StoreError) -> [String] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT path FROM audio WHERE sha256 = ? AND present = 1
          UNION ALL SELECT path FROM quarantine_file WHERE sha256 = ?
        """, digest.bytes, digest.bytes
      ) { $0.text() }
    }
  }

  /// Whether the store needs no file of an item that was given back, or judged again where its files lie: rows say that it
  /// has each of these contents elsewhere. `besides` are contents that need not be looked for.
  public func isSpare(
    _ item: QuarantineItem, besides: [Digest] = []
  ) throws(StoreError) -> Bool {
    guard item.state == .retried else { return false }
    for file in item.files where !besides.contains(file.sha256) {
      let isElsewhere = try run { database throws(SQLiteError) in
        try database.integer(
          """
          SELECT EXISTS (SELECT 1 FROM audio WHERE sha256 = ? AND present = 1)
            OR EXISTS (SELECT 1 FROM sidecar WHERE sha256 = ?)
            OR EXISTS (SELECT 1 FROM quarantine_file JOIN quarantine ON quarantine.id = quarantine
              WHERE sha256 = ? AND state <> 'retried')
          """, file.sha256.bytes, file.sha256.bytes, file.sha256.bytes) == 1
      }
      if !isElsewhere { return false }
    }
    return true
  }

  /// Whether these bytes are kept as a sidecar of some record.
  public func holdsSidecar(_ digest: Digest) throws(StoreError) -> Bool {
    try run { database throws(SQLiteError) in
      try database.integer(
        "SELECT EXISTS (SELECT 1 FROM sidecar WHERE sha256 = ?)", digest.bytes) == 1
    }
  }
}
