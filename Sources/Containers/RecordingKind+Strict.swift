import Linux

extension RecordingKind {
  /// Of each two bytes, the first one the higher, whether a mark may begin with them; what has its mark after a number is
  /// found by the mark itself.
  static let marksByPair = pairs { first, second in
    first != 0 && first != 0xFF && mayBegin(first, second)
  }
  /// Or a frame that has no mark.
  static let framesByPair = pairs { first, second in first != 0 && mayBegin(first, second) }

  private static func pairs(_ isOne: (UInt8, UInt8) -> Bool) -> [Bool] {
    (0...UInt16.max).map { pair in
      isOne(UInt8(pair >> 8), UInt8(truncatingIfNeeded: pair)) || pair == boxMark
    }
  }

  /// Of `ftyp`.
  private static let boxMark = UInt16(UInt8(ascii: "f")) << 8 | UInt16(UInt8(ascii: "t"))

  /// Tags before a recording that begins where anything may stand: each place that looks like a tag is tried.
  private static let mostTagsAnywhere = 4

  /// Whether two bytes may be the first of a recording, so that nearly all others need no second look.
  private static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case 0: second <= 0x10
    case 0xFF: second >= 0xE0
    case MatroskaLayout.mark[0]: second == MatroskaLayout.mark[1]
    case ASFObjects.header[0]: second == ASFObjects.header[1]
    case UInt8(ascii: "R"): second == UInt8(ascii: "I") || second == UInt8(ascii: "F")
    case UInt8(ascii: "r"): second == UInt8(ascii: "i")
    case UInt8(ascii: "F"): second == UInt8(ascii: "O")
    case UInt8(ascii: "."): second == UInt8(ascii: "s")
    case UInt8(ascii: "c"): second == UInt8(ascii: "a")
    case UInt8(ascii: "f"): second == UInt8(ascii: "L")
    case UInt8(ascii: "O"): second == UInt8(ascii: "g")
    case UInt8(ascii: "#"): second == UInt8(ascii: "!")
    case UInt8(ascii: "I"): second == UInt8(ascii: "D")
    default: false
    }
  }

  /// What begins at a place where anything may stand, by more than a mark that four bytes of sound may look like. Frames
  /// without a mark are taken for a recording where `frames` of them follow each other; of none with 0.
  init?(at offset: Int64, in window: inout ScanWindow, frames: Int) {
    let bytes = window.bytes(at: offset, count: 40)
    guard let first = bytes.first, bytes.count >= 12,
      RecordingKind.mayBegin(first, bytes[bytes.startIndex + 1])
    else { return nil }
    let head = Array(bytes)
    if let kind = RecordingKind(strictly: head) {
      self = kind
      return
    }
    if head.starts(with: "ID3".utf8) {
      guard isPlausibleID3Tag(head),
        let kind = RecordingKind.withoutMark(
          window, at: offset, tags: RecordingKind.mostTagsAnywhere)
      else { return nil }
      self = kind
    } else if first == 0xFF, frames > 0 {
      let header = FrameHeader(bytes: Array(head.prefix(7)))
      guard header.adtsLength != nil || header.mp3Length != nil else { return nil }
      if FrameHeader.follow(\.adtsLength, in: window, from: offset, needed: frames) {
        self = .adts
      } else if FrameHeader.follow(\.mp3Length, in: window, from: offset, needed: frames) {
        self = .mp3
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// `head` is of 40 bytes, or of fewer at the end of the file. Uncompressed sound may be any bytes, and there may be hours
  /// of it: so each needs six that are right, and what stands behind them is looked at too.
  private init?(strictly head: [UInt8]) {
    func has(_ mark: String, at place: Int = 0) -> Bool {
      head.count >= place + mark.utf8.count && head[place...].starts(with: mark.utf8)
    }
    func isSpeech(after place: Int, isWide: Bool) -> Bool {
      head.count > place && SpeechLayout.size(after: head[place], isWide: isWide) != nil
    }
    switch head[0] {
    case UInt8(ascii: "R") where (has("RIFF") || has("RF64")) && has("WAVE", at: 8):
      self = has("RIFF") ? .riff : .rf64
    case UInt8(ascii: "r") where head.starts(with: RecordingKind.wave64Mark): self = .wave64
    case UInt8(ascii: "F") where has("FORM") && has("AIF", at: 8): self = .aiff
    // A STREAMINFO block is always the first and of 34 bytes (RFC 9639, section 8).
    case UInt8(ascii: "f") where has("fLaC") && head[4] & 0x7F == 0 && head[5..<8] == [0, 0, 34]:
      self = .flac
    case UInt8(ascii: "O") where has("OggS") && RecordingKind.isFirstPage(head): self = .ogg
    case UInt8(ascii: "c") where has("caff") && head[4..<8] == [0, 1, 0, 0]: self = .caf
    case UInt8(ascii: "#") where has("#!AMR\n") && isSpeech(after: 6, isWide: false),
      UInt8(ascii: "#") where has("#!AMR-WB\n") && isSpeech(after: 9, isWide: true):
      self = .amr
    case UInt8(ascii: ".") where has(".snd") && RecordingKind.isAU(head): self = .au
    // A major brand is of four letters (ISO/IEC 14496-12, section 4.3).
    case 0
    where has("ftyp", at: 4) && (8...4096).contains(head[..<4].bigEndian)
      && head[8..<12].allSatisfy { (0x20...0x7E).contains($0) }:
      self = .isoMedia
    case 0x1A where head.starts(with: MatroskaLayout.mark) && RecordingKind.isEBML(head):
      self = .matroska
    case 0x30 where head.starts(with: ASFObjects.header): self = .asf
    default: return nil
    }
  }

  /// The first page of a stream (RFC 3533, section 6): it continues nothing and is not empty, and nothing has been played
  /// by its end.
  private static func isFirstPage(_ head: [UInt8]) -> Bool {
    head.count >= 27 && head[4] == 0 && head[5] & 0xFB == 2 && head[26] > 0
      && (head[6..<14].allSatisfy { $0 == 0 } || head[6..<14].allSatisfy { $0 == 0xFF })
  }

  /// The size of an EBML header, which is short, and the first of its elements: their identifiers are 0x42 and another byte,
  /// or that of a checksum or of nothing (RFC 8794, sections 4 and 11.2 and 11.3).
  private static func isEBML(_ head: [UInt8]) -> Bool {
    let width = head[4].leadingZeroBitCount + 1
    let place = 4 + width
    guard width <= 8, head.count > place + 1 else { return false }
    let size = head[5..<place].reduce(width == 8 ? 0 : Int64(head[4]) & (0xFF >> Int64(width))) {
      $0 << 8 | Int64($1)
    }
    guard (1...4096).contains(size) else { return false }
    return switch head[place] {
    case 0x42: [0x82, 0x85, 0x86, 0x87, 0xF2, 0xF3, 0xF7].contains(head[place + 1])
    case 0xBF: head[place + 1] == 0x84
    case 0xEC: true
    default: false
    }
  }

  private static func isAU(_ head: [UInt8]) -> Bool {
    head.count >= 24 && (24..<65_536).contains(head[4..<8].bigEndian)
      && (1...27).contains(head[12..<16].bigEndian) && (1...32).contains(head[20..<24].bigEndian)
  }

  /// The GUID of the RIFF chunk (Sony, "Wave64 file format").
  private static let wave64Mark: [UInt8] = [
    0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00,
  ]
}
