import Linux
import Records
import Storage

/// The folder of a backup that this process writes to, and no other as long as this lives.
///
/// Not Sendable: it is used from one isolation at a time.
final class BackupTarget {
  let layout: BackupLayout
  let now: Instant
  /// Private, but for a folder that is shared with its group on purpose (setgid).
  let modes: StoreModes
  /// Nil on a file system that has no locks.
  private let lock: FileLock?

  /// Makes what is missing, and removes what a killed backup has left unfinished.
  init(at path: String, now: Instant) throws(BackupError) {
    layout = BackupLayout(root: path)
    self.now = now
    let state = try BackupFolder.state(of: layout)
    if state == .missing { try BackupTarget.make(layout.root) }
    modes = try BackupTarget.modes(of: layout)
    if state != .backup { try BackupTarget.mark(layout, modes, now) }
    lock = try BackupTarget.lock(layout)
    try makeFolder(in: layout.root, "content")
    try makeFolder(in: layout.root, "snapshots")
    try settle(wasBegun: state == .backup)
    if lock != nil { try removeLeftovers() }
  }

  /// Makes the names durable that a backup may have left which was killed as it began here.
  private func settle(wasBegun: Bool) throws(BackupError) {
    try onBackup(layout.root) { () throws(SystemError) in
      try Descriptor(opening: layout.root, [.directory]).synchronize()
    }
    // Its marker comes after its name. A folder that somebody else made may lie in one that may not be read.
    guard !wasBegun else { return }
    try? Descriptor(opening: BackupTarget.split(layout.root).folder, [.directory]).synchronize()
  }

  /// Only the folder itself: below one that is not there may belong a disk that is not mounted just now.
  private static func make(_ path: String) throws(BackupError) {
    let parts = split(path)
    do throws(SystemError) {
      let parent = try Descriptor(opening: parts.folder, [.directory])
      do throws(SystemError) { try parent.makeDirectory(parts.name, mode: 0o700) } catch {
        guard error.code == .exists else { throw error }
      }
      try parent.synchronize()
    } catch {
      if error.code == .notFound { throw .noFolder(path: path) }
      throw BackupError(error, at: path)
    }
  }

  private static func split(_ path: String) -> (folder: String, name: PathBytes) {
    guard let slash = path.lastIndex(of: "/") else { return (".", PathBytes(path)) }
    let name = PathBytes(String(path[path.index(after: slash)...]))
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  private static func modes(of layout: BackupLayout) throws(BackupError) -> StoreModes {
    let mode = try onBackup(layout.root) { () throws(SystemError) in
      try fileStatus(at: layout.root).mode
    }
    return StoreModes(rootMode: mode & 0o2000 != 0 ? mode & 0o2770 : 0o700)
  }

  private static func mark(
    _ layout: BackupLayout, _ modes: StoreModes, _ now: Instant
  ) throws(BackupError) {
    try onBackup(layout.root) { () throws(SystemError) in
      let folder = try Descriptor(opening: layout.root, [.directory])
      let draft = Marker.draftName(UUID(milliseconds: now.milliseconds))
      do throws(SystemError) {
        let file = try Descriptor(
          opening: draft, in: folder, [.write, .create, .exclusive, .noFollow], mode: modes.file)
        try file.write(Marker.text)
        try file.synchronize()
        try folder.renameWithoutReplacing(draft, to: BackupLayout.marker, in: folder)
      } catch {
        try? folder.unlink(draft)
        // Another backup has just begun here, and may have taken the draft for a leftover: the lock tells which of
        // the two goes on.
        guard (try? folder.status(of: BackupLayout.marker)) != nil else { throw error }
      }
      try folder.synchronize()
    }
  }

  private static func lock(_ layout: BackupLayout) throws(BackupError) -> FileLock? {
    let path = "\(layout.root)/\(BackupLayout.marker)"
    do throws(SystemError) {
      return try FileLock(locking: Descriptor(opening: path, [.readWrite, .noFollow]))
    } catch {
      switch error.code {
      case .wouldBlock:
        throw .locked(path: layout.root, holder: holder(of: path))
      case .noLocks, .notSupported, .notImplemented: return nil
      default: throw BackupError(error, at: path)
      }
    }
  }

  private static func holder(of path: String) -> Int32? {
    guard let file = try? Descriptor(opening: path, [.noFollow]) else { return nil }
    return FileLock.holder(of: file)
  }

  /// A folder with the modes of the backup, made where it is missing, its name on the disk.
  func makeFolder(in parent: String, _ name: PathBytes) throws(BackupError) {
    try onBackup("\(parent)/\(name)") { () throws(SystemError) in
      let folder = try Descriptor(opening: parent, [.directory])
      do throws(SystemError) {
        try folder.makeDirectory(name, mode: modes.directory & 0o777)
      } catch {
        if error.code == .exists { return }
        throw error
      }
      setMode(modes.directory, of: try Descriptor(opening: name, in: folder, [.directory]))
      try folder.synchronize()
    }
  }

  /// A new file for writing and reading.
  func makeFile(
    _ name: PathBytes, in folder: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    let file = try Descriptor(
      opening: name, in: folder, [.readWrite, .create, .exclusive, .noFollow], mode: modes.file)
    setMode(modes.file, of: file)
    return file
  }

  /// Whatever the umask. A disk of another system (FAT, a share) has no such modes, and needs none.
  private func setMode(_ mode: UInt32, of file: borrowing Descriptor) { try? file.setMode(mode) }

  private func removeLeftovers() throws(BackupError) {
    try onBackup(layout.root) { () throws(SystemError) in
      for path in [layout.root, layout.content] {
        let folder = try Descriptor(opening: path, [.directory])
        for name in try folder.entryNames() where BackupLayout.isTemporary(name) {
          try folder.unlink(name)
        }
      }
      let snapshots = try Descriptor(opening: layout.snapshots, [.directory])
      for name in try snapshots.entryNames() where BackupLayout.isTemporary(name) {
        try removeFolder("\(layout.snapshots)/\(name)")
      }
    }
  }
}
