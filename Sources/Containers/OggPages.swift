import Linux

/// The pages of an Ogg file (RFC 3533, section 6), gone through by what each says of its length.
public struct OggPages {
  /// Where further links of the chain begin: the first page of a stream, after pages that are none.
  public private(set) var linkStarts: [Int64] = []
  /// The last page is not whole, or does not end its stream (flag 0x04).
  public private(set) var isCut = false

  /// The greatest granule position of the last page's stream, where that page's own is smaller: it is no length.
  public private(set) var disputedPosition: Int64?

  private static let mark = Array("OggS".utf8)

  public init(_ file: FileStretch) {
    var window = ScanWindow(file)
    var offset: Int64 = 0
    var hasEnded = false
    var isBeginning = true
    // By the serial number of the stream.
    var greatest: [Int64: Int64] = [:]
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
      take(head, &greatest)
      let segments = Int(head[26])
      offset += Int64(27 + segments) + head[27..<(27 + segments)].reduce(0) { $0 + Int64($1) }
    }
    isCut = offset > file.size || !hasEnded
  }

  /// -1 stands for a page on which no packet ends.
  private mutating func take(_ head: [UInt8], _ greatest: inout [Int64: Int64]) {
    // Its top byte is nothing but a sign, or damage.
    guard head[13] == 0 else { return }
    let position = head[6..<13].littleEndian
    let serial = head[14..<18].littleEndian
    let before = head[5] & 0x02 != 0 ? 0 : greatest[serial] ?? 0
    disputedPosition = position < before ? before : nil
    greatest[serial] = max(before, position)
  }
}
