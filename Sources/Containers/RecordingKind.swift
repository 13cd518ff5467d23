import Linux

/// The kinds of recordings that are known by how they begin. What a file truly is, the decoding library says.
public enum RecordingKind: CaseIterable, Sendable {
  case riff, rf64, wave64, aiff, au, caf, flac, ogg, isoMedia, matroska, asf, amr, adts, mp3

  /// What a whole file is taken for; nil for what begins like none of them.
  public init?(of file: FileStretch) {
    let head = file.header(at: 0, count: 16)
    if let mark = RecordingKind.marks.first(where: { head.starts(with: $0.bytes) }) {
      self = mark.kind
    } else if head.count >= 8, ISOBoxes.firstTypes.contains(Array(head[4..<8])) {
      self = .isoMedia
    } else if let kind = RecordingKind.withoutMark(file, at: 0, tags: mostTags) {
      self = kind
    } else {
      return nil
    }
  }

  /// What the first bytes of a file look like, however few there are: it tells a recording that only began from a file that
  /// is none.
  public init?(beginning head: [UInt8]) {
    guard !head.isEmpty else { return nil }
    let mark = RecordingKind.marks.first {
      $0.bytes.starts(with: head) || head.starts(with: $0.bytes)
    }
    if let mark {
      self = mark.kind
    } else if head.count >= 8, ISOBoxes.firstTypes.contains(Array(head[4..<8])) {
      self = .isoMedia
    } else if "ID3".utf8.starts(with: head) || head.starts(with: "ID3".utf8) {
      self = .mp3
    } else if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 {
      // ISO/IEC 14496-3, section 1.A.2.2: twelve set bits, then a layer of zero.
      self = .adts
    } else {
      return nil
    }
  }

  /// What begins with frames, or with at most so many tags before a mark or frames.
  static func withoutMark(
    _ file: some HeaderSource, at offset: Int64, tags: Int
  ) -> RecordingKind? {
    let start = endOfID3Tags(in: file, from: offset, atMost: tags)
    if file.header(at: start, count: 4) == Array("fLaC".utf8) { return .flac }
    func follow(_ length: KeyPath<FrameHeader, Int?>) -> Bool {
      FrameHeader.follow(length, in: file, from: start, needed: FrameHeader.fewest)
    }
    return follow(\.adtsLength) ? .adts : follow(\.mp3Length) ? .mp3 : nil
  }

  private static let marks: [(bytes: [UInt8], kind: RecordingKind)] = [
    (Array("RIFF".utf8), .riff), (Array("RF64".utf8), .rf64), (Array("riff".utf8), .wave64),
    (Array("FORM".utf8), .aiff), (Array(".snd".utf8), .au), (Array("caff".utf8), .caf),
    (Array("fLaC".utf8), .flac), (Array("OggS".utf8), .ogg),
    // RFC 8794, section 11.2.1: the ID of the EBML header.
    (MatroskaLayout.mark, .matroska),
    // The GUID of the Header Object (Advanced Systems Format Specification, section 10.1).
    (ASFObjects.header, .asf),
    // RFC 4867, section 5.1.
    (Array("#!AMR".utf8), .amr),
  ]
}
