import Linux
import Synchronization

/// Whether the paths of a store still lead to what its daemon has opened. Something may be mounted over the folder, another
/// store moved into its place, or the database or the lock removed: what is written then is in several places, or in none.
///
/// The open folder keeps its inode from being given to another, and so do the lock and the database to whoever has them.
public final class StorePresence: Sendable {
  public let paths: StorePaths
  private let root: HeldFolder
  private let files: [(path: String, identity: FileKey, what: String)]
  /// The folders for files, once they are there.
  private let folders = Mutex<[String: HeldFolder]>([:])

  /// Of a store whose lock is held and whose database is open, both for longer than this is asked.
  public init(of store: Store, lock: borrowing StoreLock) throws(StoreError) {
    let paths = store.paths
    self.paths = paths
    root = try onFile(paths.root) { () throws(SystemError) in try HeldFolder(paths.root) }
    files = try onFile(paths.database) { () throws(SystemError) in
      var files = [
        (paths.lock, try lock.identity(), "its file 'lock', which keeps a second mm-ingestd out,"),
        (paths.database, FileKey(try fileStatus(at: paths.database)), "its database"),
      ]
      for ending in ["-wal", "-shm"] {
        let path = paths.database + ending
        if let status = try? fileStatus(at: path) {
          files.append((path, FileKey(status), "its database's '\(ending)'"))
        }
      }
      return files
    }
    try check()
  }

  /// Throws `replaced` where they do not; a few stat(2).
  public func check() throws(StoreError) {
    guard try isFolderThere() else {
      throw .replaced(
        path: paths.root,
        detail: "another folder is at its path, is mounted over it, or it was moved away")
    }
    for file in files where try key(of: file.path) != file.identity {
      throw .replaced(path: paths.root, detail: "\(file.what) was moved or removed")
    }
    for path in [paths.audio, paths.quarantine] { try check(path) }
  }

  /// Whether the folder itself is the one that was opened.
  public func isFolderThere() throws(StoreError) -> Bool {
    try key(of: paths.root) == root.key
  }

  /// A folder that was removed is made again; one that is still somewhere is not replaced by another.
  private func check(_ path: String) throws(StoreError) {
    let found = try key(of: path)
    let isOurs = folders.withLock { folders in
      if let held = folders[path] {
        if held.key == found { return true }
        if held.isSomewhere { return false }
        folders[path] = nil
      }
      if found != nil { folders[path] = try? HeldFolder(path) }
      return true
    }
    guard isOurs else {
      throw .replaced(
        path: paths.root, detail: "another folder is at \(path), or that was moved away")
    }
  }

  /// Nil where there is nothing.
  private func key(of path: String) throws(StoreError) -> FileKey? {
    do throws(SystemError) { return FileKey(try fileStatus(at: path)) } catch {
      guard error.code == .notFound || error.code == .notDirectory else {
        throw StoreError(error, at: path)
      }
      return nil
    }
  }
}

/// Which file it is, whatever it holds.
struct FileKey: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: FileStatus) {
    device = status.device
    inode = status.inode
  }
}

private final class HeldFolder: Sendable {
  let key: FileKey
  private let descriptor: Descriptor

  init(_ path: String) throws(SystemError) {
    descriptor = try Descriptor(opening: path, [.directory])
    key = FileKey(try descriptor.status())
  }

  /// Whether it has a name anywhere (stat(2), `st_nlink`).
  var isSomewhere: Bool { (try? descriptor.status()).map { $0.links > 0 } ?? false }
}
