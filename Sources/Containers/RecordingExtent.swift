import Linux

/// How far a recording goes in a file that may hold others after it, by what its own format says.
struct RecordingExtent {
  /// Where it is over by its structure; the size of the file where it says nothing else.
  private(set) var end: Int64
  /// Where none begins at its end, another may begin from here on: after the last place where its structure is right.
  private(set) var doubt: Int64
  /// Frames that tell a recording without a mark within what is in doubt; 0 where sound may look like them.
  private(set) var frames = 0
  /// Whether nothing but zeros comes from an offset on.
  private let isEmpty: (Int64) -> Bool

  /// The file begins with a recording of this kind.
  init(of kind: RecordingKind, in file: FileStretch, isEmpty: @escaping (Int64) -> Bool) {
    (end, doubt) = (file.size, file.size)
    self.isEmpty = isEmpty
    switch kind {
    case .riff: takeSize(file.header(at: 4, count: 4)[...].littleEndian, file)
    case .aiff: takeSize(file.header(at: 4, count: 4)[...].bigEndian, file)
    case .rf64:
      // EBU Tech 3306: the size of the file is the first number of the chunk that must come first.
      let head = file.header(at: 0, count: 28)
      guard head.count == 28 else { return }
      takeSize(head[12] == UInt8(ascii: "d") ? head[20..<27].littleEndian : 0, file)
    case .wave64:
      // With its own head, rounded up to a multiple of eight by some.
      let head = file.header(at: 16, count: 8)
      takeEnd(head.prefix(7).littleEndian, after: 40, file)
    case .au:
      let head = file.header(at: 4, count: 8)
      guard head.count == 8 else { return }
      let (start, length) = (head[..<4].bigEndian, head[4...].bigEndian)
      takeEnd(length == 0xFFFF_FFFF ? 0 : start + length, after: start, file)
    case .caf: takeChunks(CAFChunks(file), file)
    case .isoMedia:
      let boxes = ISOBoxes(file)
      takeEnd(boxes.isCut ? 0 : boxes.end, after: boxes.last + 8, file)
    case .asf:
      let objects = ASFObjects(file)
      takeEnd(objects.isCut ? 0 : objects.end, after: objects.last + 24, file)
    case .matroska:
      let layout = MatroskaLayout(file)
      takeEnd(layout.isCut ? 0 : layout.end, after: layout.last + 4, file)
    case .amr:
      let speech = SpeechLayout(file)
      takeEnd(speech.end, after: speech.last + 1, file)
    case .ogg: end = OggPages(file).end
    case .adts, .mp3: end = FrameStream(file, of: kind).end
    case .flac:
      let start = Joints.endOfFLACBlocks(in: file, from: endOfID3Tags(in: file, from: 0) + 4)
      if let walk = FLACWalk(file, from: start) {
        end = walk.end
      } else {
        doubt = min(start, file.size)
        frames = FrameHeader.many
      }
    }
  }

  /// A chunk that is the whole file but for its own head of eight bytes. Who writes to a pipe does not know it.
  private mutating func takeSize(_ size: Int64, _ file: FileStretch) {
    takeEnd(
      size == 0 || size >= 0x7F00_0000 && size + 8 > file.size ? 0 : size + 8, after: 12, file)
  }

  /// 0 where it is not known. What goes on after it, or ends before it, may be cut, and another begin before its end.
  private mutating func takeEnd(_ claimed: Int64, after start: Int64, _ file: FileStretch) {
    let isThere = (1...file.size).contains(claimed)
    if isThere { end = claimed }
    let isWhole =
      isThere && RecordingKind.leftover(in: file, after: claimed) { isEmpty(claimed) } == nil
    doubt = isWhole ? claimed : min(start, file.size)
  }

  private mutating func takeChunks(_ chunks: CAFChunks, _ file: FileStretch) {
    var chunks = chunks
    var window = ScanWindow(file)
    doubt = file.size
    while chunks.offset < file.size {
      end = chunks.offset
      if RecordingKind(at: end, in: &window, frames: FrameHeader.fewest) != nil { return }
      guard let chunk = chunks.next() else {
        doubt = end
        return
      }
      // What is cut, or goes on as long as there are bytes, may hold another.
      if chunk.length == nil || chunks.offset > file.size { doubt = chunk.start }
    }
    end = file.size
  }
}
