import Containers
import Linux

/// Whether a container is whole by the sizes that it gives itself. libav reads what is there and says nothing of what is
/// not.
struct ContainerEnd {
  private(set) var isCut = false
  /// ISO media without `moov`: nothing says where its sound lies.
  private(set) var lacksIndex = false
  /// Frames without a container, of which the first ones are not all there.
  private(set) var hasOnlyBegun = false
  /// Bytes after its end that are none of it.
  private(set) var leftover: Int64?
  /// Where its last part ends.
  private(set) var end: Int64

  /// More chunks than any recorder writes.
  private static let mostChunks = 100_000

  init(of file: FileStretch, as kind: RecordingKind) {
    end = file.size
    switch kind {
    case .isoMedia:
      let boxes = ISOBoxes(file)
      (end, isCut, lacksIndex) = (boxes.end, boxes.isCut, !boxes.hasIndex)
    case .asf:
      let objects = ASFObjects(file)
      (end, isCut) = (objects.end, objects.isCut)
    case .caf:
      var chunks = CAFChunks(file)
      while chunks.next() != nil {}
      isCut = chunks.offset > file.size
    case .riff, .rf64: (end, isCut) = ContainerEnd.ofWave(file)
    case .matroska:
      let layout = MatroskaLayout(file)
      (end, isCut) = (layout.end, layout.isCut)
    case .ogg: isCut = OggPages(file).isCut
    case .amr: end = SpeechLayout(file).end
    case .adts, .mp3: hasOnlyBegun = FrameHeader.endsAtStart(file, of: kind)
    case .flac, .aiff, .au, .wave64: break
    }
    leftover = RecordingKind.leftover(in: file, after: end)
  }

  /// Where a second chunk of sound begins, which is not played, or else the end of the file; and whether a chunk ends beyond
  /// that. A missing last pad byte is not worth a word.
  private static func ofWave(_ file: FileStretch) -> (end: Int64, isCut: Bool) {
    var offset: Int64 = 12
    var hasSound = false
    for _ in 0..<mostChunks where offset < file.size {
      let head = file.header(at: offset, count: 8)
      guard head.count == 8 else { break }
      let length = head[4..<8].littleEndian
      // 0, and what is near the most that 31 or 32 bits hold, stand for a length that is not known.
      guard length > 0 && length < 0x7F00_0000 || length + 8 < file.size else { break }
      let isSound = head.starts(with: "data".utf8)
      if isSound, hasSound { return (offset, false) }
      hasSound = hasSound || isSound
      if 8 + length > file.size - offset {
        // Where the whole is as long as it says, what is no chunk of sound is damage.
        return (file.size, isSound || !saysItsSize(file))
      }
      offset += 8 + length + length % 2
    }
    return (file.size, false)
  }

  private static func saysItsSize(_ file: FileStretch) -> Bool {
    file.header(at: 4, count: 4)[...].littleEndian + 8 == file.size
  }
}
