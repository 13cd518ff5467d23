import Linux
import Records
import SQLite

/// What was taken and stays in its inbox. What is to be judged once more is not among it.
extension StoreReader {
  private static let columns = "inbox, name, sha256, inode, size, modified, record"

  /// Whether anything was ever kept in this inbox.
  public func keepsFiles(inbox: String) throws(StoreError) -> Bool {
    guard hasKeptFiles else { return false }
    return try run { database throws(SQLiteError) in
      try database.integer("SELECT EXISTS (SELECT 1 FROM kept_file WHERE inbox = ?)", inbox) == 1
    }
  }

  /// What was taken under one of these names and looked the same, and whose inode has not `changed` (ctime) since it was
  /// read: a program can put the time of a file back (mtime), but not that. With nil for it whenever it was. Nil where a look tells nothing, since the file
  /// system of the inbox gives files other numbers after each mount.
  public func keptInboxFile(
    inbox: String, names: [FileName], looking identity: FileIdentity, changed: Instant?,
    on fileSystem: FileSystemKind
  ) throws(StoreError) -> KeptInboxFile? {
    guard !fileSystem.renumbersFiles else { return nil }
    // The kernel dates a change by its last tick, which may be 10 ms ago.
    let latest = changed?.advanced(by: .milliseconds(10)) ?? Instant(nanoseconds: .min)
    for name in names {
      let found = try keptInboxFiles(
        where:
          "inbox = ? AND name = ? AND inode = ? AND size = ? AND modified = ? AND taken_at > ?",
        [
          inbox, name.bytes, Int64(bitPattern: identity.inode), identity.size, identity.modified,
          latest.nanoseconds,
        ], "ORDER BY taken_at DESC")
      if let file = found.first { return file }
    }
    return nil
  }

  /// The content that was taken under this name.
  public func keptInboxFile(
    inbox: String, name: FileName, sha256: Digest
  ) throws(StoreError) -> KeptInboxFile? {
    try keptInboxFiles(
      where: "inbox = ? AND name = ? AND sha256 = ?", [inbox, name.bytes, sha256.bytes]
    )
    .first
  }

  /// What was taken under one of these names with one of these contents.
  public func keptInboxFile(
    inbox: String, names: [FileName], contents: [Digest]
  ) throws(StoreError) -> KeptInboxFile? {
    for name in names {
      for digest in contents {
        let found = try keptInboxFile(inbox: inbox, name: name, sha256: digest)
        if let found { return found }
      }
    }
    return nil
  }

  /// The record that came of a recording of this content in this inbox, whatever its name, deleted or not; where it has a
  /// sidecar, only if that is one that led there too. What was set aside or purged is none (`inbox.md`, "Ends"), but for an
  /// item of which a person has made a record.
  public func keptTwin(
    inbox: String, recording: Digest, sidecar: [Digest]
  ) throws(StoreError) -> RecordID? {
    var theirs: Set<RecordID> = []
    for digest in sidecar { theirs.formUnion(try records(inbox: inbox, of: digest)) }
    for end in try records(inbox: inbox, of: recording)
    where sidecar.isEmpty || theirs.contains(end) {
      if try hasRecord(end) { return end }
    }
    return nil
  }

  private func hasRecord(_ end: RecordID) throws(StoreError) -> Bool {
    guard end.kind == .quarantine else { return try quickRecord(end) != nil }
    guard let item = try quarantineItem(end), [.fixed, .accepted].contains(item.state),
      let record = item.record
    else { return false }
    return try quickRecord(record) != nil
  }

  /// The names of recordings of this inbox, of whatever content, that a sidecar of this name fits.
  public func keptRecordingNames(
    inbox: String, sidecar name: FileName
  ) throws(StoreError) -> [FileName] {
    guard hasKeptFiles, let base = name.sidecarBase else { return [] }
    var names: Set<FileName> = []
    // As for quick records: every name that begins alike, and then the exact rule.
    for start in Set([base.bytes, base.pairingKey.bytes]) {
      let found = try run { database throws(SQLiteError) in
        try database.rows(
          """
          SELECT DISTINCT name FROM kept_file WHERE inbox = ? AND role = 'recording'
            AND (name = ? OR name >= ? AND name < ?)
          """, inbox, start, start + [UInt8(ascii: ".")], start + [UInt8(ascii: "/")]
        ) { FileName(bytes: $0.blob()) }
      }
      names.formUnion(found.filter(name.isSidecar(of:)))
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// What came of the contents that a name has had, the last first.
  public func keptRecords(inbox: String, name: FileName) throws(StoreError) -> [RecordID] {
    try keptInboxFiles(
      where: "inbox = ? AND name = ?", [inbox, name.bytes], "ORDER BY taken_at DESC"
    )
    .compactMap(\.record)
  }

  /// The files that something came of.
  public func keptInboxFiles(of record: RecordID) throws(StoreError) -> [KeptInboxFile] {
    try keptInboxFiles(where: "record = ?", [record.description], judged: "TRUE")
  }

  /// What is to be judged once more.
  public func keptFilesToJudge(inbox: String) throws(StoreError) -> [KeptInboxFile] {
    try keptInboxFiles(
      where: "inbox = ?", [inbox], by: "kept_file_to_judge", judged: "again IS NOT NULL")
  }

  /// The same of one name and content.
  public func keptFileToJudge(
    inbox: String, name: FileName, sha256: Digest
  ) throws(StoreError) -> KeptInboxFile? {
    try keptInboxFiles(
      where: "inbox = ? AND name = ? AND sha256 = ?", [inbox, name.bytes, sha256.bytes],
      judged: "again IS NOT NULL"
    ).first
  }

  private func records(inbox: String, of digest: Digest) throws(StoreError) -> [RecordID] {
    try keptInboxFiles(
      where: "inbox = ? AND sha256 = ?", [inbox, digest.bytes], by: "kept_file_by_content"
    ).compactMap(\.record)
  }

  /// The index is named where SQLite, which knows nothing of how many rows there are, would read all of an inbox.
  private func keptInboxFiles(
    where condition: String, _ values: [any Bindable], by index: String? = nil,
    _ order: String = "", judged: String = "again IS NULL"
  ) throws(StoreError) -> [KeptInboxFile] {
    guard hasKeptFiles else { return [] }
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT \(StoreReader.columns) FROM kept_file
          \(index.map { "INDEXED BY \($0)" } ?? "")
          WHERE \(condition) AND \(judged) \(order)
        """, values
      ) { row -> KeptInboxFile? in
        let inbox = row.text()
        let name = FileName(bytes: row.blob())
        let digest = Digest(bytes: row.blob())
        let identity = FileIdentity(
          device: 0, inode: UInt64(bitPattern: row.integer()), size: row.integer(),
          modified: row.integer())
        let record = row.textIfAny().flatMap(RecordID.init)
        return digest.map {
          KeptInboxFile(inbox: inbox, name: name, sha256: $0, identity: identity, record: record)
        }
      }
    }.compactMap { $0 }
  }

  private var hasKeptFiles: Bool { schema >= Schema4.number }
}
