import Records

/// What sox(1) calls a format that it reads (soxformat(7)).
enum SoXType {
  static func name(of kind: SoundKind) -> String? {
    switch kind.format {
    case .wav: isPlain(kind, or: ["ulaw", "alaw", "ima_adpcm", "ms_adpcm", "gsm610"]) ? "wav" : nil
    case .aiff: isPlain(kind, or: []) ? "aiff" : nil
    case .au: isPlain(kind, or: ["ulaw", "alaw"]) ? "au" : nil
    case .flac: "flac"
    // Debian's is built without Opus.
    case .ogg: kind.codec == "vorbis" ? "ogg" : nil
    case .mp3: "mp3"
    case .mp2: "mp2"
    case .amr: kind.codec == "amr_wb" ? "amr-wb" : kind.codec == "amr_nb" ? "amr-nb" : nil
    case .w64: "w64"
    case .svx: "8svx"
    case .voc: "voc"
    case .nist: "sph"
    case .ircam: "sf"
    case .avr: "avr"
    case .htk: "htk"
    default: nil
    }
  }

  private static func isPlain(_ kind: SoundKind, or others: [String]) -> Bool {
    kind.codec.map { $0.hasPrefix("pcm_") || others.contains($0) } ?? true
  }
}
