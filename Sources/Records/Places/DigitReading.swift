/// One way to read bytes as digits and marks of ASCII, and where in the bytes each of these stands.
struct DigitReading {
  private(set) var bytes: [UInt8]
  /// Of each byte that is read, those that it was read from; nil where each is its own.
  private let origins: [Range<Int>]?

  /// As they are; with what is written as `%2C` and in full width; and with `,` and `_` for the point of a number. Only
  /// those that differ.
  static func all(of bytes: [UInt8]) -> [DigitReading] {
    var readings = [DigitReading(bytes: bytes, origins: nil)]
    let plain = DigitReading(plainly: bytes)
    if plain.bytes != bytes { readings.append(plain) }
    let pointed = plain.pointed
    if pointed.bytes != plain.bytes { readings.append(pointed) }
    return readings
  }

  /// Takes the digits of a range of what is read out of what it was read from.
  func blankDigits(in range: Range<Int>, of original: inout [UInt8]) {
    for index in range where WrittenNumber.isDigit(bytes[index]) {
      for origin in origins?[index] ?? index..<index + 1 { original[origin] = UInt8(ascii: "x") }
    }
  }
}

extension DigitReading {
  private init(plainly original: [UInt8]) {
    var bytes: [UInt8] = []
    var origins: [Range<Int>] = []
    bytes.reserveCapacity(original.count)
    origins.reserveCapacity(original.count)
    var index = 0
    while index < original.count {
      let read = DigitReading.escaped(original, at: index) ?? DigitReading.wide(original, at: index)
      let length = read == nil ? 1 : 3
      bytes.append(read ?? original[index])
      origins.append(index..<index + length)
      index += length
    }
    self.bytes = bytes
    self.origins = bytes.count == original.count ? nil : origins
  }

  /// `%2C`, as in the address of a page.
  private static func escaped(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = nibble(bytes[index + 1]), let low = nibble(bytes[index + 2]),
      (0x20...0x7E).contains(high << 4 | low)
    else { return nil }
    return high << 4 | low
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// The full-width form of a sign of ASCII (U+FF01 to U+FF5E), or a minus.
  private static func wide(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard index + 2 < bytes.count else { return nil }
    switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
    case (0xEF, 0xBC, let last) where (0x81...0xBF).contains(last): return last - 0x60
    case (0xEF, 0xBD, let last) where (0x80...0x9E).contains(last): return last - 0x20
    case (0xE2, 0x88, 0x92): return UInt8(ascii: "-")
    default: return nil
    }
  }
}

extension DigitReading {
  /// With a point in `25,0330` and `25_03301`: where one to three digits stand before the mark and enough behind it that
  /// they are no thousands, and, in a name, no year, clock or day. Beside a number whose comma is one for certain fewer
  /// digits are enough behind a comma: `25,033 121,5654`.
  private var pointed: DigitReading {
    let certain = pointed(commaFractions: 4...15)
    return certain.hasPointedComma(of: self) ? pointed(commaFractions: 1...15) : certain
  }

  private func hasPointedComma(of original: DigitReading) -> Bool {
    zip(bytes, original.bytes).contains { $0 != $1 && $1 == UInt8(ascii: ",") }
  }

  private func pointed(commaFractions: ClosedRange<Int>) -> DigitReading {
    var reading = self
    let isDigit = { (index: Int) in
      bytes.indices.contains(index) && WrittenNumber.isDigit(bytes[index])
    }
    for mark in bytes.indices where isDigit(mark - 1) && isDigit(mark + 1) {
      let fractions: ClosedRange<Int>
      switch bytes[mark] {
      case UInt8(ascii: ","): fractions = commaFractions
      case UInt8(ascii: "_"): fractions = 5...15
      default: continue
      }
      let before = bytes[..<mark].suffix(4).reversed().prefix(while: WrittenNumber.isDigit).count
      let behind = bytes[(mark + 1)...].prefix(16).prefix(while: WrittenNumber.isDigit).count
      guard before <= 3, fractions.contains(behind),
        behind != 6 && behind != 8 || bytes[mark] != UInt8(ascii: "_")
      else { continue }
      let start = mark - before - 1
      if bytes.indices.contains(start),
        bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: ",")
      {
        continue
      }
      reading.bytes[mark] = UInt8(ascii: ".")
    }
    return reading
  }
}
