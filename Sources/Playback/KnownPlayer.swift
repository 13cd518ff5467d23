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
