import Linux
import SQLite

/// The look at a database before anything can write to it (`records.md`, "Store"): a file that is not ours, or is
/// newer than this program, stays byte-identical.
enum StoreCheck {
  /// "MMom", in the header of every store.
  static let applicationID: Int64 = 0x4D4D_6F6D

  static func run(on paths: StorePaths) throws(StoreError) {
    let path = paths.database
    try StoreLinks.requireNone(at: paths)
    let status = try status(of: path, paths)
    guard status.kind == .regular else {
      throw .foreign(path: path, detail: "it is not a regular file")
    }
    guard status.size > 0 else { throw .damaged(path: path, detail: "it is empty") }
    let hasLog = ((try? fileStatus(at: path + "-wal").size) ?? 0) > 0
    do {
      try check(path, .frozen)
    } catch StoreError.damaged where hasLog {
      // A crash in the middle of a checkpoint leaves a file that is whole only with its log.
    }
    // A newer program's number may stand in the log alone. Reading the log writes neither it nor the file.
    if hasLog { try check(path, .readOnly) }
  }

  /// A log without its file is no reason to make a new store over it.
  private static func status(
    of path: String, _ paths: StorePaths
  ) throws(StoreError) -> FileStatus {
    do throws(SystemError) { return try fileStatus(at: path) } catch {
      guard error.code == .notFound || error.code == .notDirectory else {
        throw StoreError(error, at: path)
      }
      guard (try? fileStatus(at: path + "-wal")) != nil else {
        try StoreCreation.requireNew(paths)
        throw .notFound(path: paths.root)
      }
      // Another program may just have made the store, and opened it.
      if let status = try? fileStatus(at: path) { return status }
      throw .damaged(
        path: path, detail: "its write-ahead log is there, and the file itself is missing")
    }
  }

  private static func check(_ path: String, _ mode: Connection.Mode) throws(StoreError) {
    let identifier: Int64
    let schema: Int
    do throws(SQLiteError) {
      let connection = try Connection(opening: path, mode)
      connection.keepLogOnClose()
      identifier = try connection.integer("PRAGMA application_id")
      schema = Int(try connection.integer("PRAGMA user_version"))
    } catch {
      if error.code.primary == .cannotOpen, StillDatabase.hasBareLog(path) {
        throw .unclosed(path: path)
      }
      throw StoreError(error, at: path)
    }
    guard identifier == applicationID else {
      throw .foreign(path: path, detail: "it is the database of another program")
    }
    if schema < 1 { throw .foreign(path: path, detail: "its schema number is \(schema)") }
    if schema > Migration.newest {
      throw .newer(path: path, found: schema, known: Migration.newest)
    }
  }
}
