/// How the files of the usual formats begin. It tells a recording that only began from a file that is none; what a
/// file truly is, the decoding library says.
enum Signature: CaseIterable {
  case riff, rf64, aiff, flac, ogg, caf, au, id3, wave64

  private var bytes: [UInt8] {
    switch self {
    case .riff: Array("RIFF".utf8)
    case .rf64: Array("RF64".utf8)
    case .aiff: Array("FORM".utf8)
    case .flac: Array("fLaC".utf8)
    case .ogg: Array("OggS".utf8)
    case .caf: Array("caff".utf8)
    case .au: Array(".snd".utf8)
    case .id3: Array("ID3".utf8)
    case .wave64: Array("riff".utf8)
    }
  }

  /// A head that is shorter than the signature is taken for it as far as it goes.
  init?(_ head: [UInt8]) {
    guard !head.isEmpty,
      let match = Signature.allCases.first(where: {
        $0.bytes.starts(with: head) || head.starts(with: $0.bytes)
      })
    else { return nil }
    self = match
  }
}
