import Linux
import Records
import SQLite

extension StoreReader {
  public func pendingRemovals() throws(StoreError) -> [StoredRemoval] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT id, inbox, name, private_name, device, inode, size, modified, sha256
          FROM pending_removal ORDER BY id
        """
      ) { row -> StoredRemoval? in
        let number = row.integer()
        let inbox = row.text()
        let name = FileName(bytes: row.blob())
        let privateName = FileName(bytes: row.blob())
        let identity = FileIdentity(
          device: UInt64(bitPattern: row.integer()), inode: UInt64(bitPattern: row.integer()),
          size: row.integer(), modified: row.integer())
        return Digest(bytes: row.blob()).map {
          StoredRemoval(
            number: number,
            removal: PendingRemoval(
              inbox: inbox, name: name, privateName: privateName, identity: identity, sha256: $0))
        }
      }
    }.compactMap { $0 }
  }

  /// The one first whose last death is longest ago; together with others they are always in the same order.
  public func suspects() throws(StoreError) -> [Suspect] {
    try run { database throws(SQLiteError) in
      try database.rows("SELECT sha256, deaths FROM suspect ORDER BY at, sha256") {
        row -> Suspect? in
        Digest(bytes: row.blob()).map { Suspect(sha256: $0, deaths: Int(row.integer())) }
      }
    }.compactMap { $0 }
  }

  /// The archive paths that rows name, relative to the store.
  public func archivePaths() throws(StoreError) -> Set<String> {
    Set(
      try run { database throws(SQLiteError) in
        try database.rows("SELECT path FROM audio") { $0.text() }
      })
  }

  /// How many memos ended how, since the store was made.
  public func outcomeCounts() throws(StoreError) -> [Outcome.Kind: Int] {
    let pairs = try run { database throws(SQLiteError) in
      try database.rows("SELECT kind, count FROM outcome_count") { row in
        (Outcome.Kind(rawValue: row.text()), Int(row.integer()))
      }
    }
    var counts: [Outcome.Kind: Int] = [:]
    for case (let kind?, let count) in pairs { counts[kind] = count }
    return counts
  }
}
