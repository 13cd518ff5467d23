import Linux

/// What a container's own header says of its length, where libsndfile's word for it cannot be taken.
struct ContainerClaim {
  /// Frames that the header promises; nil where libsndfile's number is as good.
  private(set) var frames: Int64?
  /// The container says by itself that it is not whole.
  private(set) var isCut = false
  /// libsndfile's number is a guess, and no promise of the file.
  private(set) var isGuess = false

  init(of file: borrowing Descriptor, size: Int64) {
    let head = file.header(at: 0, count: 24)
    switch Signature(head) {
    case .riff, .rf64:
      guard let header = WaveHeader(of: file, size: size) else { return }
      frames = header.frames
      isCut = header.isCut
    case .aiff:
      // The size covers all that follows it; a missing last pad byte is not worth a word.
      guard head.count == 24, let length = knownLength(head[4..<8].bigEndian, inFileOf: size)
      else { return }
      isCut = length + 8 > size + 1
    case .ogg: isCut = !ContainerClaim.hasOggEnd(file, size: size)
    case .id3, nil: isGuess = !ContainerClaim.hasFrameCount(file)
    case .au:
      // Where the sound begins and its length in bytes.
      guard head.count == 24, let length = knownLength(head[8..<12].bigEndian, inFileOf: size)
      else { return }
      isCut = head[4..<8].bigEndian + length > size
    case .wave64:
      // The size of the whole, in eight bytes after the GUID, rounded up to a multiple of eight by some. The top
      // byte is nothing but damage.
      isCut = head.count == 24 && head[16..<23].littleEndian > size + 7
    case .caf: isCut = ContainerClaim.isCutCAF(file, size: size)
    case .flac: break
    }
  }

  /// Chunks of four letters and a big-endian size in eight bytes, after a head of eight; the size of `data` is -1 where
  /// it is not known (Apple Core Audio Format Specification 1.0).
  private static func isCutCAF(_ file: borrowing Descriptor, size: Int64) -> Bool {
    var offset: Int64 = 8
    for _ in 0..<1000 where offset < size {
      let head = file.header(at: offset, count: 12)
      guard head.count == 12 else { return true }
      guard head[4] == 0 else { return false }
      offset += 12 + head[5..<12].bigEndian
      if offset > size { return true }
      if head.starts(with: "data".utf8) { return false }
    }
    return true
  }

  /// Whether the last page of an Ogg file is whole and ends its stream (RFC 3533, section 6: flag 0x04).
  private static func hasOggEnd(_ file: borrowing Descriptor, size: Int64) -> Bool {
    let count = min(size, 131_072)
    let tail = file.header(at: size - count, count: Int(count))
    let mark = Array("OggS".utf8)
    var position = tail.count - 27
    while position >= 0 {
      if tail[position] == mark[0], tail[position..<(position + 4)].elementsEqual(mark) {
        let segments = Int(tail[position + 26])
        let end = position + 27 + segments
        guard end <= tail.count else { return false }
        let length = tail[(position + 27)..<end].reduce(0) { $0 + Int($1) }
        return tail[position + 5] & 0x04 != 0 && end + length <= tail.count
      }
      position -= 1
    }
    return false
  }

  /// Whether the first frame of an MPEG stream holds the number of its frames: a "Xing" or "Info" header, or Fraunhofer's
  /// "VBRI". Without one libsndfile guesses a length from the first frame's bit rate.
  private static func hasFrameCount(_ file: borrowing Descriptor) -> Bool {
    var start: Int64 = 0
    let tag = file.header(at: 0, count: 10)
    if tag.count == 10, tag.starts(with: "ID3".utf8) {
      // Four bytes of seven bits each (ID3v2.4, section 3.1).
      start = 10 + tag[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
    }
    let frame = file.header(at: start, count: 2048)
    return ["Xing", "Info", "VBRI"].contains { name in
      let mark = Array(name.utf8)
      return frame.indices.dropLast(3).contains {
        frame[$0] == mark[0] && frame[$0..<($0 + 4)].elementsEqual(mark)
      }
    }
  }
}
