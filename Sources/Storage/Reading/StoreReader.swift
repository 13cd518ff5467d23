import Records
import SQLite

/// Reads of one state of the store; valid inside `Store.read` or `Store.write` only.
public class StoreReader {
  let connection: Connection
  let paths: StorePaths
  let schema: Int

  init(_ connection: Connection, _ paths: StorePaths, schema: Int) {
    self.connection = connection
    self.paths = paths
    self.schema = schema
  }

  /// SQLite's errors as the store's.
  func run<Result>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteError) { return try body(connection) } catch {
      throw StoreError(error, at: paths.database)
    }
  }
}
