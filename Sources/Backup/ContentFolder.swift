import Linux
import Records

/// The content of a backup: every recording once, under its digest.
///
/// What is added has a temporary name until it is on the disk and has been read from there again; some files at a time,
/// so that the disk is busy with many at once. `deinit` removes what has no name yet.
///
/// Not Sendable: it is used from one isolation at a time.
final class ContentFolder {
  private let target: BackupTarget
  private let folder: Descriptor
  private var drafts: [Digest: PathBytes] = [:]
  private var changed: Set<PathBytes> = []
  private let unique: UUID
  private var number = 0

  private static let groupSize = 64

  enum Addition {
    case added
    /// The source holds something else; it was not taken.
    case otherContent
    case unread(SystemError)
  }

  init(of target: BackupTarget) throws(BackupError) {
    self.target = target
    unique = UUID(milliseconds: target.now.milliseconds)
    folder = try onBackup(target.layout.content) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: target.layout.content, [.directory])
    }
  }

  deinit { for name in drafts.values { try? folder.unlink(name) } }

  /// By its name and length.
  func holds(_ digest: Digest, bytes: Int64) -> Bool {
    drafts[digest] != nil || ContentFolder.holds(digest, bytes: bytes, target.layout)
  }

  static func holds(_ digest: Digest, bytes: Int64, _ layout: BackupLayout) -> Bool {
    guard let status = try? fileStatus(at: layout.content(digest)) else { return false }
    return status.kind == .regular && status.size == bytes
  }

  /// By reading it.
  func isIntact(_ digest: Digest) -> Bool {
    if drafts[digest] != nil { return true }
    guard let file = try? Descriptor(opening: target.layout.content(digest), [.noFollow]) else {
      return false
    }
    file.forgetCached()
    return (try? FileContent.read(file).sha256) == digest
  }

  /// Copies a file that should have this content. Durable after `finish`.
  func add(
    _ source: borrowing Descriptor, as digest: Digest, _ progress: (Int64) -> Void
  ) throws(BackupError) -> Addition {
    number += 1
    let draft = PathBytes(".\(unique)-\(number).part")
    let file = try onBackup(target.layout.content) { () throws(SystemError) -> Descriptor in
      try target.makeFile(draft, in: folder)
    }
    do throws(FileContent.CopyFault) {
      guard try FileContent.copy(source, to: file, progress).sha256 == digest else {
        try? folder.unlink(draft)
        return .otherContent
      }
    } catch {
      try? folder.unlink(draft)
      switch error {
      case .unread(let error): return .unread(error)
      case .unwritten(let error): throw BackupError(error, at: target.layout.root)
      }
    }
    file.startWriting()
    drafts[digest] = draft
    if drafts.count >= ContentFolder.groupSize { try nameDrafts() }
    return .added
  }

  /// Returns when all that was added, and all of `named`, is on the disk under its name: what was there already, a
  /// backup may have left that was killed before it was.
  func finish(naming named: [Digest]) throws(BackupError) {
    try nameDrafts()
    changed.formUnion(named.map(ContentFolder.folder(of:)))
    try onBackup(target.layout.content) { () throws(SystemError) in
      for name in changed {
        try Descriptor(opening: name, in: folder, [.directory]).synchronize()
      }
      try folder.synchronize()
    }
    changed = []
  }

  private static func folder(of digest: Digest) -> PathBytes {
    PathBytes(String(digest.description.prefix(2)))
  }

  private func nameDrafts() throws(BackupError) {
    for (digest, draft) in drafts {
      let path = target.layout.content(digest)
      let isWhole = try onBackup(path) { () throws(SystemError) in
        try FileContent.settle(Descriptor(opening: draft, in: folder, [.noFollow]), digest)
      }
      guard isWhole else { throw .unverified(path: target.layout.root) }
      let parent = ContentFolder.folder(of: digest)
      try target.makeFolder(in: target.layout.content, parent)
      try onBackup(path) { () throws(SystemError) in
        let home = try Descriptor(opening: parent, in: folder, [.directory, .noFollow])
        // Over one that was found damaged, if any.
        try folder.rename(draft, to: PathBytes(digest.description), in: home)
      }
      changed.insert(parent)
      drafts[digest] = nil
    }
  }
}
