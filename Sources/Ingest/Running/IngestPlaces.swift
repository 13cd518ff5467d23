import Configuration
import Linux
import Storage
import Synchronization

/// The folders of a session, made where they are missing and apart from one another, and the lock on the store.
final class IngestPlaces: Sendable {
  let paths: StorePaths
  /// Canonical where the folder exists, in the order of the settings.
  let inboxes: [String]
  /// Those that were not there and are now.
  let madeInboxes: [String]
  private let storeLock: Mutex<StoreLock?>

  private init(
    paths: StorePaths, inboxes: [String], madeInboxes: [String], storeLock: consuming StoreLock
  ) {
    self.paths = paths
    self.inboxes = inboxes
    self.madeInboxes = madeInboxes
    self.storeLock = Mutex(storeLock)
  }

  /// What tells that the store is in its place still.
  func presence(of store: Store) throws(StoreError) -> StorePresence {
    let result = storeLock.withLock { lock in
      Result { () throws(StoreError) in
        switch lock {
        case .some(let lock): try StorePresence(of: store, lock: lock)
        case .none: throw .locked(path: paths.root, holder: nil)
        }
      }
    }
    return try result.get()
  }

  /// Lets another session have the store, whoever still holds this one.
  func release() { storeLock.withLock { $0 = nil } }

  static func open(_ settings: Settings) throws(SessionError) -> IngestPlaces {
    let root = settings.store.path
    // Nothing is made, nor locked, before it is known that it may be.
    if let nesting = FolderNesting.find(
      store: canonicalPlace(root), inboxes: settings.inboxes.map { canonicalPlace($0.path) })
    {
      throw .nested(nesting)
    }
    if let misplaced = MisplacedFolder.find(
      store: canonicalPlace(root), inboxes: settings.inboxes.map { canonicalPlace($0.path) })
    {
      throw .misplaced(misplaced)
    }
    do throws(StoreError) {
      let paths = StorePaths(root: root)
      if settings.store.network == .refuse { try StorePlace.requireLocal(paths) }
      try StorePlace.requireOurs(paths)
    } catch { throw .store(error) }
    do throws(SystemError) {
      try makeDirectories(root, mode: 0o700)
    } catch {
      throw .store(StoreError(error, at: root))
    }
    let store = canonical(root)
    let made = settings.inboxes.map(\.path).filter(makeIfPossible)
    let inboxes = settings.inboxes.map { canonical($0.path) }
    let paths = StorePaths(root: store)
    for inbox in inboxes { try probe(inbox) }
    return IngestPlaces(
      paths: paths, inboxes: inboxes, madeInboxes: made.map(canonical), storeLock: try lock(paths))
  }

  private static func lock(_ paths: StorePaths) throws(SessionError) -> StoreLock {
    do throws(StoreError) { return try StoreLock(of: paths) } catch { throw .store(error) }
  }

  /// A start beside another daemon of the inbox fails at once; the lock itself is the watcher's, taken whenever a folder
  /// is at the path.
  private static func probe(_ inbox: String) throws(SessionError) {
    do throws(FolderLockError) {
      _ = try FolderLock(on: inbox)
    } catch {
      if case .held = error { throw .inbox(error) }
    }
  }

  /// An inbox below a folder that is not there may lie on a disk that is not mounted: it is waited for, not made.
  /// Answers whether it was made.
  private static func makeIfPossible(_ path: String) -> Bool {
    guard (try? fileStatus(at: path)) == nil else { return false }
    let isHome = CurrentProcess.home.map { path.hasPrefix($0 + "/") } ?? false
    let hasParent =
      path.lastIndex(of: "/").map {
        (try? fileStatus(at: String(path[..<$0]) + "/").kind) == .directory
      } ?? false
    guard isHome || hasParent else { return false }
    return (try? makeDirectories(path, mode: 0o700)) != nil
  }
}

/// The path without links and dots; as it is where there is nothing yet.
private func canonical(_ path: String) -> String {
  (try? canonicalPath(path)) ?? path
}
