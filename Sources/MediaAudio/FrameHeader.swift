import Linux

/// The header of one frame of a stream that has no container. A few bits are no proof, so headers must follow each other
/// at the distance that they name.
struct FrameHeader {
  private let bytes: [UInt8]

  /// Frames that must follow each other, where the file is long enough to hold them.
  private static let needed = 3

  /// Whether frames begin at an offset.
  static func follow(
    _ length: KeyPath<FrameHeader, Int?>, in file: borrowing Descriptor, from start: Int64,
    size: Int64
  ) -> Bool {
    var offset = start
    for number in 0..<needed {
      if offset >= size, number > 0 { return true }
      let header = FrameHeader(bytes: file.header(at: offset, count: 7))
      // What is cut within a header, after a frame, says nothing against the frame.
      if header.bytes.count < 7, number > 0 { return true }
      guard let length = header[keyPath: length] else { return false }
      offset += Int64(length)
    }
    return true
  }

  /// Bytes of an ADTS frame with its header (ISO/IEC 14496-3, section 1.A.2.2).
  var adtsLength: Int? {
    guard bytes.count == 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] >> 2 & 0xF < 13
    else { return nil }
    let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    return length > 7 ? length : nil
  }

  /// Bytes of an MPEG audio layer III frame with its header (ISO/IEC 11172-3, section 2.4.2.3; 13818-3 for half the
  /// rates, and what is called MPEG-2.5 for a quarter of them).
  var mp3Length: Int? {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] & 0x18 != 0x08
    else { return nil }
    let isFirstVersion = bytes[1] & 0x18 == 0x18
    let rates = isFirstVersion ? FrameHeader.firstBitRates : FrameHeader.secondBitRates
    let rate = Int(bytes[2] >> 4)
    let frequency = Int(bytes[2] >> 2 & 3)
    guard rates.indices.contains(rate - 1), frequency < 3 else { return nil }
    let divisor = isFirstVersion ? 1 : bytes[1] & 0x18 == 0x10 ? 2 : 4
    let sampleRate = [44_100, 48_000, 32_000][frequency] / divisor
    let padding = Int(bytes[2] >> 1 & 1)
    return (isFirstVersion ? 144_000 : 72_000) * rates[rate - 1] / sampleRate + padding
  }

  /// Kilobits a second, from index 1.
  private static let firstBitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let secondBitRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
