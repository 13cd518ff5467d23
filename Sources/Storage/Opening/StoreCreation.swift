import Linux
import Records
import SQLite

/// A new store: its folder, and its database made whole under a temporary name before it takes its own, so that a
/// crash leaves no half one and two programs that start together get one.
enum StoreCreation {
  /// Throws `bereft` where a store is that has lost its database: a new one would know nothing of its recordings.
  static func requireNew(_ paths: StorePaths) throws(StoreError) {
    guard try hasFiles(paths) else { return }
    // Another program may just have made the store, and filed something.
    if (try? fileStatus(at: paths.database)) == nil { throw .bereft(path: paths.root) }
  }

  private static func hasFiles(_ paths: StorePaths) throws(StoreError) -> Bool {
    let modes = StoreModes(rootMode: 0)
    if try !AudioArchive(paths: paths, modes: modes).files().isEmpty { return true }
    return try !QuarantineFolder(paths: paths, modes: modes).items().isEmpty
  }

  static func run(at paths: StorePaths) throws(StoreError) {
    try onFile(paths.root) { () throws(SystemError) in
      do throws(SystemError) {
        _ = try fileStatus(at: paths.root)
      } catch  where error.code == .notFound {
        try makeDirectories(paths.root, mode: 0o700)
      }
    }
    let modes = try StoreModes(of: paths)
    let temporary =
      ".records.sqlite3.\(UUID(milliseconds: Instant(nanoseconds: wallClock()).milliseconds))"
    let folder = try onFile(paths.root) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: paths.root, [.directory])
    }
    do {
      try fill(paths.absolute(temporary), mode: modes.file)
      try onFile(paths.root) { () throws(SystemError) in
        do throws(SystemError) {
          try folder.renameWithoutReplacing(
            PathBytes(temporary), to: "records.sqlite3", in: folder)
        } catch  where error.code == .exists {
          // Another program has just made the same store.
          try folder.unlink(PathBytes(temporary))
        }
        try folder.synchronize()
      }
    } catch {
      for ending in ["", "-wal", "-shm"] { try? folder.unlink(PathBytes(temporary + ending)) }
      throw error
    }
  }

  private static func fill(_ path: String, mode: UInt32) throws(StoreError) {
    do {
      let file = try Descriptor(opening: path, [.write, .create, .exclusive], mode: mode)
      try file.setMode(mode)
      try file.close()
      let connection = try Connection(opening: path, .readWrite)
      try connection.execute(
        """
        PRAGMA application_id = \(StoreCheck.applicationID);
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        """)
      try Migration.migrate(connection, backUp: { _ in })
      // The log stays behind under the temporary name, so nothing may be left in it.
      guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
        throw StoreError.io(path: path, detail: "its write-ahead log cannot be written back")
      }
    } catch let error as SystemError {
      throw StoreError(error, at: path)
    } catch let error as SQLiteError {
      throw StoreError(error, at: path)
    } catch {
      throw .io(path: path, detail: "\(error)")
    }
  }
}
