extension FileName {
  /// Reads what `description` writes: `\xNN` is a byte, everything else stands for itself.
  public init(written text: some StringProtocol) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]), rest.count >= 4,
        let high = hexadecimalValue(of: rest[rest.startIndex + 2]),
        let low = hexadecimalValue(of: rest[rest.startIndex + 3])
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(4)
      } else {
        bytes.append(first)
        rest = rest.dropFirst()
      }
    }
    self.init(bytes: bytes)
  }

  /// Nil unless the text is pairs of hexadecimal digits, in either letter case.
  public init?(hexadecimal text: some StringProtocol) {
    guard let bytes = Records.bytes(hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }
}
