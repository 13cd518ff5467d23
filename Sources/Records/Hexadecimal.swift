let hexadecimalDigits = Array("0123456789abcdef".utf8)

/// Two lower-case digits a byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
    for (index, byte) in bytes.enumerated() {
      text[2 * index] = hexadecimalDigits[Int(byte >> 4)]
      text[2 * index + 1] = hexadecimalDigits[Int(byte & 15)]
    }
    return 2 * bytes.count
  }
}

/// In either letter case; nil for what is no digit.
func hexadecimalValue(of byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The bytes of pairs of digits; nil for anything else.
func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count / 2)
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = hexadecimalValue(of: digits[index]),
      let low = hexadecimalValue(of: digits[index + 1])
    else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}
