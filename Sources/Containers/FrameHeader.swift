/// The header of one frame of a stream that has no container. A few bits are no proof, so headers must follow each other
/// at the distance that they name.
public struct FrameHeader {
  private let bytes: [UInt8]

  /// Frames that must follow each other, where the file is long enough to hold them.
  static let fewest = 3
  /// Where nothing but they say that a recording begins.
  static let many = 8

  /// Whether frames begin at an offset.
  public static func follow(
    _ length: KeyPath<FrameHeader, Int?>, in file: FileStretch, from start: Int64
  ) -> Bool {
    follow(length, in: file, from: start, needed: fewest)
  }

  /// At the end of the file there may be fewer than are `needed`, but for `many`.
  static func follow(
    _ length: KeyPath<FrameHeader, Int?>, in file: some HeaderSource, from start: Int64, needed: Int
  ) -> Bool {
    var offset = start
    for number in 0..<needed {
      let mayEnd = number > 0 && needed < many
      if offset >= file.size, mayEnd { return true }
      let header = FrameHeader(bytes: file.header(at: offset, count: 7))
      // What is cut within a header, after a frame, says nothing against the frame.
      if header.bytes.count < 7, mayEnd { return true }
      guard let length = header[keyPath: length] else { return false }
      offset += Int64(length)
    }
    return true
  }

  /// Whether a file of frames ends among the first ones, of which a decoder may want more than are there.
  public static func endsAtStart(_ file: FileStretch, of kind: RecordingKind) -> Bool {
    var offset = endOfID3Tags(in: file, from: 0)
    for _ in 0..<many {
      let header = FrameHeader(bytes: file.header(at: offset, count: 7))
      guard let length = kind == .mp3 ? header.mp3Length : header.adtsLength else {
        return header.bytes.count < 7
      }
      offset += Int64(length)
    }
    return offset > file.size
  }

  /// Bytes of an ADTS frame with its header (ISO/IEC 14496-3, section 1.A.2.2).
  public var adtsLength: Int? {
    guard bytes.count == 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] >> 2 & 0xF < 13
    else { return nil }
    let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    return length > 7 ? length : nil
  }

  /// Bytes of an MPEG audio layer III frame with its header.
  public var mp3Length: Int? { LayerThreeHeader(bytes)?.length }

  /// Whether two frames of AAC may be of one stream: version, profile, sample rate and channels are alike.
  func isLike(_ other: FrameHeader) -> Bool {
    bytes.count == 7 && other.bytes.count == 7 && bytes[1] | 1 == other.bytes[1] | 1
      && bytes[2] == other.bytes[2] && bytes[3] & 0xC0 == other.bytes[3] & 0xC0
  }

  init(bytes: [UInt8]) { self.bytes = bytes }
}
