import Linux

/// A recording that does not begin where its file does, or where the tags at its start end: zeros stand before it, padding
/// that the tag does not count, a mark of UTF-8, the answer of a server, or the rest of a frame where a stream was cut.
public struct LateStart {
  /// The recording with its tags, without what stands before it.
  public let recording: FileStretch
  public let kind: RecordingKind
  /// Bytes that stand before it.
  public let skipped: Int64

  /// So far a recording is looked for.
  private static let longest: Int64 = 65_536

  /// Nil where a recording begins at once, or none does. Anything may stand before frames, since many that follow each other
  /// and are alike are no chance; before a mark nothing but blanks.
  public init?(of file: FileStretch) {
    let head = file.header(at: 0, count: 512)
    guard RecordingKind(of: file) == nil, !LateStart.isOther(head) else { return nil }
    let start = endOfID3Tags(in: file, from: 0)
    guard start < file.size,
      let found = LateStart.mark(in: file, from: start) ?? LateStart.frames(in: file, from: start)
    else { return nil }
    recording = file.without(start..<found.offset)
    kind = found.kind
    skipped = found.offset - start
  }

  private static func mark(
    in file: FileStretch, from start: Int64
  ) -> (offset: Int64, kind: RecordingKind)? {
    let bytes = file.header(at: start, count: Int(longest))
    guard let first = bytes.firstIndex(where: { !blanks.contains($0) }) else { return nil }
    var window = ScanWindow(file)
    // The size of a first box begins with zeros.
    for place in max(0, first - 3)...first {
      let offset = start + Int64(place)
      let kind = RecordingKind(at: offset, in: &window, frames: 0)
      if let kind { return (offset, kind) }
    }
    return nil
  }

  private static func frames(
    in file: FileStretch, from start: Int64
  ) -> (offset: Int64, kind: RecordingKind)? {
    let bytes = file.header(at: start, count: Int(longest))
    let end = EndTags.start(of: file)
    for place in bytes.indices.dropLast() where bytes[place] == 0xFF && bytes[place + 1] >= 0xE0 {
      let offset = start + Int64(place)
      for kind in [RecordingKind.mp3, .adts] where follow(kind, in: file, from: offset, end) {
        return (offset, kind)
      }
    }
    return nil
  }

  /// Whether frames that are alike follow each other, many or to the end.
  private static func follow(
    _ kind: RecordingKind, in file: FileStretch, from start: Int64, _ end: Int64
  ) -> Bool {
    var first: [UInt8]?
    var offset = start
    for number in 0..<FrameHeader.many {
      if number >= FrameHeader.fewest, offset >= end { return true }
      let head = file.header(at: offset, count: 7)
      let isLike =
        first.map { first in
          kind == .mp3
            ? LayerThreeHeader(head).map { LayerThreeHeader(first)?.isLike($0) ?? false } ?? false
            : FrameHeader(bytes: head).isLike(FrameHeader(bytes: first))
        } ?? true
      let header = FrameHeader(bytes: head)
      guard isLike, let length = kind == .mp3 ? header.mp3Length : header.adtsLength else {
        return false
      }
      first = first ?? head
      offset += Int64(length)
    }
    return true
  }

  /// Zeros, blanks, ends of lines, and the bytes of the mark of UTF-8.
  private static let blanks: Set<UInt8> = [0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]

  /// Whether it begins as files do that may hold recordings and are none: archives, pictures, documents, programs, films.
  private static func isOther(_ head: [UInt8]) -> Bool {
    others.contains { head.starts(with: $0) }
      // POSIX, "ustar Interchange Format".
      || head.count >= 262 && head[257..<262].elementsEqual("ustar".utf8)
      // Packets of an MPEG transport stream (ISO/IEC 13818-1, section 2.4.3.2).
      || head.count > 376 && [0, 188, 376].allSatisfy { head[$0] == 0x47 }
  }

  private static let others: [[UInt8]] = [
    Array("PK".utf8), Array("Rar!".utf8), Array("7z".utf8) + [0xBC, 0xAF], [0x1F, 0x8B],
    Array("BZh".utf8), [0xFD] + Array("7zXZ".utf8), [0x28, 0xB5, 0x2F, 0xFD],
    [0x89] + Array("PNG".utf8), Array("GIF8".utf8), [0xFF, 0xD8, 0xFF], Array("II*\0".utf8),
    Array("MM\0*".utf8), Array("%PDF".utf8), [0xD0, 0xCF, 0x11, 0xE0], [0x7F] + Array("ELF".utf8),
    Array("MZ".utf8), Array("SQLite format".utf8), Array("FLV".utf8), Array("FWS".utf8),
    [0, 0, 1, 0xBA], [0, 0, 1, 0xB3],
  ]
}
