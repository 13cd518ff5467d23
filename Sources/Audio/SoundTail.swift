import Containers
import Linux
import Records

/// What follows the sound where its header says that it ends.
enum SoundTail {
  /// Nothing, or nothing but what is known to follow sound: chunks, tags, zeros.
  case known
  /// Bytes that are no more of this recording; or another one, of which the header does not speak.
  case unplayed(AudioReport.Unplayed)
  /// None of these: the header is an old one, and the sound goes on.
  case sound

  /// How chunks are laid out: their name in four bytes, then their size.
  enum Layout {
    case riff, aiff, caf

    fileprivate var headBytes: Int64 { self == .caf ? 12 : 8 }

    fileprivate func length(_ head: [UInt8]) -> Int64? {
      switch self {
      case .riff: head[4..<8].littleEndian
      case .aiff: head[4..<8].bigEndian
      // Its top byte is nothing but damage.
      case .caf: head[4] == 0 ? head[5..<12].bigEndian : nil
      }
    }
  }

  /// `isOdd` where a pad byte is due; `layout` is nil for a format without chunks. Of less than `least` bytes nothing can
  /// be heard.
  init(
    of file: FileStretch, from end: Int64, isOdd: Bool = false, layout: Layout?, least: Int64
  ) {
    let rest = file.size - end
    let starts = isOdd ? [end + 1, end] : [end]
    // No chunk is so short, and no word is lost with them.
    guard rest >= 8, !SoundTail.isTag(file, at: starts) else {
      self = .known
      return
    }
    if starts.contains(where: { beginsLikeRecording(file, at: $0) }) {
      self = .unplayed(.init(bytes: rest, isRecording: true))
      return
    }
    if let layout {
      for start in starts {
        guard let last = SoundTail.followChunks(in: file, from: start, layout) else {
          continue
        }
        let more = file.size - last
        let isKnown = more < 8 || SoundTail.isEmpty(file, from: last)
        self =
          isKnown
          ? .known
          : .unplayed(.init(bytes: more, isRecording: beginsLikeRecording(file, at: last)))
        return
      }
    }
    if SoundTail.isEmpty(file, from: end) {
      self = .known
    } else {
      self = rest < least ? .unplayed(.init(bytes: rest, isRecording: false)) : .sound
    }
  }

  /// Where chunks end that follow each other; nil where none begin. A chain that does not go to the end of the file is one
  /// only if it begins with a chunk that is known.
  private static func followChunks(
    in file: FileStretch, from start: Int64, _ layout: Layout
  ) -> Int64? {
    var offset = start
    var beginsKnown = false
    for number in 0..<1000 where file.size - offset >= layout.headBytes {
      let head = file.header(at: offset, count: Int(layout.headBytes))
      guard head.count == layout.headBytes, head[..<4].allSatisfy({ (0x20...0x7E).contains($0) }),
        let length = layout.length(head)
      else { break }
      if number == 0 { beginsKnown = WaveTail.names.contains(Array(head[..<4])) }
      var next = offset + layout.headBytes + length
      guard next <= file.size || beginsKnown else { break }
      if layout != .caf, length % 2 == 1, file.header(at: next, count: 1) == [0] { next += 1 }
      offset = min(next, file.size)
    }
    guard offset > start, beginsKnown || file.size - offset < layout.headBytes else { return nil }
    return offset
  }

  /// Tags that are written after any recording: ID3v1, APE.
  private static func isTag(_ file: FileStretch, at starts: [Int64]) -> Bool {
    starts.contains { start in
      let head = file.header(at: start, count: 8)
      return head.starts(with: "APETAGEX".utf8)
        || head.starts(with: "TAG".utf8) && file.size - start == 128
    }
  }

  /// Zeros fill up a file, and are nothing to hear.
  private static func isEmpty(_ file: FileStretch, from start: Int64) -> Bool {
    var offset = start
    while offset < file.size {
      let bytes = file.header(at: offset, count: 65_536)
      guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return false }
      offset += Int64(bytes.count)
    }
    return true
  }
}

/// Whether a recording of any kind begins there.
private func beginsLikeRecording(_ file: FileStretch, at offset: Int64) -> Bool {
  let head = file.header(at: offset, count: 16)
  guard head.count == 16 else { return false }
  // Two bytes of bare AAC are too few to tell it from sound.
  return Signature(head) != nil || head[0] != 0xFF && beginsLikeOtherFormat(head)
    || FrameHeader.follow(\.adtsLength, in: file, from: offset)
    || FrameHeader.follow(\.mp3Length, in: file, from: offset)
}
