import Linux
import SQLite

/// The records of one store folder.
///
/// Not Sendable: it is used from one isolation at a time. Several stores, in one process or in several, may share a
/// folder; their writes wait for one another.
public final class Store {
  public enum Access: Sendable {
    /// Nothing is changed. Works also where the files may not be written.
    case readOnly
    case readWrite
    /// Makes folder and database where they are missing; never over something that is there.
    case createIfMissing
  }

  public let paths: StorePaths
  public let modes: StoreModes
  /// Made anew where it turns out that it cannot write, and another may.
  var connection: Connection
  /// Older than the newest only where the store is only read.
  let schema: Int
  /// Set where the database is read without a lock, since none can be taken.
  private let still: StillDatabase?
  private let access: Access
  private let busyTimeout: Duration

  /// Opens the store. A file that is foreign, damaged or newer is refused and stays byte-identical.
  public init(
    at paths: StorePaths, _ access: Access, busyTimeout: Duration = .seconds(10)
  ) throws(StoreError) {
    do {
      try StoreCheck.run(on: paths)
    } catch .notFound where access == .createIfMissing {
      try StoreCreation.run(at: paths)
      try StoreCheck.run(on: paths)
    }
    self.paths = paths
    self.access = access
    self.busyTimeout = busyTimeout
    modes = try StoreModes(of: paths)
    // A reader that may write opens for writing too: one opened read-only would leave log files behind when it
    // is the last to close.
    let isWritable = Linux.isWritable(paths.database)
    // SQLite would fail at the first of its log files, and not say why.
    if access != .readOnly, !isWritable { throw .readOnly(path: paths.database) }
    let mayWrite = access != .readOnly || isWritable
    still = mayWrite ? nil : StillDatabase(at: paths.database)
    let mode: Connection.Mode = mayWrite ? .readWrite : still == nil ? .readOnly : .frozen
    do {
      connection = try Store.connect(paths.database, mode, access, busyTimeout)
      if access != .readOnly {
        try Migration.migrate(connection) { version in
          try StoreBackup.make(version: version, at: paths)
        }
      }
      schema = Int(try connection.integer("PRAGMA user_version"))
    } catch { throw Store.translate(error, paths) }
  }

  private static func connect(
    _ path: String, _ mode: Connection.Mode, _ access: Access, _ busyTimeout: Duration
  ) throws(SQLiteError) -> Connection {
    let connection = try Connection(opening: path, mode, busyTimeout: busyTimeout)
    // Savepoints and triggers keep a journal of their own, which need not outlive the process: in memory.
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY;
      """)
    if access == .readOnly { try connection.execute("PRAGMA query_only = ON") }
    return connection
  }

  /// Every read of the body sees one state of the store.
  public func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
    do {
      let result = try connection.snapshot {
        try body(StoreReader(connection, paths, schema: schema))
      }
      guard still?.isStill ?? true else { throw StoreError.busy(path: paths.database) }
      return result
    } catch { throw Store.translating(error, paths) }
  }

  /// One database transaction that holds the write lock from its start: all that the body did is durable when this
  /// returns, and nothing of it when this throws. What the body throws is thrown on.
  public func write<Result>(_ body: (StoreWriter) throws -> Result) throws -> Result {
    do {
      return try connection.immediateTransaction {
        try body(StoreWriter(connection, paths, schema: schema))
      }
    } catch {
      let error = Store.translating(error, paths)
      if case .readOnly? = error as? StoreError { reconnect() }
      throw error
    }
  }

  /// SQLite opens a file for reading alone that it could not open for writing at that moment, be it the database or its log
  /// (os_unix.c, `unixOpen`), and does not try again as long as it has it open.
  private func reconnect() {
    guard access != .readOnly, !mayYetCommit, !connection.isInTransaction else { return }
    if let another = try? Store.connect(paths.database, .readWrite, .readWrite, busyTimeout) {
      connection = another
    }
  }

  /// Whether a transaction that failed may yet turn out to have been made, after a crash: until this is false again, no file
  /// that it named may be removed.
  public var mayYetCommit: Bool { connection.mayYetCommit }

  /// Makes sure that a transaction that failed has not been made, by one that changes nothing.
  public func supersede() throws(StoreError) {
    do {
      try connection.immediateTransaction {
        try connection.run("UPDATE meta SET value = value WHERE key = 'tag_rule'")
      }
    } catch { throw Store.translate(error, paths) }
  }

  /// Makes sure that what can be read is on the disk: a process that was killed between the writing of a COMMIT and its
  /// synchronising has left it in the page cache alone, and a power cut would take it back.
  public func synchronize() throws(StoreError) {
    let log = paths.database + "-wal"
    do throws(SystemError) {
      do throws(SystemError) {
        try Descriptor(opening: log).synchronizeData()
      } catch  where error.code == .notFound {
        // All of it stands in the database itself.
      }
      try Descriptor(opening: paths.root, [.directory]).synchronize()
    } catch { throw StoreError(error, at: log) }
  }

  /// Moves what the log holds into the database and cuts it to nothing, so that what was erased is not left in it; not where
  /// somebody reads just now.
  public func shortenLog() { try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// SQLite's errors become the store's; every other error stays what it is.
  private static func translating(_ error: any Error, _ paths: StorePaths) -> any Error {
    (error as? SQLiteError).map { StoreError($0, at: paths.database) } ?? error
  }

  private static func translate(_ error: any Error, _ paths: StorePaths) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as SQLiteError: StoreError(error, at: paths.database)
    case let error as SystemError: StoreError(error, at: paths.root)
    default: .io(path: paths.root, detail: "\(error)")
    }
  }
}
