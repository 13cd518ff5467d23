import Linux
import SQLite

/// A store on its way back: built inside its folder under a temporary name, with the modes that the folder gives, until
/// it is whole and on the disk. What comes last is the name of its database, which is what makes the folder a store.
///
/// `deinit` removes what is unfinished, and the folder too if this has made it.
public struct StoreRestoration: ~Copyable {
  public let paths: StorePaths
  private let draft: StorePaths
  private let modes: StoreModes
  private let hasMadeRoot: Bool
  /// Tells a living draft from a leftover; nil on a file system that has no locks.
  private let lock: FileLock?
  private var isFinished = false

  /// The name of the database in the store.
  public static let database = "records.sqlite3"
  static let draftName: PathBytes = ".restore.part"
  private static let folders: [PathBytes] = ["audio", "quarantine"]

  /// Throws `occupied` unless the folder is empty or missing, but for what a killed restore has left and is proven to be
  /// its own, and `locked` where a daemon has it. Changes nothing.
  public static func requireFree(_ paths: StorePaths) throws(StoreError) {
    let names: [PathBytes]
    do throws(SystemError) {
      names = try Descriptor(opening: paths.root, [.directory]).entryNames()
    } catch {
      if error.code == .notFound { return }
      if error.code == .notDirectory { throw .occupied(path: paths.root, by: "a file") }
      throw StoreError(error, at: paths.root)
    }
    let known = ["lost+found", "lock", draftName] + folders
    if names.contains(PathBytes(database)) { throw .occupied(path: paths.root, by: "a store") }
    if let name = names.first(where: { !known.contains($0) }) {
      throw .occupied(path: paths.root, by: name.description)
    }
    if try StoreLock.isHeld(of: paths) {
      throw .locked(path: paths.root, holder: StoreLock.holder(paths))
    }
    _ = try MovedFolders(folders, of: draft(of: paths), to: paths)
  }

  private static func draft(of paths: StorePaths) -> StorePaths {
    StorePaths(root: paths.absolute(draftName.description))
  }

  public init(at paths: StorePaths) throws(StoreError) {
    try StoreRestoration.requireFree(paths)
    let isThere = (try? fileStatus(at: paths.root)) != nil
    if !isThere {
      try onFile(paths.root) { () throws(SystemError) in
        try makeDirectories(paths.root, mode: 0o700)
      }
    }
    let modes = try StoreModes(of: paths)
    let lock = try StoreRestoration.begin(at: paths, modes)
    self.init(paths, modes, hasMadeRoot: !isThere, lock)
  }

  private init(
    _ paths: StorePaths, _ modes: StoreModes, hasMadeRoot: Bool, _ lock: consuming FileLock?
  ) {
    self.paths = paths
    self.modes = modes
    self.hasMadeRoot = hasMadeRoot
    self.lock = lock
    draft = StoreRestoration.draft(of: paths)
  }

  /// Makes the draft's folder, after what a killed restore has left is gone.
  private static func begin(
    at paths: StorePaths, _ modes: StoreModes
  ) throws(StoreError) -> FileLock? {
    try clear(paths)
    return try onDraft(of: paths) { () throws(SystemError) -> FileLock? in
      let root = try Descriptor(opening: paths.root, [.directory])
      try root.makeDirectory(draftName, mode: modes.directory & 0o777)
      let folder = try Descriptor(opening: draftName, in: root, [.directory, .noFollow])
      try folder.setMode(modes.directory)
      let lock = try StoreRestoration.lock(folder.duplicate())
      // Before the database: a draft with that and without one of these has moved it to its place.
      for name in folders { _ = try StoreFolders(modes).make(name, in: folder) }
      return lock
    }
  }

  private static func lock(_ folder: consuming Descriptor) throws(SystemError) -> FileLock? {
    do throws(SystemError) { return try FileLock(locking: folder) } catch {
      if error.code == .wouldBlock { throw error }
      return nil
    }
  }

