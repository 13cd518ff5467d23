import CSQLite

/// One row of an answer, read column by column in the order of the SELECT list. Valid only inside the closure
/// that it is given to. A column of another type than asked for is the caller's mistake: the tables are STRICT.
public struct Row {
  private let statement: OpaquePointer
  private var column: Int32 = 0

  init(_ statement: OpaquePointer) { self.statement = statement }

  public mutating func integer() -> Int64 {
    defer { column += 1 }
    return sqlite3_column_int64(statement, column)
  }

  public mutating func bool() -> Bool { integer() != 0 }

  public mutating func text() -> String {
    defer { column += 1 }
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  public mutating func blob() -> [UInt8] {
    defer { column += 1 }
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  public mutating func integerIfAny() -> Int64? { isNull() ? nil : integer() }
  public mutating func textIfAny() -> String? { isNull() ? nil : text() }
  public mutating func blobIfAny() -> [UInt8]? { isNull() ? nil : blob() }

  /// Steps over the column where it is null.
  private mutating func isNull() -> Bool {
    guard sqlite3_column_type(statement, column) == SQLITE_NULL else { return false }
    column += 1
    return true
  }
}
