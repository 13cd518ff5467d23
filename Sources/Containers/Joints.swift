import Linux

/// Where whole recordings begin that lie in one file one after the other, as `cat a.wav b.wav`, a recorder that was paused,
/// or a stream of many songs leaves them. Each is decoded as a file of its own, so that none is lost.
///
/// MP3 and bare AAC have no beginning but their frames', and are decoded in one go (`LayerThreeWalk`).
public enum Joints {
  /// More recordings than anybody joins; what follows is one part.
  static let mostParts = 4096

  /// The stretches of the recordings, in their order; one, of the whole, for an ordinary file.
  public static func parts(of file: FileStretch) -> [Range<Int64>] {
    let starts = [0] + laterStarts(in: file).prefix(mostParts)
    let ends = starts.dropFirst() + [file.size]
    return zip(starts, ends).map { $0..<max($0, $1) }
  }

  private static func laterStarts(in file: FileStretch) -> [Int64] {
    let head = file.header(at: 0, count: 12)
    guard head.count == 12 else { return [] }
    return switch Array(head[..<4]) {
    case Array("RIFF".utf8):
      // Who writes to a pipe does not know the size.
      (1..<0x7F00_0000).contains(head[4..<8].littleEndian)
        ? chunkStarts(in: file, head, of: "WAVE") { $0.littleEndian } : streamStarts(in: file)
    case Array("FORM".utf8): chunkStarts(in: file, head, of: "AIF") { $0.bigEndian }
    case Array("OggS".utf8): OggPages(file).linkStarts
    case Array("fLaC".utf8): flacStarts(in: file)
    case Array("#!AM".utf8): SpeechLayout.starts(in: file)
    case [0x1A, 0x45, 0xDF, 0xA3]: MatroskaLayout(file).laterStarts
    default: head[4..<8].elementsEqual("ftyp".utf8) ? mediaStarts(in: file) : []
    }
  }

  /// RIFF and AIFF: a file is one chunk, whose size covers all of it. `head` is the file's.
  private static func chunkStarts(
    in file: FileStretch, _ head: [UInt8], of kind: String,
    _ number: (ArraySlice<UInt8>) -> Int64
  ) -> [Int64] {
    let mark = Array(head[..<4])
    var starts: [Int64] = []
    var last = head
    var start: Int64 = 0
    while starts.count < mostParts {
      let length = number(last[4..<8])
      // With its pad byte, or as those write it who forget that.
      var next = start + 8 + length
      last = file.header(at: next, count: 12)
      if length % 2 == 1, !last.starts(with: mark) {
        next += 1
        last = file.header(at: next, count: 12)
      }
      guard last.count == 12, last.starts(with: mark), last[8...].starts(with: kind.utf8) else {
        return starts
      }
      starts.append(next)
      start = next
    }
    return starts
  }

  /// RIFF without a size: a head of sixteen bytes that all but four are known of is no sound.
  private static func streamStarts(in file: FileStretch) -> [Int64] {
    var window = ScanWindow(file)
    var starts: [Int64] = []
    var offset: Int64 = 12
    let mark = Array("RIFF".utf8)
    while starts.count < mostParts,
      let found = window.find(mark, from: offset, before: file.size)
    {
      if file.header(at: found + 8, count: 8).elementsEqual("WAVEfmt ".utf8) {
        starts.append(found)
      }
      offset = found + 4
    }
    return starts
  }

  /// Frames of FLAC do not say how long they are, so the next beginning is looked for: its mark and the header of a
  /// STREAMINFO block, which is always the first and of 34 bytes (RFC 9639, section 8).
  private static func flacStarts(in file: FileStretch) -> [Int64] {
    var window = ScanWindow(file)
    var starts: [Int64] = []
    var offset = endOfFLACBlocks(in: file, from: 4)
    let mark = Array("fLaC".utf8)
    while starts.count < mostParts,
      let found = window.find(mark, from: offset, before: file.size)
    {
      let block = file.header(at: found + 4, count: 4)
      let isStart = block.count == 4 && block[0] & 0x7F == 0 && block[1...] == [0, 0, 34]
      if isStart { starts.append(found) }
      offset = isStart ? endOfFLACBlocks(in: file, from: found + 4) : found + 4
    }
    return starts
  }

  /// Past the blocks of metadata, among them pictures and whatever else: a bit says which is the last.
  static func endOfFLACBlocks(in file: FileStretch, from start: Int64) -> Int64 {
    var offset = start
    while offset < file.size {
      let head = file.header(at: offset, count: 4)
      guard head.count == 4 else { return file.size }
      offset += 4 + head[1..<4].bigEndian
      if head[0] & 0x80 != 0 { return offset }
    }
    return file.size
  }

  /// ISO media: `ftyp` is the first box of a file, and there is one (ISO/IEC 14496-12, section 4.3).
  private static func mediaStarts(in file: FileStretch) -> [Int64] {
    var starts: [Int64] = []
    var offset: Int64 = 0
    for _ in 0..<100_000 where offset < file.size {
      let head = file.header(at: offset, count: 16)
      guard head.count >= 8 else { return starts }
      if offset > 0, head[4..<8].elementsEqual("ftyp".utf8) { starts.append(offset) }
      var length = head[..<4].bigEndian
      if length == 1 {
        guard head.count == 16, head[8] == 0 else { return starts }
        length = head[9..<16].bigEndian
      }
      guard length >= 8, length <= file.size - offset else { return starts }
      offset += length
    }
    return starts
  }
}
