/// A strict reader of RFC 8259 that accepts a byte-order mark and refuses what loses money quietly: duplicate
/// keys, text after the value, numbers that are no JSON numbers, bytes that are not UTF-8.
public enum JSONReader {
  public struct Limits: Sendable {
    public var bytes: Int
    public var depth: Int

    public init(bytes: Int = 1 << 20, depth: Int = 64) {
      self.bytes = bytes
      self.depth = depth
    }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  public static func read(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(JSONError) -> JSONValue {
    var parser = Parser(bytes: bytes, depthLimit: limits.depth)
    guard bytes.count <= limits.bytes else { throw parser.error(.tooLong) }
    if bytes.starts(with: byteOrderMark) {
      parser.position = 3
    } else if byteOrderMark.starts(with: bytes) {
      throw parser.error(.endsEarly)
    }
    try parser.skipSpace()
    let value = try parser.value(depth: 0)
    try parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error(.trailingText) }
    return value
  }
}

private struct Parser {
  let bytes: [UInt8]
  let depthLimit: Int
  var position = 0

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  func error(_ kind: JSONError.Kind) -> JSONError { JSONError(kind, at: position, in: bytes) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() throws(JSONError) {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard let byte = next else { throw error(.endsEarly) }
    if depth == depthLimit, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      throw error(.tooDeep)
    }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error(.unexpected(byte))
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError)
    -> JSONValue
  {
    for index in 0..<word.utf8CodeUnitCount {
      guard let byte = next else { throw error(.endsEarly) }
      guard byte == word.utf8Start[index] else { throw error(.unexpected(byte)) }
      position += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    position += 1
    var items: [JSONValue] = []
    try skipSpace()
    if take("]") { return items }
    while true {
      try skipSpace()
      items.append(try value(depth: depth))
      try skipSpace()
      if take("]") { return items }
      try require(",")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    position += 1
    var members: [JSONObject.Member] = []
    // A set, so that many keys stay quick. Two spellings of one text that differ in normal form alone are one key.
    var keys: Set<String> = []
    try skipSpace()
    if take("}") { return JSONObject() }
    while true {
      try skipSpace()
      guard let byte = next else { throw error(.endsEarly) }
      guard byte == UInt8(ascii: "\"") else { throw error(.unexpected(byte)) }
      let start = position
      let key = try string()
      guard keys.insert(key).inserted else {
        throw JSONError(.duplicateKey(key), at: start, in: bytes)
      }
      try skipSpace()
      try require(":")
      try skipSpace()
      members.append(JSONObject.Member(key: key, value: try value(depth: depth)))
      try skipSpace()
      if take("}") { return JSONObject(uniqueMembers: members) }
      try require(",")
    }
  }

  private mutating func take(_ character: UnicodeScalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func require(_ character: UnicodeScalar) throws(JSONError) {
    guard let byte = next else { throw error(.endsEarly) }
    guard take(character) else { throw error(.unexpected(byte)) }
  }

  /// RFC 8259, section 6: no leading zeros, no bare point.
  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    // `01` and `1x` are one wrong number, not a number and something after it.
    if let byte = next, JSONError.isWordByte(byte) { throw error(.unexpected(byte)) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else {
      guard let byte = next else { throw error(.endsEarly) }
      throw error(.unexpected(byte))
    }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    var start = position
    while true {
      guard let byte = next else { throw error(.endsEarly) }
      switch byte {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[start..<position])
        guard let string = String(validating: text, as: UTF8.self) else { throw error(.notUTF8) }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[start..<position])
        text.append(contentsOf: try escape())
        start = position
      case 0..<0x20: throw error(.controlCharacter)
      default: position += 1
      }
    }
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    position += 1
    guard let byte = next else { throw error(.endsEarly) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      position += 1
      return [byte]
    case UInt8(ascii: "b"): return single(0x08)
    case UInt8(ascii: "f"): return single(0x0C)
    case UInt8(ascii: "n"): return single(0x0A)
    case UInt8(ascii: "r"): return single(0x0D)
    case UInt8(ascii: "t"): return single(0x09)
    case UInt8(ascii: "u"):
      position += 1
      return try unicodeEscape()
    default: throw error(.unexpected(byte))
    }
  }

  private mutating func single(_ byte: UInt8) -> [UInt8] {
    position += 1
    return [byte]
  }

  /// Four digits, or two such escapes that are a surrogate pair; a lone surrogate is no character.
  private mutating func unicodeEscape() throws(JSONError) -> [UInt8] {
    let start = position
    var value = try fourDigits()
    if (0xD800..<0xDC00).contains(value) {
      try require("\\")
      try require("u")
      let low = try fourDigits()
      guard (0xDC00..<0xE000).contains(low) else {
        throw JSONError(.loneSurrogate, at: start, in: bytes)
      }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = UnicodeScalar(value) else {
      throw JSONError(.loneSurrogate, at: start, in: bytes)
    }
    return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw error(.endsEarly) }
      guard
        let digit = UnicodeScalar(byte).properties.numericType == .decimal
          ? UInt32(byte - UInt8(ascii: "0")) : Parser.letterDigit(byte)
      else { throw error(.unexpected(byte)) }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private static func letterDigit(_ byte: UInt8) -> UInt32? {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32((byte | 0x20) - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
