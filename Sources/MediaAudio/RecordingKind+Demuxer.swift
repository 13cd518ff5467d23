import Containers

/// The demuxers that may be used, each chosen by how a file begins. libavformat's own guessing, which would ask every
/// demuxer it has, is never asked: a playlist or a script of it is no kind of recording here.
extension RecordingKind {
  /// libavformat's short name (`ffmpeg -demuxers`).
  var demuxer: String {
    switch self {
    case .isoMedia: "mov"
    case .matroska: "matroska"
    case .asf: "asf"
    case .amr: "amr"
    case .ogg: "ogg"
    case .caf: "caf"
    case .riff, .rf64: "wav"
    case .wave64: "w64"
    case .aiff: "aiff"
    case .au: "au"
    case .flac: "flac"
    case .adts: "aac"
    case .mp3: "mp3"
    }
  }

  /// For `format_whitelist`.
  static var allDemuxers: String { Set(allCases.map(\.demuxer)).sorted().joined(separator: ",") }
}
