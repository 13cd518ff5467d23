import Containers

/// The demuxers that may be used, each chosen by how a file begins. libavformat's own guessing, which would ask every
/// demuxer it has, is never asked: a playlist or a script of it is no signature here.
enum MediaSignature: CaseIterable {
  case isoMedia, matroska, asf, amr, ogg, caf, wave, flac, adts, mp3

  /// libavformat's short name (`ffmpeg -demuxers`).
  var demuxer: String {
    switch self {
    case .isoMedia: "mov"
    case .matroska: "matroska"
    case .asf: "asf"
    case .amr: "amr"
    case .ogg: "ogg"
    case .caf: "caf"
    case .wave: "wav"
    case .flac: "flac"
    case .adts: "aac"
    case .mp3: "mp3"
    }
  }

  /// For `format_whitelist`.
  static var allDemuxers: String { allCases.map(\.demuxer).joined(separator: ",") }

  /// Nil for what begins like none of them.
  init?(of file: FileStretch) {
    let head = file.header(at: 0, count: 16)
    if let match = MediaSignature.fixed.first(where: { head.starts(with: $0.bytes) }) {
      self = match.signature
    } else if head.count >= 8, MediaSignature.firstBoxes.contains(Array(head[4..<8])) {
      self = .isoMedia
    } else {
      // An ID3 tag may stand before these: its size is four bytes of seven bits each (ID3v2.4, section 3.1).
      var start: Int64 = 0
      if head.count >= 10, head.starts(with: "ID3".utf8) {
        start = 10 + head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
      }
      if file.header(at: start, count: 4) == Array("fLaC".utf8) {
        self = .flac
      } else if FrameHeader.follow(\.adtsLength, in: file, from: start) {
        self = .adts
      } else if FrameHeader.follow(\.mp3Length, in: file, from: start) {
        self = .mp3
      } else {
        return nil
      }
    }
  }

  /// Whether a file too short to be known is the beginning of one that would be.
  static func mayBegin(_ head: [UInt8]) -> Bool {
    head.count < 16 && fixed.contains { $0.bytes.starts(with: head) }
  }

  private static let fixed: [(bytes: [UInt8], signature: MediaSignature)] = [
    // RFC 8794, section 11.2.1: the ID of the EBML header.
    ([0x1A, 0x45, 0xDF, 0xA3], .matroska),
    // The GUID of the Header Object (Advanced Systems Format Specification, section 10.1).
    (
      [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE,
        0x6C,
      ], .asf
    ),
    // RFC 4867, section 5.1.
    (Array("#!AMR".utf8), .amr),
    (Array("OggS".utf8), .ogg), (Array("caff".utf8), .caf), (Array("RIFF".utf8), .wave),
    (Array("RF64".utf8), .wave), (Array("fLaC".utf8), .flac),
  ]

  /// The types of the first box of ISO media (ISO/IEC 14496-12, section 4.3); QuickTime files of old have no `ftyp`.
  private static let firstBoxes = ["ftyp", "moov", "mdat", "wide", "free", "skip"].map {
    Array($0.utf8)
  }
}
