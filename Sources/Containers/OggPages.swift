import Linux

/// The pages of an Ogg file (RFC 3533, section 6), gone through by what each says of its length.
public struct OggPages {
  /// Where further links of the chain begin: the first page of a stream, after pages that are none.
  public private(set) var linkStarts: [Int64] = []
  /// The last page is not whole, or does not end its stream (flag 0x04).
  public private(set) var isCut = false

  private static let mark = Array("OggS".utf8)

  public init(_ file: FileStretch) {
    var window = ScanWindow(file)
    var offset: Int64 = 0
    var hasEnded = false
    var isBeginning = true
    while offset < file.size {
      let head = Array(window.bytes(at: offset, count: 27 + 255))
      guard head.starts(with: OggPages.mark) else {
        // Something else lies between pages, or follows the last one.
        guard let next = window.find(OggPages.mark, from: offset + 1, before: file.size) else {
          isCut = !hasEnded
          return
        }
        offset = next
        continue
      }
      guard head.count >= 27, head.count >= 27 + Int(head[26]) else {
        isCut = true
        return
      }
      let startsStream = head[5] & 0x02 != 0
      if startsStream, !isBeginning { linkStarts.append(offset) }
      isBeginning = startsStream
      hasEnded = head[5] & 0x04 != 0
      let segments = Int(head[26])
      offset += Int64(27 + segments) + head[27..<(27 + segments)].reduce(0) { $0 + Int64($1) }
    }
    isCut = offset > file.size || !hasEnded
  }
}
