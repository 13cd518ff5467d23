/// The header of a frame of MPEG audio layer III (ISO/IEC 11172-3, section 2.4.2.3; 13818-3 for half the rates, and what
/// is called MPEG-2.5 for a quarter of them).
struct LayerThreeHeader {
  /// Bytes of the frame with its header.
  let length: Int
  let sampleRate: Int
  let isMono: Bool
  /// Samples of each channel.
  let samples: Int
  /// Bytes of side information, after which an encoder writes about the whole file.
  let sideBytes: Int

  /// Nil for what is no such header.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    let bytes = Array(bytes.prefix(4))
    guard bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] & 0x18 != 0x08 else { return nil }
    let isFirstVersion = bytes[1] & 0x18 == 0x18
    let rates = isFirstVersion ? LayerThreeHeader.firstBitRates : LayerThreeHeader.secondBitRates
    let rate = Int(bytes[2] >> 4)
    let frequency = Int(bytes[2] >> 2 & 3)
    guard rates.indices.contains(rate - 1), frequency < 3 else { return nil }
    let divisor = isFirstVersion ? 1 : bytes[1] & 0x18 == 0x10 ? 2 : 4
    sampleRate = [44_100, 48_000, 32_000][frequency] / divisor
    length =
      (isFirstVersion ? 144_000 : 72_000) * rates[rate - 1] / sampleRate + Int(bytes[2] >> 1 & 1)
    isMono = bytes[3] >> 6 == 3
    samples = isFirstVersion ? 1152 : 576
    sideBytes = isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }

  /// Whether it is of the same stream: bit rates may differ from frame to frame, these not.
  func isLike(_ other: LayerThreeHeader) -> Bool {
    sampleRate == other.sampleRate && isMono == other.isMono && samples == other.samples
  }

  /// Kilobits a second, from index 1.
  private static let firstBitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let secondBitRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
