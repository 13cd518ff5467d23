import CSQLite

/// A prepared statement. It is reset whenever `run` or `rows` of its connection has finished with it, so that no
/// cursor stays open between calls.
final class Statement {
  let handle: OpaquePointer
  let sql: String
  /// In use by a call further up: a nested call with the same text gets a statement of its own.
  var isInUse = false

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw connection.error(code, sql) }
    handle = statement
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [any Bindable]) {
    precondition(
      values.count == Int(sqlite3_bind_parameter_count(handle)),
      "\(values.count) values for: \(sql)")
    for (index, value) in values.enumerated() { bind(value.sqlValue, at: Int32(index + 1)) }
  }

  private func bind(_ value: Value, at index: Int32) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .text(var text):
        // With its length, so that a NUL inside the text is kept.
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            // An empty buffer may have no address, and a null pointer would bind NULL.
            $0.isEmpty
              ? sqlite3_bind_text(handle, index, "", 0, mm_sqlite_transient())
              : sqlite3_bind_text64(
                handle, index, $0.baseAddress, UInt64($0.count), mm_sqlite_transient(),
                UInt8(SQLITE_UTF8))
          }
        }
      case .blob(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : sqlite3_bind_blob64(
            handle, index, bytes, UInt64(bytes.count), mm_sqlite_transient())
      }
    // The index is checked above; what remains is memory, or a value over SQLite's billion bytes.
    precondition(code == SQLITE_OK, "cannot bind value \(index) of: \(sql)")
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
