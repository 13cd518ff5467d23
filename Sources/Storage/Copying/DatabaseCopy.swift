import Linux
import SQLite

/// A store's database copied into a folder: one file that needs none beside it, and that is read without locks, so that
/// it may lie on any disk.
///
/// Not Sendable: it is used from one isolation at a time. Whoever has it sees to it that nobody changes the file.
public final class DatabaseCopy {
  private let paths: StorePaths
  private let connection: Connection
  /// The schema that its tables have.
  public let schema: Int

  /// Copies the database as it is at one instant over the empty file of its name in the folder, while other programs go
  /// on writing. Not durable yet. Errors name the file that they are about.
  public static func make(of store: Store, in folder: StorePaths) throws(StoreError) {
    do {
      // As any reading of the store, so that what holds for that holds for the copy.
      try store.read { reader in try fill(folder.database, from: reader) }
    } catch { throw error as? StoreError ?? .io(path: folder.database, detail: "\(error)") }
    try onFile(folder.database) { () throws(SystemError) in
      // The file says that it has a log, as that of the store does (sqlite.org/fileformat.html, bytes 18 and 19).
      let file = try Descriptor(opening: folder.database, [.readWrite, .noFollow])
      _ = try file.read(upTo: 18)
      try file.write([1, 1])
    }
  }

  /// A function of its own, so that the copy is closed when it returns.
  private static func fill(_ path: String, from source: StoreReader) throws(StoreError) {
    do throws(SQLiteError) {
      let target = try Connection(opening: path, .alone)
      // A copy that fails is thrown away, and a whole one is synchronised by whoever made the file.
      try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try source.connection.backUp(to: target)
    } catch {
      let isAboutSource = [.corrupt, .notADatabase, .busy, .locked].contains(error.code.primary)
      throw StoreError(error, at: isAboutSource ? source.paths.database : path)
    }
  }

  /// Opens a copy in a folder. One that is foreign or newer is refused as a store would be.
  public init(in folder: StorePaths) throws(StoreError) {
    try StoreCheck.run(on: folder)
    paths = folder
    do throws(SQLiteError) {
      connection = try Connection(opening: folder.database, .frozen)
      schema = Int(try connection.integer("PRAGMA user_version"))
    } catch { throw StoreError(error, at: folder.database) }
  }

  public func read<Result>(
    _ body: (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try body(StoreReader(connection, paths, schema: schema))
  }

  /// Reads all of it and throws `damaged` where something is not as it should be.
  public func check() throws(StoreError) {
    let faults = try read { reader throws(StoreError) in
      try reader.run { database throws(SQLiteError) in
        try database.rows("PRAGMA integrity_check(1)") { $0.text() }
          + database.rows("PRAGMA foreign_key_check") { "a row of \($0.text()) names none" }
      }
    }
    if let fault = faults.first(where: { $0 != "ok" }) {
      throw .damaged(path: paths.database, detail: fault)
    }
  }
}