  private static func onDraft<Result: ~Copyable>(
    of paths: StorePaths, _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) { return try body() } catch {
      if error.code == .wouldBlock || error.code == .exists { throw .busy(path: paths.root) }
      throw StoreError(error, at: paths.root)
    }
  }

  private static func clear(_ paths: StorePaths) throws(StoreError) {
    let path = draft(of: paths).root
    if (try? fileStatus(at: path)) == nil { return }
    let folder = try onDraft(of: paths) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: path, [.directory, .noFollow])
    }
    let lock = try onDraft(of: paths) { () throws(SystemError) -> FileLock? in
      try StoreRestoration.lock(folder.duplicate())
    }
    try clear(folder, holding: lock, paths)
  }

  private static func clear(
    _ folder: borrowing Descriptor, holding lock: borrowing FileLock?, _ paths: StorePaths
  ) throws(StoreError) {
    // Another restore may have cleared it while this one came by.
    let links = try onDraft(of: paths) { () throws(SystemError) in try folder.status().links }
    guard links > 0 else { throw .busy(path: paths.root) }
    try MovedFolders(folders, of: draft(of: paths), to: paths).remove()
    try onDraft(of: paths) { () throws(SystemError) in
      // First what says whose the folders beside it were: it would be untrue without those in it.
      do throws(SystemError) { try folder.unlink(PathBytes(database)) } catch {
        guard error.code == .notFound else { throw error }
      }
      try removeFolder(draft(of: paths).root)
    }
  }

  deinit {
    guard !isFinished else { return }
    try? removeFolder(draft.root)
    if hasMadeRoot, let slash = paths.root.lastIndex(of: "/") {
      let name = PathBytes(String(paths.root[paths.root.index(after: slash)...]))
      let parent = slash == paths.root.startIndex ? "/" : String(paths.root[..<slash])
      try? Descriptor(opening: parent, [.directory]).removeDirectory(name)
    }
  }

  /// A new file by its path relative to the store: the database, a recording, or what was set aside.
  public func create(_ path: String) throws(StoreError) -> Descriptor {
    let place = try StoreRestoration.place(path)
    return try onFile(paths.absolute(path)) { () throws(SystemError) -> Descriptor in
      let folder = try StoreFolders(modes).open(place.folders, below: draft.root)
      let file = try Descriptor(
        opening: place.name, in: folder, [.readWrite, .create, .exclusive, .noFollow],
        mode: modes.file)
      try file.setMode(modes.file)
      return file
    }
  }

  /// Opens a file that was created, for reading.
  public func open(_ path: String) throws(StoreError) -> Descriptor {
    try onFile(paths.absolute(path)) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: draft.absolute(path), [.noFollow])
    }
  }

  /// Removes a file that was created.
  public func discard(_ path: String) throws(StoreError) {
    let place = try StoreRestoration.place(path)
    try onFile(paths.absolute(path)) { () throws(SystemError) in
      try StoreFolders(modes).open(place.folders, below: draft.root).unlink(place.name)
    }
  }

  /// A path that was read somewhere, in its parts; it never leads out of the store.
  private static func place(
    _ path: String
  ) throws(StoreError) -> (folders: [String], name: PathBytes) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let name = names.last,
      names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }),
      path == database || names.count > 1 && folders.contains(PathBytes(names[0]))
    else { throw .damaged(path: path, detail: "it is no place of a file in a store") }
    return (names.dropLast(), PathBytes(name))
  }

  /// Makes it the store of its folder; durable when this returns. The files must be durable already.
  public mutating func finish() throws(StoreError) {
    try settle()
    do throws(SystemError) {
      for name in StoreRestoration.folders {
        _ = try StoreFolders(modes).open([name.description], below: draft.root)
      }
      try StoreRestoration.synchronizeFolders(below: draft.root)
    } catch { throw StoreError(error, at: paths.root) }
    try place(under: try StoreLock(of: paths))
    isFinished = true
    // Empty by now; a restore that is killed here has done its work.
    try? removeFolder(draft.root)
  }

  /// As long as the lock is held no daemon begins here.
  private func place(under lock: borrowing StoreLock) throws(StoreError) {
    guard (try? fileStatus(at: paths.database)) == nil else {
      throw .occupied(path: paths.root, by: "a store")
    }
    do throws(SystemError) { try move() } catch {
      guard error.code == .exists || error.code == .notEmpty else {
        throw StoreError(error, at: paths.root)
      }
      // Somebody has made it since this began.
      let name = error.subject ?? StoreRestoration.database
      throw .occupied(
        path: paths.root, by: name == StoreRestoration.database ? "a store" : name)
    }
  }

  private func move() throws(SystemError) {
    let root = try Descriptor(opening: paths.root, [.directory])
    let folder = try Descriptor(opening: draft.root, [.directory])
    do throws(SystemError) {
      // Onto nothing, or onto an empty folder of that name.
      for name in StoreRestoration.folders { try folder.rename(name, to: name, in: root) }
      try root.synchronize()
      try folder.renameWithoutReplacing(
        PathBytes(StoreRestoration.database), to: PathBytes(StoreRestoration.database), in: root)
    } catch {
      for name in StoreRestoration.folders where (try? folder.status(of: name)) == nil {
        try? root.rename(name, to: name, in: folder)
      }
      throw error
    }
    try root.synchronize()
  }

  /// Gives the database its log again, and takes from it what was true of the place where it was.
  private func settle() throws(StoreError) {
    do {
      try settle(Connection(opening: draft.database, .readWrite))
      let file = try Descriptor(opening: draft.database, [.readWrite, .noFollow])
      try file.synchronize()
    } catch let error as SQLiteError {
      throw StoreError(error, at: draft.database)
    } catch let error as SystemError {
      throw StoreError(error, at: draft.database)
    } catch { throw .io(path: draft.database, detail: "\(error)") }
  }

  private func settle(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      UPDATE pending_removal SET device = 0, inode = 0;
      PRAGMA journal_mode = WAL;
      """)
  }

  private static func synchronizeFolders(below path: String) throws(SystemError) {
    let folder = try Descriptor(opening: path, [.directory, .noFollow])
    for name in try folder.entryNames() where try folder.status(of: name).kind == .directory {
      try synchronizeFolders(below: "\(path)/\(name)")
    }
    try folder.synchronize()
  }
}
