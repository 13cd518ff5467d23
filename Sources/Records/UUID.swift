/// A 128-bit universally unique identifier (RFC 9562), printed in lower case.
public struct UUID: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A version 7 identifier: 48 bits of Unix milliseconds, then random bits. Identifiers made later sort
  /// later, which keeps an index on them small and quick.
  public init(milliseconds: Int64, using generator: inout some RandomNumberGenerator) {
    let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
    high = time << 16 | 0x7000 | (generator.next() & 0x0FFF)
    low = 0x8000_0000_0000_0000 | (generator.next() & 0x3FFF_FFFF_FFFF_FFFF)
  }

  public init(milliseconds: Int64) {
    var generator = SystemRandomNumberGenerator()
    self.init(milliseconds: milliseconds, using: &generator)
  }

  /// The Unix milliseconds in an identifier of version 7.
  public var milliseconds: Int64 { Int64(high >> 16) }

  /// The 8-4-4-4-12 form in either letter case; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var digits: [UInt8] = []
    for (position, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = hexadecimalValue(of: byte) else { return nil }
        digits.append(digit)
      }
    }
    high = digits[..<16].reduce(0) { $0 << 4 | UInt64($1) }
    low = digits[16...].reduce(0) { $0 << 4 | UInt64($1) }
  }
}

extension UUID: CustomStringConvertible {
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
      let word = index < 16 ? high : low
      text.append(hexadecimalDigits[Int(word >> UInt64(60 - 4 * (index % 16)) & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
