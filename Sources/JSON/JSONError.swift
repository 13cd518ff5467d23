/// Where and why bytes are not the JSON that is wanted.
public struct JSONError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The text just stops; more of it could make it right.
    case endsEarly
    case unexpected(UInt8)
    case duplicateKey(String)
    case trailingText
    case controlCharacter
    case loneSurrogate
    case notUTF8
    case tooDeep
    case tooLong
  }

  public let kind: Kind
  /// From 1.
  public let line: Int
  /// From 1, counted in Unicode scalars; a byte-order mark is none.
  public let column: Int

  init(_ kind: Kind, at position: Int, in bytes: [UInt8]) {
    self.kind = kind
    let before = bytes[..<min(position, bytes.count)]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let textStart = bytes.starts(with: JSONReader.byteOrderMark) ? min(3, before.count) : 0
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? textStart
    column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
  }

  /// Whether the file may only be half written.
  public var isTruncated: Bool { kind == .endsEarly }

  static func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: ".")
  }
}

extension JSONError: CustomStringConvertible {
  /// A whole sentence with line and column.
  public var description: String {
    switch kind {
    case .endsEarly: "The JSON just ends at line \(line), column \(column)."
    case .unexpected(let byte):
      "Line \(line), column \(column) has \(JSONError.name(of: byte)) where JSON allows none."
    case .duplicateKey(let key):
      "The key '\(JSONError.short(key))' stands twice; the second is at line \(line), column \(column)."
    case .trailingText: "Something follows the JSON at line \(line), column \(column)."
    case .controlCharacter:
      "Line \(line), column \(column) has a control character in a string; write it as an escape."
    case .loneSurrogate: "Line \(line), column \(column) has half of a surrogate pair."
    case .notUTF8: "The text that ends at line \(line), column \(column) is not UTF-8."
    case .tooDeep: "The JSON is nested too deeply at line \(line), column \(column)."
    case .tooLong: "The JSON is too long."
    }
  }

  /// A key may be as long as the file.
  private static func short(_ key: String) -> String {
    key.count > 60 ? key.prefix(59) + "…" : key
  }

  private static func name(of byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "'\(UnicodeScalar(byte))'" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
  }
}
