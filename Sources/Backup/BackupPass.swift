import Linux
import Records
import Storage

/// One way through the files that a snapshot names. What the backup lacks is copied; every file that a record needs is
/// looked at, whether its content is in the backup already or not.
final class BackupPass {
  private let store: StorePaths
  private let content: ContentFolder
  private let isVerifyingAll: Bool
  private let progress: (BackupProgress) -> Void
  private var done: BackupProgress
  private var verified: Set<Digest> = []
  private var broken: Set<Digest> = []

  private(set) var files: [Manifest.File] = []
  private(set) var problems: [FileProblem] = []
  /// The files that are not there, also those without which the store is whole.
  private(set) var missing: [StoredFile] = []
  private(set) var copiedFiles = 0
  private(set) var copiedBytes: Int64 = 0
  private(set) var repaired = 0

  init(
    _ store: StorePaths, _ content: ContentFolder, isVerifyingAll: Bool, plan: BackupPlan,
    progress: @escaping (BackupProgress) -> Void
  ) {
    self.store = store
    self.content = content
    self.isVerifyingAll = isVerifyingAll
    self.progress = progress
    done = BackupProgress(totalFiles: plan.files.count, totalBytes: plan.bytes)
  }

  func copy(_ stored: [StoredFile]) throws(BackupError) {
    for file in stored {
      try copy(file)
      done.files += 1
      progress(done)
    }
  }

  private struct Source: ~Copyable {
    let descriptor: Descriptor
    let status: FileStatus
    let sha256: Digest
    let bytes: Int64
  }

  private func copy(_ file: StoredFile) throws(BackupError) {
    guard let source = open(file) else { return }
    let isHeld = content.holds(source.sha256, bytes: source.bytes) && !isBroken(source.sha256)
    guard source.status.size == source.bytes else {
      return note(.damaged, file, "it has \(source.status.size) bytes and not \(source.bytes)")
    }
    if !isHeld {
      let addition = try content.add(source.descriptor, as: source.sha256) { count in
        done.bytes += count
        progress(done)
      }
      switch addition {
      case .added:
        copiedFiles += 1
        copiedBytes += source.bytes
        if broken.remove(source.sha256) != nil { repaired += 1 }
      case .otherContent:
        return note(.damaged, file, "its bytes are not those that were recorded")
      case .unread(let error): return note(.unreadable, file, error.code.description)
      }
    }
    files.append(
      Manifest.File(
        path: file.path, sha256: source.sha256, bytes: source.bytes,
        modified: source.status.modified))
  }

  /// Nil for what is not there; what should be is noted.
  private func open(_ file: StoredFile) -> Source? {
    do throws(SystemError) {
      let source = try Descriptor(opening: store.absolute(file.path), [.noFollow, .nonBlocking])
      let status = try source.status()
      guard status.kind == .regular else {
        note(.damaged, file, "it is not a regular file")
        return nil
      }
      guard let sha256 = file.sha256 else {
        let found = try FileContent.read(source)
        return Source(
          descriptor: source, status: status, sha256: found.sha256, bytes: status.size)
      }
      return Source(descriptor: source, status: status, sha256: sha256, bytes: file.bytes)
    } catch {
      if error.code != .notFound {
        note(.unreadable, file, error.code.description)
      } else {
        missing.append(file)
        if file.isRequired { note(.missing, file, "it is not there") }
      }
      return nil
    }
  }

  /// Whether what the backup has under this name is something else by now, as far as it is read.
  private func isBroken(_ digest: Digest) -> Bool {
    if isVerifyingAll, verified.insert(digest).inserted, !content.isIntact(digest) {
      broken.insert(digest)
    }
    return broken.contains(digest)
  }

  /// The backup may have the file from an earlier time: then the snapshot is whole all the same.
  private func note(_ code: FileProblem.Code, _ file: StoredFile, _ why: String) {
    var message = "\(file.path) in the store: \(why)."
    if let digest = file.sha256, content.holds(digest, bytes: file.bytes), !isBroken(digest) {
      files.append(
        Manifest.File(path: file.path, sha256: digest, bytes: file.bytes, modified: nil))
      message += " The backup has it whole."
    } else {
      message += " The backup does not have it."
    }
    problems.append(FileProblem(code: code, path: file.path, message: message))
  }
}
