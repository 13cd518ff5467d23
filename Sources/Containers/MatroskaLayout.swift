import Linux

/// The elements of a Matroska or WebM file, gone through by their sizes (RFC 8794).
public struct MatroskaLayout {
  /// Where they end: before another recording, before what is no element, or at the end of the file.
  public private(set) var end: Int64 = 0
  /// An element ends beyond the file.
  public private(set) var isCut = false
  /// Where the last one begins.
  private(set) var last: Int64 = 0

  static let mark: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
  private static let segment: Int64 = 0x1853_8067
  private static let cluster: Int64 = 0x1F43_B675
  /// What is cut must be one of these: anything may look like an element that goes on beyond the file (RFC 9559, section 5:
  /// SeekHead, Info, Tracks, Cues, Attachments, Chapters, Tags, Void, and what stands in a Cluster).
  private static let known: Set<Int64> = [
    0x1A45_DFA3, segment, cluster, 0x114D_9B74, 0x1549_A966, 0x1654_AE6B, 0x1C53_BB6B, 0x1941_A469,
    0x1043_A770, 0x1254_C367, 0xEC, 0xBF, 0xE7, 0xA3, 0xA0, 0xAB, 0xA7, 0xAF,
  ]
  /// More elements than a day of sound has.
  private static let mostElements = 5_000_000

  /// Segment and Cluster have no size in what is recorded live; then their parts are gone through.
  public init(_ file: FileStretch) {
    let size = file.size
    var window = ScanWindow(file)
    for _ in 0..<MatroskaLayout.mostElements where end < size {
      if end > 0, RecordingKind(at: end, in: &window, frames: FrameHeader.fewest) != nil { return }
      let head = Array(window.bytes(at: end, count: 12))
      guard let element = Element(head) else {
        isCut = isCut || size - end < 12 && MatroskaLayout.mayBegin(head)
        return
      }
      let start = end + Int64(element.headBytes)
      let isKnown = MatroskaLayout.known.contains(element.identifier)
      last = end
      switch (element.identifier, element.length) {
      case (MatroskaLayout.segment, let length?):
        isCut = isCut || length > size - start
        end = start
      case (MatroskaLayout.segment, nil), (MatroskaLayout.cluster, nil): end = start
      case (_, let length?):
        guard length <= size - start else {
          if isKnown { (isCut, end) = (true, size) }
          return
        }
        end = start + length
      case (_, nil): return
      }
    }
    end = min(end, size)
  }

  /// The beginning of an element that is known, which the end of the file cuts.
  private static func mayBegin(_ head: [UInt8]) -> Bool {
    known.contains { identifier in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: identifier >> (24 - 8 * $0)) }
        .drop { $0 == 0 }
      return head.starts(with: bytes)
    }
  }

  /// The `DocType` of the EBML header, which stands near the start.
  public static func isWebM(_ file: FileStretch) -> Bool {
    let head = file.header(at: 0, count: 64)
    let mark: [UInt8] = [0x42, 0x82, 0x84] + Array("webm".utf8)
    return head.indices.contains { head[$0...].starts(with: mark) }
  }

  /// The head of an element.
  private struct Element {
    let identifier: Int64
    /// Nil where it is not known.
    let length: Int64?
    let headBytes: Int

    /// Nil where none begins, or not all of it is there.
    init?(_ head: [UInt8]) {
      guard let identifierBytes = Element.width(head, from: 0, upTo: 4),
        let sizeBytes = Element.width(head, from: identifierBytes, upTo: 8)
      else { return nil }
      headBytes = identifierBytes + sizeBytes
      identifier = head[..<identifierBytes].bigEndian
      length = Element.number(head[identifierBytes..<headBytes])
    }

    /// Bytes of the number that begins there, by its leading zeros (RFC 8794, section 4); nil where it is longer than
    /// allowed or not all there.
    private static func width(_ head: [UInt8], from start: Int, upTo limit: Int) -> Int? {
      guard head.indices.contains(start) else { return nil }
      let width = head[start].leadingZeroBitCount + 1
      return width <= limit && start + width <= head.count ? width : nil
    }

    /// Without the bit that marks the width; nil where all others are set, which stands for a size that is not known.
    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
      let rest = field.dropFirst().reduce(Int64(field.first ?? 0) & (0xFF >> field.count)) {
        $0 << 8 | Int64($1)
      }
      return rest == Int64(1) << (7 * field.count) - 1 ? nil : rest
    }
  }
}
