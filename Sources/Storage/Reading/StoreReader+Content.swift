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

  /// Whether these bytes are kept as a sidecar of some record.
  public func holdsSidecar(_ digest: Digest) throws(StoreError) -> Bool {
    try run { database throws(SQLiteError) in
      try database.integer(
        "SELECT EXISTS (SELECT 1 FROM sidecar WHERE sha256 = ?)", digest.bytes) == 1
    }
  }
}
