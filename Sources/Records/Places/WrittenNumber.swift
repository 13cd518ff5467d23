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

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  /// A number of JSON, its exponent spent on the point where that is a small one: `3.781597e1` is `37.81597`.
  static func withoutExponent(_ text: String) -> String {
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    guard parts.count == 2, let exponent = Int(parts[1]), (-9...9).contains(exponent) else {
      return text
    }
    let sign = parts[0].hasPrefix("-") ? "-" : ""
    let halves = parts[0].dropFirst(sign.count).split(separator: ".")
    guard let whole = halves.first, whole.count + (halves.dropFirst().first?.count ?? 0) <= 40
    else {
      return text
    }
    let zeros = String(repeating: "0", count: 10)
    let digits = zeros + whole + (halves.dropFirst().first ?? "") + zeros
    let point = zeros.count + whole.count + exponent
    let before = digits.prefix(point).drop { $0 == "0" }
    let behind = digits.dropFirst(point).reversed().drop { $0 == "0" }.reversed()
    return "\(sign)\(before.isEmpty ? "0" : before).\(behind.isEmpty ? "0" : String(behind))"
  }
}

/// The numbers of a text in order, one after the other, since a hostile text may be all numbers. What has two points, a
/// clock or a version, is no number but keeps its neighbours apart: nil stands for it.
struct WrittenNumbers: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0

  init(in bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> WrittenNumber?? {
    guard let start = bytes[index...].firstIndex(where: WrittenNumber.isDigit) else {
      index = bytes.endIndex
      return nil
    }
    let hasSign = start > 0 && WrittenNumbers.isSign(bytes[start - 1])
    let whole = endOfDigits(from: start)
    index = whole
    var points = 0
    while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."),
      WrittenNumber.isDigit(bytes[index + 1])
    {
      // `25.0330.3gp` is a number and an extension.
      if points == 1, hasSign || index - whole > 3 { break }
      points += 1
      index = endOfDigits(from: index + 1)
    }
    guard points < 2 else { return .some(nil) }
    return WrittenNumber(
      range: (hasSign ? start - 1 : start)..<index, hasSign: hasSign, wholeDigits: whole - start,
      fractionDigits: points == 0 ? 0 : index - whole - 1,
      whole: whole - start > 3 ? 1000 : bytes[start..<whole].reduce(0) { $0 * 10 + Int($1) - 48 })
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  private func endOfDigits(from start: Int) -> Int {
    bytes[start...].firstIndex { !WrittenNumber.isDigit($0) } ?? bytes.endIndex
  }
}
