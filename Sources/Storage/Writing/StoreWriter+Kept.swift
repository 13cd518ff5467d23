import Records
import SQLite

extension StoreWriter {
  /// Remembers a file that stays in its inbox: to be called in the transaction that notes what came of it, so that a
  /// crash never takes it twice. What was to be judged once more has been judged by this. `at` is before it was read: what
  /// has changed since is read again.
  public func keep(_ file: KeptInboxFile, at: Instant) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO kept_file (inbox, name, sha256, role, inode, size, modified, record, taken_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (inbox, name, sha256) DO UPDATE SET inode = excluded.inode,
            size = excluded.size, modified = excluded.modified, record = excluded.record,
            taken_at = excluded.taken_at, again = NULL
        """, file.inbox, file.name.bytes, file.sha256.bytes, file.role.rawValue,
        Int64(bitPattern: file.identity.inode), file.identity.size, file.identity.modified,
        file.record?.description, at.nanoseconds)
    }
  }

  /// Notes how a known file looks now. `at` is before it was read.
  public func refresh(_ file: KeptInboxFile, at: Instant) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        UPDATE kept_file SET inode = ?, size = ?, modified = ?, taken_at = ?
          WHERE inbox = ? AND name = ? AND sha256 = ?
        """, Int64(bitPattern: file.identity.inode), file.identity.size,
        file.identity.modified, at.nanoseconds, file.inbox, file.name.bytes, file.sha256.bytes)
    }
  }

  /// Has a file that led to an item judged once more. The item stays as it is until that is done.
  public func judgeAgain(_ file: KeptInboxFile) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        UPDATE kept_file SET inode = ?, size = ?, modified = ?, again = 1
          WHERE inbox = ? AND name = ? AND sha256 = ?
        """, Int64(bitPattern: file.identity.inode), file.identity.size,
        file.identity.modified, file.inbox, file.name.bytes, file.sha256.bytes)
    }
  }

  /// The item for whose sake a file is judged once more, if it is held still. To be asked before `keep`.
  public func itemToRetry(by file: KeptInboxFile) throws(StoreError) -> RecordID? {
    let row = try keptFileToJudge(inbox: file.inbox, name: file.name, sha256: file.sha256)
    guard let id = row?.record, let item = try quarantineItem(id) else { return nil }
    return item.state == .held ? id : nil
  }

  /// A file has been judged that leaves its inbox after all: it is not kept any more.
  public func stopKeeping(_ file: KeptInboxFile) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        "DELETE FROM kept_file WHERE inbox = ? AND name = ? AND sha256 = ?", file.inbox,
        file.name.bytes, file.sha256.bytes)
    }
  }

  /// Forgets what was taken and is not among `files`, all that an inbox holds which may be emptied again, by their sizes.
  /// Nothing is forgotten where none of what was taken is there: the folder may be where a disk is to be mounted.
  public func forgetVanished(
    from inbox: String, holding files: [FileName: Int64]
  ) throws(StoreError) {
    var sizes: [FileName: Set<Int64>] = [:]
    for (name, size) in files {
      for stored in PlaceRule.keep.possibleNames(of: name) {
        sizes[stored, default: []].insert(size)
      }
    }
    let rows = try run { database throws(SQLiteError) in
      try database.rows("SELECT DISTINCT name, size FROM kept_file WHERE inbox = ?", inbox) {
        (name: FileName(bytes: $0.blob()), size: $0.integer())
      }
    }
    guard rows.contains(where: { sizes[$0.name]?.contains($0.size) == true }) else { return }
    for name in Set(rows.map(\.name)) where sizes[name] == nil {
      try run { database throws(SQLiteError) in
        try database.run("DELETE FROM kept_file WHERE inbox = ? AND name = ?", inbox, name.bytes)
      }
    }
  }
}
