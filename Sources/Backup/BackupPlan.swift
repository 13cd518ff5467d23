import Linux
import Records
import Storage

/// What a backup has to copy.
struct BackupPlan {
  let files: [StoredFile]
  /// Content that the backup lacks, with its length; each once, in the order of the files.
  let lacking: [Digest]
  let bytes: Int64

  /// `holds` says what the backup has, by digest and length.
  init(_ files: [StoredFile], in store: StorePaths, holds: (Digest, Int64) -> Bool) {
    self.files = files
    var seen: Set<Digest> = []
    var lacking: [Digest] = []
    var bytes: Int64 = 0
    for file in files {
      guard let content = BackupPlan.content(of: file, in: store),
        seen.insert(content.sha256).inserted, !holds(content.sha256, content.bytes)
      else { continue }
      lacking.append(content.sha256)
      bytes += content.bytes
    }
    self.lacking = lacking
    self.bytes = bytes
  }

  /// By its row, else by reading it; nil for what is not there and need not be.
  private static func content(
    of file: StoredFile, in store: StorePaths
  ) -> (sha256: Digest, bytes: Int64)? {
    let path = store.absolute(file.path)
    if let sha256 = file.sha256 {
      let isThere = file.isRequired || (try? fileStatus(at: path)) != nil
      return isThere ? (sha256, file.bytes) : nil
    }
    guard let descriptor = try? Descriptor(opening: path, [.noFollow, .nonBlocking]) else {
      return nil
    }
    return try? FileContent.read(descriptor)
  }
}

/// How far a backup or a restore is.
public struct BackupProgress: Hashable, Sendable {
  public var files = 0
  public let totalFiles: Int
  public var bytes: Int64 = 0
  public let totalBytes: Int64
}

/// What a backup has done, or would do.
public struct BackupReport: Hashable, Sendable {
  /// Nil where nothing was done.
  public var id: SnapshotID?
  public var counts: StoreCounts
  public var databaseBytes: Int64
  /// All files of the store that the snapshot has.
  public var files: Int
  public var bytes: Int64
  /// Those whose content the backup had not.
  public var copiedFiles: Int
  public var copiedBytes: Int64
  /// Content that was found damaged in the backup and is whole again.
  public var repaired: Int
  /// What the store should have and has not; the rest is backed up.
  public var problems: [FileProblem]
}
