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

  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output.append(contentsOf: "\\\"".utf8)
      case "\\": output.append(contentsOf: "\\\\".utf8)
      case "\n": output.append(contentsOf: "\\n".utf8)
      case "\r": output.append(contentsOf: "\\r".utf8)
      case "\t": output.append(contentsOf: "\\t".utf8)
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        output.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
