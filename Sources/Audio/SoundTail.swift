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
    case riff, aiff, caf, wave64

    fileprivate var headBytes: Int64 {
      switch self {
      case .riff, .aiff: 8
      case .caf: 12
      // A GUID that begins with them, then eight bytes.
      case .wave64: 24
      }
    }

    /// A chunk of this name holds sound, of which there is one in a recording.
    fileprivate var sound: String { self == .aiff ? "SSND" : "data" }

    fileprivate func length(_ head: [UInt8]) -> Int64? {
      switch self {
      case .riff: head[4..<8].littleEndian
      case .aiff: head[4..<8].bigEndian
      // Its top byte is nothing but damage.
      case .caf: head[4] == 0 ? head[5..<12].bigEndian : nil
      // With the head itself; the next one begins at a multiple of eight.
      case .wave64:
        head[23] == 0 && head[16..<23].littleEndian >= 24
          ? (head[16..<23].littleEndian + 7) & ~7 - 24 : nil
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
    guard rest >= 8, !starts.contains(where: { isEndTag(file, at: $0) }) else {
      self = .known
      return
    }
    if starts.contains(where: { RecordingKind.begins(at: $0, in: file) }) {
      self = .unplayed(.init(bytes: rest, isRecording: true))
      return
    }
    if let layout {
      for start in starts {
        guard let last = SoundTail.followChunks(in: file, from: start, layout) else {
          continue
        }
        let more = file.size - last.offset
        if last.isSound {
          // Another chunk of sound, which no player expects.
          self = .unplayed(.init(bytes: more, isRecording: false))
          return
        }
        let isKnown = more < 8 || isEmpty(file, from: last.offset)
        self =
          isKnown
          ? .known
          : .unplayed(
            .init(bytes: more, isRecording: RecordingKind.begins(at: last.offset, in: file)))
        return
      }
    }
    if isEmpty(file, from: end) {
      self = .known
    } else {
      self = rest < least ? .unplayed(.init(bytes: rest, isRecording: false)) : .sound
    }
  }

  /// Where chunks end that follow each other, or where one of sound begins; nil where none begin. A chain that does not go to
  /// the end of the file is one only if it begins with a chunk that is known.
  private static func followChunks(
    in file: FileStretch, from start: Int64, _ layout: Layout
  ) -> (offset: Int64, isSound: Bool)? {
    var offset = start
    var beginsKnown = false
    for number in 0..<1000 where file.size - offset >= layout.headBytes {
      let head = file.header(at: offset, count: Int(layout.headBytes))
      guard head.count == layout.headBytes, head[..<4].allSatisfy({ (0x20...0x7E).contains($0) }),
        let length = layout.length(head)
      else { break }
      if length > 0, head.starts(with: layout.sound.utf8),
        number > 0 || length <= file.size - offset
      {
        return (offset, true)
      }
      if number == 0 { beginsKnown = WaveTail.names.contains(Array(head[..<4])) }
      var next = offset + layout.headBytes + length
      guard next <= file.size || beginsKnown else { break }
      if layout == .riff || layout == .aiff, length % 2 == 1, file.header(at: next, count: 1) == [0]
      {
        next += 1
      }
      offset = min(next, file.size)
    }
    guard offset > start, beginsKnown || file.size - offset < layout.headBytes else { return nil }
    return (offset, false)
  }
}
