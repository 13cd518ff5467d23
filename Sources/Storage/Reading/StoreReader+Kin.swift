import Records
import SQLite

extension StoreReader {
  /// What was set aside and names this quick record, or held its recording, in any state.
  public func quarantineItems(about record: QuickRecord) throws(StoreError) -> [QuarantineItem] {
    guard let digest = record.audio?.sha256 else {
      return try quarantineItems(where: "quick_record = ?", [record.id.number])
    }
    return try quarantineItems(
      where: """
        quick_record = ? OR id IN
          (SELECT quarantine FROM quarantine_file WHERE role = 'recording' AND sha256 = ?)
        """, [record.id.number, digest.bytes])
  }

  /// What was set aside with a file of this content, in any state.
  public func quarantineItems(holding digest: Digest) throws(StoreError) -> [QuarantineItem] {
    try quarantineItems(
      where: "id IN (SELECT quarantine FROM quarantine_file WHERE sha256 = ?)", [digest.bytes])
  }

  /// All records of a recording, deleted ones too, in their order.
  public func quickRecords(of recording: Digest) throws(StoreError) -> [QuickRecord] {
    // Each half has an index.
    try quickRecords(
      where: """
        (audio_sha256 = ?1 AND deleted_at IS NULL) OR (audio_sha256 = ?1 AND deleted_at IS NOT NULL)
        """, [recording.bytes])
  }

  /// The record whose making with this recording was taken back last, and stays so; the operation that made it, and the file
  /// in the archive that a redo will find.
  public func recordTakenBack(
    of recording: Digest
  ) throws(StoreError) -> (record: RecordID, operation: Int64, path: String)? {
    guard schema >= Schema6.number else { return nil }
    return try run { database throws(SQLiteError) in
      try database.firstRow(
        """
        SELECT made.record, operation.id, audio.path
          FROM audio
          JOIN image AS own ON own.table_name = 'audio' AND own.row = audio.id
          JOIN operation ON operation.id = own.operation AND operation.undone_by IS NOT NULL
          JOIN image AS made ON made.operation = operation.id AND made.table_name = 'quick_record'
            AND made.before IS NULL AND iif(json_valid(made.after), made.after, '{}') ->> 'audio' = audio.id
          WHERE audio.sha256 = ? AND audio.present = 1 ORDER BY operation.undone_by DESC
        """, recording.bytes
      ) { row -> (record: RecordID, operation: Int64, path: String)? in
        guard let record = RecordID(row.text()) else { return nil }
        let operation = row.integer()
        return (record, operation, row.text())
      } ?? nil
    }
  }

  /// Whether a record or an item has, or had once, a recording, a sidecar or a file of this content, by the journal.
  public func everHeld(_ digest: Digest, by record: RecordID) throws(StoreError) -> Bool {
    try run { database throws(SQLiteError) in
      try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM image WHERE record = ? AND iif(json_valid(after), after, '{}')
          ->> iif(table_name = 'quick_record', 'audio_sha256', 'sha256') = hex(?))
        """, record.description, digest.bytes) == 1
    }
  }

  /// The records that a sidecar of this content was applied to.
  public func quickRecords(changedBy sidecar: Digest) throws(StoreError) -> [QuickRecord] {
    try quickRecords(
      where: "quick_record.id IN (SELECT quick_record FROM sidecar WHERE sha256 = ?)",
      [sidecar.bytes])
  }
}
