import Records
import SQLite

extension StoreReader {
  /// The record, live or deleted, that was made last from a recording that this sidecar's name fits (`lunch.wav.json`
  /// and `lunch.json` fit `lunch.wav`), and whether it came with a sidecar.
  public func latestQuickRecord(
    inbox: String, sidecar name: FileName
  ) throws(StoreError) -> (record: QuickRecord, hadSidecar: Bool)? {
    guard let base = name.sidecarBase else { return nil }
    // Every name that begins like the sidecar's, in its composed form too, since the recording may have come in
    // another normal form; the exact rule is the pairing's own.
    let starts = Set([base.bytes, base.pairingKey.bytes])
    var names: Set<FileName> = []
    for start in starts {
      let found = try run { database throws(SQLiteError) in
        try database.rows(
          """
          SELECT DISTINCT source_name FROM quick_record
            WHERE inbox = ? AND (source_name = ? OR source_name >= ? AND source_name < ?)
          """, inbox, start, start + [UInt8(ascii: ".")], start + [UInt8(ascii: "/")]
        ) { FileName(bytes: $0.blob()) }
      }
      names.formUnion(found.filter(name.isSidecar(of:)))
    }
    var latest: (record: QuickRecord, hadSidecar: Bool)?
    for name in names {
      guard let found = try latestQuickRecord(inbox: inbox, name: name) else { continue }
      if latest.map({ $0.record.id < found.record.id }) ?? true { latest = found }
    }
    return latest
  }

  /// How many records of recordings of this name that came without a sidecar were made since.
  public func quickRecordsWithoutSidecar(
    inbox: String, name: FileName, since: Instant
  ) throws(StoreError) -> Int {
    try run { database throws(SQLiteError) in
      Int(
        try database.integer(
          """
          SELECT count(*) FROM quick_record
            WHERE inbox = ? AND source_name = ? AND created_at > ? AND had_sidecar = 0
          """, inbox, name.bytes, since.nanoseconds))
    }
  }
}
