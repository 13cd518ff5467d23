import Records
import SQLite

extension StoreWriter {
  /// To be called in the transaction that records the file (invariant 3). The number names it afterwards.
  @discardableResult
  public func addPendingRemoval(_ removal: PendingRemoval) throws(StoreError) -> Int64 {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO pending_removal (inbox, name, private_name, device, inode, size, modified, sha256)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, removal.inbox, removal.name.bytes, removal.privateName.bytes,
        Int64(bitPattern: removal.identity.device), Int64(bitPattern: removal.identity.inode),
        removal.identity.size, removal.identity.modified, removal.sha256.bytes)
      return database.lastInsertedRow
    }
  }

  /// After the files are gone, or turned out to be others.
  public func removePendingRemovals(_ numbers: [Int64]) throws(StoreError) {
    try run { database throws(SQLiteError) in
      for number in numbers {
        try database.run("DELETE FROM pending_removal WHERE id = ?", number)
      }
    }
  }

  /// Makes a content a suspect, or keeps it one, without counting a death. It is the latest now.
  public func markSuspect(_ digest: Digest, at: Instant) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        "INSERT INTO suspect (sha256, deaths, at) VALUES (?, 0, ?) ON CONFLICT (sha256) DO UPDATE SET at = excluded.at",
        digest.bytes, at.nanoseconds)
    }
  }

  /// Counts a lone death of the decoder on this content, and answers how many there are now.
  @discardableResult
  public func addSuspectDeath(_ digest: Digest, at: Instant) throws(StoreError) -> Int {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO suspect (sha256, deaths, at) VALUES (?, 1, ?)
          ON CONFLICT (sha256) DO UPDATE SET deaths = deaths + 1, at = excluded.at
        """, digest.bytes, at.nanoseconds)
      return Int(
        try database.integer("SELECT deaths FROM suspect WHERE sha256 = ?", digest.bytes))
    }
  }

  /// After the content was recorded or set aside.
  public func clearSuspect(_ digest: Digest) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run("DELETE FROM suspect WHERE sha256 = ?", digest.bytes)
    }
  }

  public func note(_ outcome: Outcome) throws(StoreError) {
    precondition(
      outcome.recording != nil || outcome.sidecar != nil, "a memo has at least one file")
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO outcome (kind, at, inbox, recording, sidecar, record, recording_arrived,
            sidecar_arrived, waits)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, outcome.kind.rawValue, outcome.at.nanoseconds, outcome.inbox,
        outcome.recording?.bytes, outcome.sidecar?.bytes, outcome.record?.description,
        outcome.recordingArrived?.nanoseconds, outcome.sidecarArrived?.nanoseconds,
        StoredWaits.text(of: outcome.waits))
    }
  }
}
