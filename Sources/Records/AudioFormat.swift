/// The file formats that a decoder can tell apart by content. Raw values are the stable names in records, in
/// `AudioReport.format` and in `--json`.
public enum AudioFormat: String, Sendable, CaseIterable {
  /// RIFF/WAVE, plain and WAVE_FORMAT_EXTENSIBLE.
  case wav
  /// RIFF/WAVE with 64-bit sizes (EBU Tech 3306).
  case rf64
  case w64
  case aiff
  case au
  case caf
  case flac
  /// An Ogg container, whatever it carries.
  case ogg
  case mp3
  case mp2
  case mp1
  case svx
  case voc
  case nist
  case ircam
  case paf
  case pvf
  case sd2
  case sds
  case avr
  case htk
  case xi
  case wve
  case mpc2k
  case mat4
  case mat5
  /// ISO media with a brand of Apple's for sound alone (`M4A `).
  case m4a
  /// ISO media of any other brand.
  case mp4
  /// QuickTime.
  case mov
  /// ISO media with a brand of 3GPP or 3GPP2.
  case threeGP = "3gp"
  /// AAC in frames that follow each other without a container (ISO/IEC 14496-3, section 1.A.2).
  case adts
  /// AMR and AMR-WB in frames that follow each other (RFC 4867, section 5).
  case amr
  case webm
  case matroska
  /// Advanced Systems Format, which holds Windows Media Audio.
  case asf

  /// The extension of a recording's file in the archive, without the dot. Ogg that carries Opus has one of its
  /// own (RFC 7845, section 9).
  public func fileExtension(codec: String) -> String {
    switch self {
    case .ogg: codec == "opus" ? "opus" : "ogg"
    // Players know RF64 by the extension of WAV.
    case .rf64: "wav"
    case .ircam: "sf"
    case .mat4, .mat5: "mat"
    case .mpc2k: "snd"
    case .nist: "sph"
    case .adts: "aac"
    case .amr: codec == "amr_wb" ? "awb" : "amr"
    case .matroska: "mka"
    case .asf: "wma"
    default: rawValue
    }
  }
}

extension AudioReport {
  /// The extension of this recording's file in the archive, from a table, so that nothing a recording says
  /// becomes a part of a path.
  public var fileExtension: String {
    AudioFormat(rawValue: format)?.fileExtension(codec: codec) ?? "audio"
  }
}
