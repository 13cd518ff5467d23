import Linux

/// The pages of an Ogg file (RFC 3533, section 6), gone through by what each says of its length.
public struct OggPages {
  /// Where they end: before another recording, be it a further link of the chain, or at the end of the file.
  public private(set) var end: Int64 = 0
  /// The last page is not whole, or does not end its stream (flag 0x04).
  public private(set) var isCut = false
  /// The granule position of the last page, where no packet is on it: the last packet is not marked as such.
  public private(set) var emptyEnd: Int64?

  /// The greatest granule position of the last page's stream, where that page's own is smaller: it is no length.
  public private(set) var disputedPosition: Int64?

  private static let mark = Array("OggS".utf8)
  /// More streams than play at once.
  private static let mostStreams = 256

  public init(_ file: FileStretch) {
    var window = ScanWindow(file)
    var page: Int64 = 0
    var hasEnded = false
    var isBeginning = true
    // By the serial number of the stream.
    var greatest: [Int64: Int64] = [:]
    while end < file.size {
      let head = Array(window.bytes(at: end, count: 27 + 255))
      guard head.starts(with: OggPages.mark) else {
        // Something else lies between pages, or follows the last one, or the page before was cut.
        let next = OggPages.next(in: &window, after: page, lostAt: end)
        isCut = !hasEnded
        end = next.offset
        if next.isOther { return }
        continue
      }
      guard head.count >= 27, head.count >= 27 + Int(head[26]) else {
        isCut = true
        end = file.size
        return
      }
      let startsStream = head[5] & 0x02 != 0
      // A further link is a recording of its own.
      if startsStream, !isBeginning {
        isCut = !hasEnded
        return
      }
      isBeginning = startsStream
      hasEnded = head[5] & 0x04 != 0
      take(head, &greatest)
      let segments = Int(head[26])
      page = end
      end += Int64(27 + segments) + head[27..<(27 + segments)].reduce(0) { $0 + Int64($1) }
    }
    isCut = end > file.size || !hasEnded
    if isCut { emptyEnd = nil }
    end = file.size
  }

  /// The next page or other recording; the end of the file where there is none.
  private static func next(
    in window: inout ScanWindow, after page: Int64, lostAt offset: Int64
  ) -> (offset: Int64, isOther: Bool) {
    if RecordingKind(at: offset, in: &window, frames: FrameHeader.fewest) != nil {
      return (offset, true)
    }
    let next = window.find(mark, from: offset + 1, before: window.size) ?? window.size
    let other = window.recording(from: page + 1, before: next, frames: FrameHeader.many)
    return other.map { ($0, true) } ?? (next, false)
  }

  /// -1 stands for a page on which no packet ends.
  private mutating func take(_ head: [UInt8], _ greatest: inout [Int64: Int64]) {
    // Its top byte is nothing but a sign, or damage.
    guard head[13] == 0 else { return }
    let position = head[6..<13].littleEndian
    emptyEnd =
      head[5] & 0x04 != 0 && head[27..<(27 + Int(head[26]))].allSatisfy { $0 == 0 } ? position : nil
    let serial = head[14..<18].littleEndian
    let before = head[5] & 0x02 != 0 ? 0 : greatest[serial] ?? 0
    disputedPosition = position < before ? before : nil
    if greatest.count < OggPages.mostStreams || greatest[serial] != nil {
      greatest[serial] = max(before, position)
    }
  }
}
