import CSQLite

extension Connection {
  /// Copies the whole database, as this connection sees it now, over another file's content (sqlite3_backup).
  public func backUp(to target: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.error(sqlite3_extended_errcode(target.handle), nil)
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw target.error(code, nil) }
  }
}
