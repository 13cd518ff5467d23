import CSQLite

/// One connection to one database file. It knows no table.
///
/// Not Sendable: it is opened without SQLite's own mutex, and is used from one isolation at a time.
public final class Connection {
  public enum Mode: Sendable {
    /// The file must be there; nothing is written to it.
    case readOnly
    /// The file must be there.
    case readWrite
    /// The file is made where it is missing.
    case create
    /// The file is read as if nobody could change it: no lock, no log, no file beside it is touched
    /// (sqlite.org/uri.html, `immutable`). What a write-ahead log holds is not seen.
    case frozen
    /// The file must be there, and is read and written as if nobody else could open it: without a lock
    /// (sqlite.org/uri.html, `nolock`), which some network file systems lack. For a copy on its way.
    case alone
  }

  let handle: OpaquePointer
  /// Whether the last COMMIT failed, and whoever opens the file after a crash may still find it made: its frames may
  /// stand whole in the write-ahead log, though they could not be synchronised (sqlite.org/wal.html). The next
  /// transaction that commits writes over them.
  public internal(set) var mayYetCommit = false

  private var statements: [String: Statement] = [:]

  /// Once in a process, before the first connection.
  private static let configuration: Int32 = mm_sqlite_no_memory_statistics()

  /// Opens a file by its path, which is never taken as a URI. `busyTimeout` is how long a statement waits for
  /// another connection's lock before it fails with `busy`.
  public init(
    opening path: String, _ mode: Mode, busyTimeout: Duration = .seconds(10)
  ) throws(SQLiteError) {
    _ = Connection.configuration
    var path = path
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .frozen:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      path = "file:\(percentEncoded(path))?immutable=1"
    case .alone:
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI
      path = "file:\(percentEncoded(path))?nolock=1"
    }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else {
      throw SQLiteError(code: .noMemory, message: "out of memory", sql: nil)
    }
    guard code == SQLITE_OK else {
      let error = SQLiteError(
        code: ResultCode(rawValue: sqlite3_extended_errcode(opened)),
        message: String(cString: sqlite3_errmsg(opened)),
        systemError: sqlite3_system_errno(opened))
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.wholeMilliseconds))
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Leaves the write-ahead log as it is when this connection is the last to close.
  public func keepLogOnClose() { _ = mm_sqlite_no_checkpoint_on_close(handle) }

  /// The row that the last INSERT of this connection made.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement inserted, updated or deleted, triggers left out.
  public var changedRows: Int64 { sqlite3_changes64(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs a script of statements without parameters; rows are dropped.
  public func execute(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, script) }
  }

  /// Runs one statement to its end; rows are dropped.
  public func run(_ sql: String, _ values: any Bindable...) throws(SQLiteError) {
    try run(sql, values)
  }

  public func run(_ sql: String, _ values: [any Bindable]) throws(SQLiteError) {
    let statement = try take(sql)
    defer { giveBack(statement) }
    statement.bind(values)
    while try step(statement) {}
  }

  /// Every row of the answer, each made into a value.
  public func rows<Element>(
    _ sql: String, _ values: any Bindable..., map: (inout Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    try rows(sql, values, map: map)
  }

  public func rows<Element>(
    _ sql: String, _ values: [any Bindable], map: (inout Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    let statement = try take(sql)
    defer { giveBack(statement) }
    statement.bind(values)
    var elements: [Element] = []
    while try step(statement) {
      var row = Row(statement.handle)
      elements.append(try map(&row))
    }
    return elements
  }

  /// The first row of the answer, nil where there is none.
  public func firstRow<Element>(
    _ sql: String, _ values: any Bindable..., map: (inout Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> Element? {
    let statement = try take(sql)
    defer { giveBack(statement) }
    statement.bind(values)
    guard try step(statement) else { return nil }
    var row = Row(statement.handle)
    return try map(&row)
  }

  /// The one integer that a query always answers: a count, a pragma.
  public func integer(_ sql: String, _ values: any Bindable...) throws(SQLiteError) -> Int64 {
    let statement = try take(sql)
    defer { giveBack(statement) }
    statement.bind(values)
    guard try step(statement) else { return 0 }
    var row = Row(statement.handle)
    return row.integer()
  }

  func error(_ code: Int32, _ sql: String?) -> SQLiteError {
    SQLiteError(
      code: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(handle)), sql: sql,
      systemError: sqlite3_system_errno(handle))
  }

  private func step(_ statement: Statement) throws(SQLiteError) -> Bool {
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code, statement.sql)
    }
  }

  /// A statement for the text, prepared once for as long as the connection lives.
  private func take(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql], !known.isInUse {
      known.isInUse = true
      return known
    }
    let statement = try Statement(sql, on: self)
    if statements[sql] == nil { statements[sql] = statement }
    statement.isInUse = true
    return statement
  }

  private func giveBack(_ statement: Statement) {
    statement.reset()
    statement.isInUse = false
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

/// A path as it stands in a URI.
private func percentEncoded(_ path: String) -> String {
  var result = ""
  for byte in path.utf8 {
    switch UnicodeScalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_":
      result.unicodeScalars.append(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16)
      result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return result
}
