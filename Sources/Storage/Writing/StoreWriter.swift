import Records
import SQLite

/// Changes to the store, and reads that see them; valid inside `Store.write` only. Changes of records need an
/// operation around them; the notes of the ingest path (pending removals, suspects, outcomes) do not.
public final class StoreWriter: StoreReader {
  /// False once SQLite has rolled everything back by itself, after a full disk or an I/O error.
  public var isInTransaction: Bool { connection.isInTransaction }

  /// Makes one change: all of the body, or nothing of it when it throws, whatever else the surrounding transaction
  /// holds. Operations do not nest.
  public func operation<Result>(
    _ kind: OperationKind, by program: Program, at: Instant, _ body: () throws -> Result
  ) throws -> Result {
    guard connection.isInTransaction else {
      // A full disk or an I/O error makes SQLite roll back the whole transaction by itself.
      throw StoreError.io(path: paths.database, detail: "the transaction was rolled back")
    }
    do {
      return try connection.savepoint {
        try connection.run(
          "INSERT INTO operation (kind, program, at, is_open) VALUES (?, ?, ?, 1)",
          kind.rawValue, program.rawValue, at.nanoseconds)
        let number = connection.lastInsertedRow
        let result = try body()
        try connection.run("UPDATE operation SET is_open = NULL WHERE id = ?", number)
        return result
      }
    } catch let error as SQLiteError {
      throw StoreError(error, at: paths.database)
    }
  }
}
