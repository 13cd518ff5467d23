import Linux

/// The objects of a WMA file: a GUID, then a little-endian size that covers both (Advanced Systems Format Specification,
/// sections 2.1, 5.1 and 10.1).
public struct ASFObjects {
  /// Where they end: before another recording, before what is no object, or at the end of the file.
  public private(set) var end: Int64 = 0
  /// One of those that hold the sound ends beyond the file.
  public private(set) var isCut = false
  /// Where the last one begins.
  private(set) var last: Int64 = 0

  static let header: [UInt8] = [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  private static let data: [UInt8] = [0x36] + header[1...]

  public init(_ file: FileStretch) {
    var window = ScanWindow(file)
    for _ in 0..<1000 where end < file.size {
      if end > 0, RecordingKind(at: end, in: &window, frames: FrameHeader.fewest) != nil { return }
      let head = Array(window.bytes(at: end, count: 24))
      let isSound = head.starts(with: ASFObjects.header) || head.starts(with: ASFObjects.data)
      guard head.count == 24 else {
        isCut = isCut || end == 0
        return
      }
      var length = head[16..<23].littleEndian
      // What is streamed has a Data Object of no size.
      if head.starts(with: ASFObjects.data), length <= 50 { length = file.size - end }
      guard head[23] == 0, length >= 24, length <= file.size - end || isSound else { return }
      isCut = length > file.size - end
      last = end
      end = isCut ? file.size : end + length
    }
  }
}
