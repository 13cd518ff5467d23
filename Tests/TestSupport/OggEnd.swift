/// The end of an Ogg file as some writers leave it: an empty page ends the stream, and not the last with a packet (RFC 3533,
/// section 6).
public enum OggEnd {
  public static func emptied(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.indices.last(where: { bytes[$0...].starts(with: "OggS".utf8) }) else {
      return bytes
    }
    var last = Array(bytes[start...])
    last[5] &= ~4
    var empty = Array(last[..<26]) + [0]
    empty[5] = 4
    empty[18] &+= 1
    return bytes[..<start] + summed(last) + summed(empty)
  }

  /// With its checksum.
  private static func summed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    for index in 22..<26 { page[index] = 0 }
    let sum = page.reduce(UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
      }
    }
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
    return page
  }
}
