import Linux

/// The first packet of Opus in Ogg, which other containers hold too (RFC 7845, section 5.1).
public struct OpusHead {
  /// Frames at 48 kHz before the sound.
  private let preSkip: Int64

  /// Nil where an Ogg file does not begin with one.
  public init?(_ file: FileStretch) {
    let page = file.header(at: 0, count: 27 + 255 + 19)
    guard page.count > 27, page.starts(with: "OggS".utf8) else { return nil }
    self.init(packet: Array(page.dropFirst(27 + Int(page[26]))))
  }

  /// Nil for what is no such packet.
  public init?(packet: [UInt8]) {
    guard packet.count >= 19, packet.starts(with: "OpusHead".utf8) else { return nil }
    preSkip = packet[10..<12].littleEndian
  }

  /// Frames of sound before a granule position.
  public func frames(upTo position: Int64, atRate sampleRate: Int) -> Int64 {
    max(0, min(position, 1 << 40) - preSkip) * Int64(sampleRate) / 48_000
  }

  public func priming(atRate sampleRate: Int) -> Int64 { preSkip * Int64(sampleRate) / 48_000 }
}
