import Linux

/// A file of AMR or AMR-WB frames (RFC 4867, section 5): a mark, then frames of a header byte with their type, and what
/// the type says.
public struct SpeechLayout {
  /// Where they end: before another recording, before what is no frame, or at the end of the file.
  public private(set) var end: Int64
  /// Where the last one begins.
  private(set) var last: Int64

  /// Bytes of a frame after its header, by type: eight or nine speech modes, comfort noise, and no data
  /// (3GPP TS 26.101 and 26.201, table 1); in AMR-WB also lost speech.
  private static let narrowSizes: [Int?] = [
    12, 13, 15, 17, 19, 20, 26, 31, 5, nil, nil, nil, nil, nil, nil, 0,
  ]
  private static let wideSizes: [Int?] = [
    17, 23, 32, 36, 40, 46, 50, 58, 60, 5, nil, nil, nil, nil, 0, 0,
  ]

  private static let wideMark = Array("#!AMR-WB\n".utf8)

  /// Bytes of a frame after this header; nil for what is none: four bits of it are always zero (section 5.3).
  public static func size(after header: UInt8, isWide: Bool) -> Int? {
    guard header & 0x83 == 0 else { return nil }
    return (isWide ? wideSizes : narrowSizes)[Int(header >> 3 & 0xF)]
  }

  public init(_ file: FileStretch) {
    var window = ScanWindow(file)
    let isWide = window.bytes(at: 0, count: 9).elementsEqual(SpeechLayout.wideMark)
    end = min(file.size, isWide ? 9 : 6)
    last = end
    // Zeros may be a frame, but not to the end of the file.
    var sound: Int64 = 0
    while end < file.size {
      guard let header = window.bytes(at: end, count: 1).first,
        let size = SpeechLayout.size(after: header, isWide: isWide),
        RecordingKind(at: end, in: &window, frames: 0) == nil
      else { return }
      if header == 0, sound <= end {
        sound = window.find(anyOf: SpeechLayout.notZero, from: end)
        if sound == file.size { return }
      }
      last = end
      end = min(file.size, end + 1 + Int64(size))
    }
  }

  private static let notZero = [false] + [Bool](repeating: true, count: 255)
}
