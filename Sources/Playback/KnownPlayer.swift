import Records

/// The players that are looked for, in this order: by the raw value, the name of the program.
public enum KnownPlayer: String, Sendable, CaseIterable {
  case pipeWire = "pw-play"
  case pulseAudio = "paplay"
  case ffplay
  case sox = "play"
  case alsa = "aplay"

  /// The Debian package that has it.
  public var package: String {
    switch self {
    case .pipeWire: "pipewire-bin"
    case .pulseAudio: "pulseaudio-utils"
    case .ffplay: "ffmpeg"
    case .sox: "sox"
    case .alsa: "alsa-utils"
    }
  }

  /// What stands before the file; nil for a recording that it cannot read. Of an unknown kind only those are asked that
  /// look at the content and refuse what is no sound: aplay would play anything, as noise.
  func arguments(for kind: SoundKind) -> [String]? {
    switch self {
    case .pipeWire, .pulseAudio: SoundFileLibrary.reads(kind) ? [] : nil
    case .ffplay:
      kind.format.map(KnownPlayer.strangeToFFmpeg.contains) ?? false
        ? nil : ["-nodisp", "-autoexit", "-loglevel", "error"]
    // It would go by the extension otherwise.
    case .sox: SoXType.name(of: kind).map { ["-q", "-t", $0] }
    case .alsa: KnownPlayer.isForALSA(kind) ? ["-q"] : nil
    }
  }

  private static let strangeToFFmpeg: Set<AudioFormat> = [.mat4, .mat5, .xi, .mpc2k, .htk, .sd2]

  /// What aplay(1) knows of WAV and AU; what else is in one it would refuse.
  private static func isForALSA(_ kind: SoundKind) -> Bool {
    switch kind.format {
    case .wav: kind.codec.map { $0.hasPrefix("pcm_") } ?? true
    case .au: kind.codec.map { ["pcm_s8", "pcm_s16", "ulaw"].contains($0) } ?? true
    default: false
    }
  }
}

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
