import Records
import SQLite

/// A file that a row names.
public struct AuditedFile: Hashable, Sendable {
  /// What a recording was decoded to.
  public struct Sound: Hashable, Sendable {
    public let sampleRate: Int
    public let channels: Int
    public let frames: Int64

    public init(sampleRate: Int, channels: Int, frames: Int64) {
      self.sampleRate = sampleRate
      self.channels = channels
      self.frames = frames
    }
  }

  /// The record or item that it is of; nil for a recording that no record names.
  public let owner: RecordID?
  /// Relative to the store.
  public let path: String
  public let bytes: Int64
  public let sha256: Digest
  /// Nil for what was set aside, which has no such row.
  public let sound: Sound?
  /// Whether it must be there: not a recording that has not come yet, nor what was given back to an inbox.
  public let isExpected: Bool
}

extension StoreReader {
  /// Every file that a row names, by path. A recording is of its live record, else of the first.
  public func auditedFiles() throws(StoreError) -> [AuditedFile] {
    let recordings = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT path, bytes, sha256, sample_rate, channels, frames, present, coalesce(
            (SELECT 'q' || quick_record.id FROM quick_record WHERE quick_record.audio = audio.id
              ORDER BY deleted_at IS NOT NULL, quick_record.id LIMIT 1),
            (SELECT 't' || transaction_record FROM transaction_recording
              WHERE transaction_recording.audio = audio.id
              ORDER BY transaction_record LIMIT 1))
          FROM audio
        """
      ) { row -> AuditedFile? in
        let path = row.text()
        let bytes = row.integer()
        guard let sha256 = Digest(bytes: row.blob()) else { return nil }
        let sound = AuditedFile.Sound(
          sampleRate: Int(row.integer()), channels: Int(row.integer()), frames: row.integer())
        let isPresent = row.bool()
        return AuditedFile(
          owner: row.textIfAny().flatMap { RecordID($0) }, path: path, bytes: bytes,
          sha256: sha256, sound: sound, isExpected: isPresent)
      }
    }
    let setAside = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT quarantine.id, path, bytes, sha256, state <> 'retried'
          FROM quarantine_file JOIN quarantine ON quarantine.id = quarantine_file.quarantine
        """
      ) { row -> AuditedFile? in
        let owner = RecordID(.quarantine, row.integer())
        let path = row.text()
        let bytes = row.integer()
        guard let sha256 = Digest(bytes: row.blob()) else { return nil }
        return AuditedFile(
          owner: owner, path: path, bytes: bytes, sha256: sha256, sound: nil,
          isExpected: row.bool())
      }
    }
    return (recordings + setAside).compactMap { $0 }.sorted { $0.path < $1.path }
  }

  /// The folders of what was set aside, in any state.
  public func auditedFolders() throws(StoreError) -> [AuditedFolder] {
    try run { database throws(SQLiteError) in
      try database.rows("SELECT id, uuid, state <> 'retried' FROM quarantine ORDER BY id") { row in
        AuditedFolder(
          item: RecordID(.quarantine, row.integer()), path: "quarantine/\(row.text())",
          isExpected: row.bool())
      }
    }
  }
}

/// The folder of something set aside.
public struct AuditedFolder: Hashable, Sendable {
  public let item: RecordID
  /// Relative to the store.
  public let path: String
  /// Not of what was given back to an inbox.
  public let isExpected: Bool
}
