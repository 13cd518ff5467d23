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
    guard let bytes = Records.bytes(hexadecimal: text), bytes.count == 32 else { return nil }
    self.bytes = bytes
  }
}

extension Digest: CustomStringConvertible {
  public var description: String { hexadecimal(bytes) }
}
