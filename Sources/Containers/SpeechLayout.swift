/// A file of AMR or AMR-WB frames (RFC 4867, section 5): a mark, then frames of a header byte with their type, and what
/// the type says.
public enum SpeechLayout {
  /// Bytes of a frame after its header, by type: eight or nine speech modes, comfort noise, and no data
  /// (3GPP TS 26.101 and 26.201, table 1); in AMR-WB also lost speech.
  public static let narrowSizes: [Int?] = [
    12, 13, 15, 17, 19, 20, 26, 31, 5, nil, nil, nil, nil, nil, nil, 0,
  ]
  public static let wideSizes: [Int?] = [
    17, 23, 32, 36, 40, 46, 50, 58, 60, 5, nil, nil, nil, nil, 0, 0,
  ]

  private static let narrowMark = Array("#!AMR\n".utf8)
  private static let wideMark = Array("#!AMR-WB\n".utf8)

  /// Where the mark stands again in the place of a frame, whose header can be no "#": its lowest bits are zero.
  static func starts(in file: FileStretch) -> [Int64] {
    var window = ScanWindow(file)
    var starts: [Int64] = []
    var sizes = narrowSizes
    var offset: Int64 = 0
    while offset < file.size {
      let head = window.bytes(at: offset, count: 9)
      if head.starts(with: narrowMark) || head.starts(with: wideMark) {
        let isWide = head.starts(with: wideMark)
        if offset > 0 { starts.append(offset) }
        sizes = isWide ? wideSizes : narrowSizes
        offset += Int64(isWide ? wideMark.count : narrowMark.count)
        continue
      }
      guard let header = head.first, let size = sizes[Int(header >> 3 & 0xF)] else { return starts }
      offset += 1 + Int64(size)
    }
    return starts
  }
}
