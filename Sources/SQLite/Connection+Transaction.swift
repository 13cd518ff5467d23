extension Connection {
  /// Takes the write lock at once and commits what the body did, or rolls it back when the body or the COMMIT
  /// fails. A deferred transaction that reads before it writes would fail `busy` whatever the timeout.
  public func immediateTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    let result: Result
    do { result = try body() } catch {
      rollBack()
      throw error
    }
    do { try run("COMMIT") } catch {
      mayYetCommit = !error.isShortWrite
      rollBack()
      throw error
    }
    mayYetCommit = false
    return result
  }

  /// Reads of the body see one state of the database.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN")
    defer { rollBack() }
    return try body()
  }

  /// A part of a transaction that is undone alone when its body throws. Savepoints nest.
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT part")
    do {
      let result = try body()
      try run("RELEASE part")
      return result
    } catch {
      // After a full disk or an I/O error SQLite may have rolled everything back by itself.
      if isInTransaction {
        try run("ROLLBACK TO part")
        try run("RELEASE part")
      }
      throw error
    }
  }

  private func rollBack() {
    // Fails only where SQLite has already rolled back, or the connection is beyond help.
    if isInTransaction { try? run("ROLLBACK") }
  }
}

extension SQLiteError {
  /// A disk without room for what was to be written: the last frame of a transaction, which makes it one, is not whole
  /// then. Whatever else fails, such as the synchronising of frames that are written, leaves that open.
  fileprivate var isShortWrite: Bool { code.primary == .full }
}
