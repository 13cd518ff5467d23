extension JSONValue {
  public enum Layout: Sendable {
    /// One line without spaces.
    case compact
    /// Two spaces a level, a member a line.
    case indented
  }

  /// The value as UTF-8 text without a final newline (RFC 8259). Control characters, U+2028 and U+2029 are escaped.
  public func utf8(_ layout: Layout = .compact) -> [UInt8] {
    var output: [UInt8] = []
    write(to: &output, layout: layout, depth: 0)
    return output
  }

  public func text(_ layout: Layout = .compact) -> String {
    String(decoding: utf8(layout), as: UTF8.self)
  }

  private func write(to output: inout [UInt8], layout: Layout, depth: Int) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text): output.append(contentsOf: text.utf8)
    case .string(let text): JSONValue.write(text, to: &output)
    case .array(let items):
      JSONValue.write(
        items, between: "[", and: "]", to: &output, layout: layout, depth: depth
      ) { item, output in item.write(to: &output, layout: layout, depth: depth + 1) }
    case .object(let object):
      JSONValue.write(
        object.members, between: "{", and: "}", to: &output, layout: layout, depth: depth
      ) { member, output in
        JSONValue.write(member.key, to: &output)
        output.append(contentsOf: (layout == .compact ? ":" : ": ").utf8)
        member.value.write(to: &output, layout: layout, depth: depth + 1)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between open: UnicodeScalar, and close: UnicodeScalar,
    to output: inout [UInt8], layout: Layout, depth: Int, each: (Item, inout [UInt8]) -> Void
  ) {
    func newLine(_ depth: Int) {
      guard layout == .indented else { return }
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
    output.append(UInt8(ascii: open))
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      newLine(depth + 1)
      each(item, &output)
    }
    if !items.isEmpty { newLine(depth) }
    output.append(UInt8(ascii: close))
  }

  /// What needs no escape, which is nearly all, is copied as it is.
  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices {
        guard let escape = escape(at: index, in: bytes) else { continue }
        output.append(contentsOf: bytes[start..<index])
        output.append(contentsOf: escape.text.utf8)
        start = index + escape.length
      }
      output.append(contentsOf: bytes[start...])
    }
    output.append(UInt8(ascii: "\""))
  }

  /// How the character that begins here is written, and how many bytes it has; nil for itself.
  private static func escape(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: String, length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "\r"): return ("\\r", 1)
    case UInt8(ascii: "\t"): return ("\\t", 1)
    case 0..<0x20, 0x7F:
      let digits = String(bytes[index], radix: 16)
      return ("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)", 1)
    // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
    case 0xE2 where bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
      return (bytes[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
    }
  }
}
