import Containers
import Records

extension AudioFormat {
  /// The stored name of a container; what an MPEG stream is called goes by its layer.
  init(_ kind: RecordingKind, codec: String, in file: FileStretch) {
    self =
      switch kind {
      case .isoMedia: AudioFormat.isoMedia(file)
      case .matroska: MatroskaLayout.isWebM(file) ? .webm : .matroska
      case .asf: .asf
      case .amr: .amr
      case .ogg: .ogg
      case .caf: .caf
      case .riff: .wav
      case .rf64: .rf64
      case .wave64: .w64
      case .aiff: .aiff
      case .au: .au
      case .flac: .flac
      case .adts: .adts
      case .mp3: .mp3
      }
  }

  /// By the major brand of `ftyp` (ISO/IEC 14496-12, section 4.3); a file without one is QuickTime of old.
  private static func isoMedia(_ file: FileStretch) -> AudioFormat {
    let head = file.header(at: 0, count: 12)
    guard head.count == 12, head[4..<8].elementsEqual("ftyp".utf8) else { return .mov }
    let brand = String(decoding: head[8..<12], as: UTF8.self)
    if brand.hasPrefix("M4A") || brand.hasPrefix("M4B") { return .m4a }
    if brand.hasPrefix("3gp") || brand.hasPrefix("3gr") || brand.hasPrefix("3g2") {
      return .threeGP
    }
    return brand == "qt  " ? .mov : .mp4
  }
}
