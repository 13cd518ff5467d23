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

  /// The records that a sidecar of this content was applied to.
  public func quickRecords(changedBy sidecar: Digest) throws(StoreError) -> [QuickRecord] {
    try quickRecords(
      where: "quick_record.id IN (SELECT quick_record FROM sidecar WHERE sha256 = ?)",
      [sidecar.bytes])
  }
}
