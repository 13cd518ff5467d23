/// The name of a directory entry: bytes, whatever their encoding, without `/` and NUL.
public struct FileName: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The name as text; nil where it is not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension FileName: CustomStringConvertible {
  /// The name for a person or a log: bytes that are not UTF-8, control characters and backslashes are
  /// written `\xNN`, so that the name is one line and reads back without doubt.
  public var description: String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = FileName.sequenceLength(first)
      if let character = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
        !FileName.needsEscape(scalar)
      {
        result += character
        rest = rest.dropFirst(length)
      } else {
        result +=
          "\\x" + String(UnicodeScalar(hexadecimalDigits[Int(first >> 4)]))
          + String(UnicodeScalar(hexadecimalDigits[Int(first & 15)]))
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case ..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func needsEscape(_ scalar: UnicodeScalar) -> Bool {
    // The joiner holds emoji families together and does no harm.
    if scalar == "\u{200D}" { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: scalar == "\\"
    }
  }
}
