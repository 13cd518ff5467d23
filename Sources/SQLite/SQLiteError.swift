/// What SQLite answered instead of doing what it was asked (sqlite.org/rescode.html).
public struct SQLiteError: Error, Hashable, Sendable {
  public let code: ResultCode
  /// SQLite's own words, in English.
  public let message: String
  /// The statement, nil where there was none.
  public let sql: String?
  /// The `errno` of the system call that failed below, 0 where none did (sqlite3_system_errno).
  public let systemError: Int32

  public init(code: ResultCode, message: String, sql: String? = nil, systemError: Int32 = 0) {
    self.code = code
    self.message = message
    self.sql = sql
    self.systemError = systemError
  }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String {
    "\(message) (SQLite \(code.rawValue))\(sql.map { ": " + $0 } ?? "")"
  }
}

/// An extended result code. An open set: SQLite adds to it.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The low byte, which says the kind of failure.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  public static let error = ResultCode(rawValue: 1)
  public static let permission = ResultCode(rawValue: 3)
  public static let busy = ResultCode(rawValue: 5)
  public static let locked = ResultCode(rawValue: 6)
  public static let noMemory = ResultCode(rawValue: 7)
  public static let readOnly = ResultCode(rawValue: 8)
  public static let interrupted = ResultCode(rawValue: 9)
  public static let inputOutput = ResultCode(rawValue: 10)
  public static let corrupt = ResultCode(rawValue: 11)
  public static let full = ResultCode(rawValue: 13)
  public static let cannotOpen = ResultCode(rawValue: 14)
  public static let constraint = ResultCode(rawValue: 19)
  public static let misuse = ResultCode(rawValue: 21)
  public static let notADatabase = ResultCode(rawValue: 26)

  public static let uniqueConstraint = ResultCode(rawValue: 19 | 8 << 8)
  public static let foreignKeyConstraint = ResultCode(rawValue: 19 | 3 << 8)
  public static let checkConstraint = ResultCode(rawValue: 19 | 1 << 8)
}
