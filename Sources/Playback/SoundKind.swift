import Records

/// What a player must be able to read.
public struct SoundKind: Hashable, Sendable {
  /// Nil where it is not known.
  public let format: AudioFormat?
  /// Nil where it is not known.
  public let codec: String?

  public init(_ format: AudioFormat?, codec: String?) {
    self.format = format
    self.codec = codec
  }

  public init(_ audio: AudioReference) {
    self.init(AudioFormat(rawValue: audio.format), codec: audio.codec)
  }

  /// `m4a (aac)`, for a sentence.
  var phrase: String {
    guard let format else { return "a recording of an unknown kind" }
    return format.rawValue + (codec.map { $0 == format.rawValue ? "" : " (\($0))" } ?? "")
  }

  /// The bytes at the start of a file that `init(head:)` looks at.
  public static let headLength = 16

  /// By how a file that nobody has judged begins; what is in it is not known then.
  public init(head: [UInt8]) {
    let format = SoundKind.signatures.first { signature in
      signature.marks.allSatisfy { head.dropFirst($0.offset).starts(with: $0.bytes) }
    }?.format
    self.init(format, codec: nil)
  }

  private typealias Mark = (offset: Int, bytes: [UInt8])

  private static func text(_ offset: Int, _ text: String) -> Mark { (offset, Array(text.utf8)) }

  private static let signatures: [(format: AudioFormat, marks: [Mark])] = [
    (.wav, [text(0, "RIFF"), text(8, "WAVE")]), (.wav, [text(0, "RIFX"), text(8, "WAVE")]),
    (.rf64, [text(0, "RF64"), text(8, "WAVE")]), (.aiff, [text(0, "FORM"), text(8, "AIF")]),
    (.svx, [text(0, "FORM"), text(8, "8SVX")]), (.au, [text(0, ".snd")]),
    (.caf, [text(0, "caff")]), (.flac, [text(0, "fLaC")]), (.ogg, [text(0, "OggS")]),
    (.amr, [text(0, "#!AMR")]), (.mp3, [text(0, "ID3")]),
    (.m4a, [text(4, "ftypM4")]), (.threeGP, [text(4, "ftyp3g")]), (.mp4, [text(4, "ftyp")]),
    (.webm, [(0, [0x1A, 0x45, 0xDF, 0xA3])]), (.asf, [(0, [0x30, 0x26, 0xB2, 0x75])]),
    // AAC before MPEG audio: both begin with eleven set bits, and differ in the layer.
    (.adts, [(0, [0xFF, 0xF1])]), (.adts, [(0, [0xFF, 0xF9])]),
    (.mp3, [(0, [0xFF, 0xFB])]), (.mp3, [(0, [0xFF, 0xF3])]), (.mp3, [(0, [0xFF, 0xFA])]),
    (.mp3, [(0, [0xFF, 0xF2])]),
  ]
}
