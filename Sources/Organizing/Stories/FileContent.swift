import Hashing
import Linux
import Records
import Storage

/// The content of a file that a person asks about, read once. The file itself stays as it is.
public struct FileContent {
  public let sha256: Digest
  /// The digests of what the store may keep of it: of a sidecar also without its place.
  public let kept: [Digest]

  /// `path` is for messages alone. The descriptor must be open for reading.
  public init(of file: borrowing Descriptor, at path: String) throws(NamedFileError) {
    let status: FileStatus
    do throws(SystemError) { status = try file.status() } catch { throw .unreadable(path, error) }
    guard status.kind == .regular else { throw .noFile(path) }
    sha256 = try NamedFile.digest(of: file, at: path)
    var kept = [sha256]
    if status.size <= FileContent.largestSidecar,
      let bytes = try? file.readAll(limit: Int(FileContent.largestSidecar))
    {
      kept.append(SidecarContent(bytes: bytes, sha256: sha256).kept(by: .drop).sha256)
    }
    self.kept = kept
  }

  private static let largestSidecar: Int64 = 1 << 20
}

/// What is known of a file that had the name of one that the store does not have.
public enum NamesakeFate: Hashable, Sendable {
  case otherContent
  /// It had this one, which the store has no more.
  case sameContent
  /// Nobody knows any more what it was.
  case purged
}

/// What the store has of a content.
public struct KeptCopy {
  public enum Home: Hashable, Sendable {
    /// A recording; the record may be deleted.
    case record(QuickRecord)
    case setAside(QuarantineItem)
    /// A sidecar that was applied. The database itself holds its bytes.
    case sidecar(of: RecordID)
    /// Of a record whose making was taken back: this operation, which may be returned.
    case takenBack(RecordID, operation: Int64)
  }

  public let home: Home
  /// The file that holds it, relative to the store; nil where the database does.
  public let path: String?

  /// Whether that file truly holds it, by reading all of it.
  public func isWhole(_ content: FileContent, in paths: StorePaths) -> Bool {
    guard let path else { return true }
    let absolute = paths.absolute(path)
    guard let file = try? Descriptor(opening: absolute, [.noFollow]),
      let digest = try? NamedFile.digest(of: file, at: absolute)
    else { return false }
    return content.kept.contains(digest)
  }
}

extension Storyteller {
  /// What became of the last file of this name, and whether that is known to have been another content.
  public func namesake(
    of name: FileName, _ content: FileContent
  ) throws(StoreError) -> (record: RecordID, fate: NamesakeFate)? {
    guard let record = try story(of: name, inbox: nil).compactMap(\.record).last else { return nil }
    if try reader.purge(of: record) != nil { return (record, .purged) }
    for digest in content.kept where try reader.everHeld(digest, by: record) {
      return (record, .sameContent)
    }
    return (record, .otherContent)
  }

  /// Where the store has this content: in a live record before a deleted one, in a record before what was set aside, and
  /// in what is kept for a redo alone last.
  public func copy(of content: FileContent) throws(StoreError) -> KeptCopy? {
    let live = try reader.liveQuickRecord(digest: content.sha256)
    let deleted = try reader.deletedQuickRecord(digest: content.sha256)
    if let record = live ?? deleted, let audio = record.audio, audio.present {
      return KeptCopy(home: .record(record), path: audio.path)
    }
    for digest in content.kept {
      if let record = try reader.quickRecords(changedBy: digest).last {
        return KeptCopy(home: .sidecar(of: record.id), path: nil)
      }
      for item in try reader.quarantineItems(holding: digest).reversed()
      where item.state != .retried {
        if let file = item.files.first(where: { $0.sha256 == digest }) {
          return KeptCopy(home: .setAside(item), path: file.path)
        }
      }
    }
    return try reader.recordTakenBack(of: content.sha256).map { found in
      KeptCopy(home: .takenBack(found.record, operation: found.operation), path: found.path)
    }
  }
}
