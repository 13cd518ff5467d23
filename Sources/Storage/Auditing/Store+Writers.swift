import Linux
import SQLite

extension Store {
  /// Returns once every transaction that was being made when this was called has ended: a file without a row is then of
  /// nobody who is about to write it. Takes the write lock for a moment and changes nothing. False where this process may
  /// not take it.
  public func awaitWriters() throws(StoreError) -> Bool {
    guard isWritable(paths.database) else { return false }
    do {
      let isReader = try connection.integer("PRAGMA query_only") == 1
      if isReader { try connection.execute("PRAGMA query_only = OFF") }
      defer { if isReader { try? connection.execute("PRAGMA query_only = ON") } }
      try connection.execute("BEGIN IMMEDIATE; ROLLBACK")
      return true
    } catch {
      let error = StoreError(error, at: paths.database)
      if case .readOnly = error { return false }
      throw error
    }
  }
}
