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
  /// Of a recording: what is held in quarantine as a duplicate of its record, and has the same content.
  public var copy: RecordID?
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
    let copies = try heldDuplicates()
    let all = (recordings + setAside).compactMap { $0 }.map { file in
      var file = file
      if file.sound != nil { file.copy = file.owner.flatMap { copies[Copy($0, file.sha256)] } }
      return file
    }
    return all.sorted { $0.path < $1.path }
  }

  /// What holds a recording once more, as a plain duplicate.
  private func heldDuplicates() throws(StoreError) -> [Copy: RecordID] {
    let rows = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT quarantine.id, quick_record, sha256
          FROM quarantine JOIN quarantine_file ON quarantine = quarantine.id
          WHERE state = 'held' AND code = ? AND role = 'recording' AND quick_record IS NOT NULL
        """, QuarantineCode.duplicate.rawValue
      ) { row -> (Copy, RecordID)? in
        let item = RecordID(.quarantine, row.integer())
        let record = RecordID(.quickRecord, row.integer())
        return Digest(bytes: row.blob()).map { (Copy(record, $0), item) }
      }
    }
    return Dictionary(rows.compactMap { $0 }, uniquingKeysWith: { first, _ in first })
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

private struct Copy: Hashable {
  let record: RecordID
  let sha256: Digest

  init(_ record: RecordID, _ sha256: Digest) {
    self.record = record
    self.sha256 = sha256
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
