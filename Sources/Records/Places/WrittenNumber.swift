/// A number as it stands in a text: digits, perhaps a fraction, perhaps a sign right before it.
struct WrittenNumber {
  /// With the sign.
  let range: Range<Int>
  let hasSign: Bool
  /// Digits before the point.
  let wholeDigits: Int
  /// Digits behind it; 0 where there is no point.
  let fractionDigits: Int
  /// What the digits before the point say; large where there are more than three.
  let whole: Int

  /// All numbers of a text in order. What has two points, a clock or a version, is left out of the numbers but keeps
  /// its neighbours apart: nil stands for it.
  static func all(in bytes: [UInt8]) -> [WrittenNumber?] {
    var found: [WrittenNumber?] = []
    var index = 0
    while index < bytes.count {
      guard isDigit(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      let whole = end(of: bytes, from: index)
      index = whole
      var points = 0
      let hasSign = start > 0 && isSign(bytes[start - 1])
      while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), isDigit(bytes[index + 1]) {
        // `25.0330.3gp` is a number and an extension.
        if points == 1, hasSign || index - whole > 3 { break }
        points += 1
        index = end(of: bytes, from: index + 1)
      }
      guard points < 2 else {
        found.append(nil)
        continue
      }
      found.append(
        WrittenNumber(
          range: (hasSign ? start - 1 : start)..<index, hasSign: hasSign,
          wholeDigits: whole - start, fractionDigits: points == 0 ? 0 : index - whole - 1,
          whole: whole - start > 3
            ? 1000 : bytes[start..<whole].reduce(0) { $0 * 10 + Int($1) - 48 }))
    }
    return found
  }

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
  }
}
