import Records

/// What pw-play and paplay read: both leave it to libsndfile.
enum SoundFileLibrary {
  static func reads(_ kind: SoundKind) -> Bool {
    switch kind.format {
    case nil: true
    case .m4a, .mp4, .mov, .threeGP, .adts, .amr, .webm, .matroska, .asf: false
    case .mp1, .mp2, .mp3, .flac: true
    case .ogg: kind.codec.map { ["vorbis", "opus"].contains($0) } ?? true
    default: kind.codec.map { codec in codecs.contains { codec.hasPrefix($0) } } ?? true
    }
  }

  /// How the names of those begin that it knows inside WAV, AIFF, CAF and their like.
  private static let codecs = [
    "pcm_", "ulaw", "alaw", "ima_adpcm", "ms_adpcm", "gsm610", "vox_adpcm", "nms_adpcm", "g721_",
    "g723_", "dwvw_", "dpcm_", "alac_",
  ]
}
