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
    try translating {
      try connection.savepoint {
        try journaled(kind, by: program, at: at, of: nil) { _ in try body() }
      }
    }
  }

  /// Makes one change that is all there is in its transaction. What this throws must end that, since a part of the change may
  /// be done by then: a savepoint would keep a copy of every page of a large one, and SQLite goes through all of these with
  /// each statement.
  public func soleOperation<Result>(
    _ kind: OperationKind, by program: Program, at: Instant, _ body: () throws -> Result
  ) throws -> Result {
    try soleOperation(kind, by: program, at: at, of: nil) { _ in try body() }
  }

  /// The same with its number. An undo and a redo name the operation that they are of.
  func soleOperation<Result>(
    _ kind: OperationKind, by program: Program, at: Instant, of target: Operation?,
    _ body: (Int64) throws -> Result
  ) throws -> Result {
    try translating { try journaled(kind, by: program, at: at, of: target, body) }
  }

  /// A full disk or an I/O error makes SQLite roll back the whole transaction by itself.
  private func translating<Result>(_ body: () throws -> Result) throws -> Result {
    guard connection.isInTransaction else {
      throw StoreError.io(path: paths.database, detail: "the transaction was rolled back")
    }
    do { return try body() } catch let error as SQLiteError {
      throw StoreError(error, at: paths.database)
    }
  }

  private func journaled<Result>(
    _ kind: OperationKind, by program: Program, at: Instant, of target: Operation?,
    _ body: (Int64) throws -> Result
  ) throws -> Result {
    try connection.run(
      "INSERT INTO operation (kind, program, at, target, is_open) VALUES (?, ?, ?, ?, 1)",
      kind.rawValue, program.rawValue, at.nanoseconds, target?.number)
    let number = connection.lastInsertedRow
    let result = try body(number)
    try connection.run("UPDATE operation SET is_open = NULL WHERE id = ?", number)
    if program == .organize {
      // What a person asked for and changed nothing is nothing to take back, and has no number.
      try connection.run(
        "DELETE FROM operation WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM image WHERE operation = ?1)",
        number)
      try connection.run(
        """
        UPDATE sqlite_sequence SET seq = ?1 - 1 WHERE name = 'operation' AND seq = ?1
          AND NOT EXISTS (SELECT 1 FROM operation WHERE id = ?1)
        """, number)
    }
    return result
  }
}
