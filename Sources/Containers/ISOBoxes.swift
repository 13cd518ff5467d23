import Linux

/// The boxes of MPEG-4, 3GP and QuickTime files on their outermost level, gone through by their sizes (ISO/IEC 14496-12,
/// section 4.2).
public struct ISOBoxes {
  /// Where they end: before another recording, before what is no box, or at the end of the file.
  public private(set) var end: Int64 = 0
  /// The last one ends beyond the file.
  public private(set) var isCut = false
  /// There is one that says where the sound lies.
  public private(set) var hasIndex = false
  /// Where the last one begins.
  private(set) var last: Int64 = 0

  /// The types of the first box of a file (ISO/IEC 14496-12, section 4.3); QuickTime files of old have no `ftyp`.
  static let firstTypes = ["ftyp", "moov", "mdat", "wide", "free", "skip"].map { Array($0.utf8) }

  /// What is cut must be one of these: anything may look like a box that goes on beyond the file.
  private static let knownTypes =
    firstTypes
    + ["moof", "mfra", "sidx", "styp", "uuid", "meta", "udta", "pnot", "pdin", "emsg"]
    .map { Array($0.utf8) }

  /// More than any recorder writes.
  private static let mostBoxes = 100_000

  public init(_ file: FileStretch) {
    var window = ScanWindow(file)
    for _ in 0..<ISOBoxes.mostBoxes where end < file.size {
      if end > 0, RecordingKind(at: end, in: &window, frames: FrameHeader.fewest) != nil { return }
      let head = Array(window.bytes(at: end, count: 16))
      guard head.count >= 8 else { return }
      let isKnown = ISOBoxes.knownTypes.contains(Array(head[4..<8]))
      guard isKnown || head[4..<8].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else {
        return
      }
      let length = ISOBoxes.length(head) ?? file.size - end
      guard length >= 8, length <= file.size - end || isKnown else { return }
      if head[4..<8].elementsEqual("moov".utf8) { hasIndex = true }
      isCut = length > file.size - end
      last = end
      end = isCut ? file.size : end + length
    }
  }

  /// 1 stands for 64 bits after the type, 0 for all that follows, which is nil.
  private static func length(_ head: [UInt8]) -> Int64? {
    let length = head[..<4].bigEndian
    guard length == 1 else { return length == 0 ? nil : length }
    return head.count == 16 && head[8] == 0 ? head[9..<16].bigEndian : .max / 2
  }
}
