import Configuration
import Linux
import Storage

/// The folders of a session, made where they are missing, locked, and apart from one another.
final class IngestPlaces: Sendable {
  let paths: StorePaths
  /// Canonical where the folder exists, in the order of the settings.
  let inboxes: [String]
  private let storeLock: StoreLock
  /// One for each inbox that was there.
  private let inboxLocks: InboxLocks

  private init(
    paths: StorePaths, inboxes: [String], storeLock: consuming StoreLock, inboxLocks: InboxLocks
  ) {
    self.paths = paths
    self.inboxes = inboxes
    self.storeLock = storeLock
    self.inboxLocks = inboxLocks
  }

  static func open(_ settings: Settings) throws(SessionError) -> IngestPlaces {
    let root = settings.store.path
    do throws(SystemError) {
      try makeDirectories(root, mode: 0o700)
    } catch {
      throw .store(StoreError(opening: error, at: root))
    }
    let store = canonical(root)
    let inboxes = settings.inboxes.map { inbox in
      makeIfPossible(inbox.path)
      return canonical(inbox.path)
    }
    if let nesting = FolderNesting.find(among: [store] + inboxes) { throw .nested(nesting) }
    let paths = StorePaths(root: store)
    return IngestPlaces(
      paths: paths, inboxes: inboxes, storeLock: try lock(paths), inboxLocks: try lock(inboxes))
  }

  private static func lock(_ paths: StorePaths) throws(SessionError) -> StoreLock {
    do throws(StoreError) { return try StoreLock(of: paths) } catch { throw .store(error) }
  }

  private static func lock(_ inboxes: [String]) throws(SessionError) -> InboxLocks {
    do throws(FolderLockError) { return try InboxLocks(inboxes) } catch { throw .inbox(error) }
  }

  /// An inbox below a folder that is not there may lie on a disk that is not mounted: it is waited for, not made.
  private static func makeIfPossible(_ path: String) {
    let isHome = CurrentProcess.home.map { path.hasPrefix($0 + "/") } ?? false
    if isHome {
      try? makeDirectories(path, mode: 0o700)
    } else if let slash = path.lastIndex(of: "/"),
      (try? fileStatus(at: String(path[..<slash]) + "/").kind) == .directory
    {
      try? makeDirectories(path, mode: 0o700)
    }
  }
}

/// The path without links and dots; as it is where there is nothing yet.
private func canonical(_ path: String) -> String {
  (try? canonicalPath(path)) ?? path
}

/// The locks on the inboxes, held as long as this lives.
final class InboxLocks: Sendable {
  private let first: FolderLock?
  private let rest: InboxLocks?

  init(_ folders: some Collection<String>) throws(FolderLockError) {
    guard let folder = folders.first else {
      first = nil
      rest = nil
      return
    }
    rest = try InboxLocks(folders.dropFirst())
    do throws(FolderLockError) {
      first = try FolderLock(on: folder)
    } catch {
      // One that is missing is waited for; there is nothing to lock yet.
      guard case .unusable(_, let cause) = error, cause.code == .notFound else { throw error }
      first = nil
    }
  }
}

extension StoreError {
  fileprivate init(opening error: SystemError, at path: String) {
    self =
      switch error.code {
      case .noSpace, .quotaExceeded: .full(path: path)
      case .accessDenied, .notPermitted: .permission(path: path, detail: error.code.description)
      case .readOnlyFileSystem: .readOnly(path: path)
      default: .io(path: path, detail: error.description)
      }
  }
}
