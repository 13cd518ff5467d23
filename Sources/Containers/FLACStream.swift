import Linux

/// What the frames of a FLAC file say of its length and sample rate, beside its STREAMINFO (RFC 9639, sections 8.2, 9).
public struct FLACStream {
  /// By STREAMINFO; 0 where it does not know.
  public let claimedFrames: Int64
  /// By STREAMINFO.
  public let sampleRate: Int64
  /// By the first frame; nil where that leaves it to STREAMINFO.
  public let frameRate: Int64?
  /// Frames of sound up to the end of the last FLAC frame that is whole; nil where none was found.
  public let framesByLast: Int64?

  /// No encoder makes longer frames.
  private static let longestTail: Int64 = 1 << 20

  /// Nil where the file does not begin as one, or has no frame.
  public init?(_ file: FileStretch) {
    let head = file.header(at: 0, count: 42)
    guard head.count == 42, head.starts(with: "fLaC".utf8), head[4] & 0x7F == 0 else { return nil }
    sampleRate = head[18..<21].bigEndian >> 4
    claimedFrames = head[21..<26].bigEndian & 0xF_FFFF_FFFF
    let start = Joints.endOfFLACBlocks(in: file, from: 4)
    guard let first = FLACFrame(file.header(at: start, count: FLACFrame.longestHeader)[...]) else {
      return nil
    }
    frameRate = first.sampleRate
    framesByLast = FLACStream.end(in: file, from: start, first)
  }

  /// The headers of two frames may be chance; a frame with its checksum, from one to the next, is none.
  private static func end(in file: FileStretch, from start: Int64, _ first: FLACFrame) -> Int64? {
    let from = max(start, file.size - longestTail)
    let bytes = file.header(at: from, count: Int(file.size - from))
    var next = bytes.count
    for place in bytes.indices.reversed() where bytes[place] == 0xFF {
      guard let frame = FLACFrame(bytes[place...].prefix(FLACFrame.longestHeader)),
        frame.isFixed == first.isFixed, frame.sampleRate == first.sampleRate
      else { continue }
      if FLACFrame.isWhole(bytes[place..<next]) {
        let unit = first.isFixed ? first.blockSize : 1
        return (frame.number - first.number) * unit + frame.blockSize
      }
      next = place
    }
    return nil
  }
}

/// The header of one frame, with its checksum (RFC 9639, section 9.1).
struct FLACFrame {
  static let longestHeader = 16

  /// Every block but the last is of one size, and `number` counts blocks; else it counts samples.
  let isFixed: Bool
  let number: Int64
  let blockSize: Int64
  let sampleRate: Int64?

  init?(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count > 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8, bytes[3] & 1 == 0 else {
      return nil
    }
    isFixed = bytes[1] & 1 == 0
    // Like UTF-8, of up to seven bytes.
    let ones = (~bytes[4]).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return nil }
    var place = 4 + max(ones, 1)
    guard place < bytes.count else { return nil }
    var number = ones == 0 ? Int64(bytes[4]) : Int64(bytes[4] & (0x7F >> UInt8(ones)))
    for byte in bytes[5..<place] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(byte & 0x3F)
    }
    self.number = number
    func next(_ count: Int) -> Int64? {
      guard place + count <= bytes.count else { return nil }
      defer { place += count }
      return bytes[place..<(place + count)].bigEndian
    }
    switch bytes[2] >> 4 {
    case 1: blockSize = 192
    case let code where (2...5).contains(code): blockSize = 576 << Int64(code - 2)
    case 6, 7:
      guard let size = next(bytes[2] >> 4 == 6 ? 1 : 2) else { return nil }
      blockSize = size + 1
    case let code where code >= 8: blockSize = 256 << Int64(code - 8)
    default: return nil
    }
    switch Int(bytes[2] & 0xF) {
    case 0: sampleRate = nil
    case let code where code < 12: sampleRate = FLACFrame.rates[code - 1]
    case let code where code < 15:
      guard let value = next(code == 12 ? 1 : 2) else { return nil }
      sampleRate = value * (code == 12 ? 1000 : code == 13 ? 1 : 10)
    default: return nil
    }
    guard place < bytes.count, FLACFrame.checksum(bytes[..<place]) == bytes[place] else {
      return nil
    }
  }

  private static let rates: [Int64] = [
    88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
  ]

  /// CRC-8 with the polynomial 0x07.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }
  }

  /// CRC-16 with the polynomial 0x8005 of each byte.
  static let sums: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
  }

  /// Whether a frame ends where these bytes end: CRC-16 over all with its checksum is 0.
  static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.reduce(into: UInt16(0)) { sum, byte in
      sum = sum << 8 ^ sums[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ byte)]
    } == 0
  }
}
