/// A SHA-256 digest (FIPS 180-4): 32 bytes, printed as 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable {
  public let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Nil unless the text is exactly 64 hexadecimal digits, in either letter case.
  public init?(_ text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = hexadecimalValue(of: digits[index]),
        let low = hexadecimalValue(of: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }
}

extension Digest: CustomStringConvertible {
  public var description: String {
    String(
      decoding: bytes.flatMap {
        [hexadecimalDigits[Int($0 >> 4)], hexadecimalDigits[Int($0 & 15)]]
      },
      as: UTF8.self)
  }
}
