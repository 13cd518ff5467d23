import Linux

/// The frames of a FLAC stream, one after another: each goes to where the next one's header is and its own checksum is
/// right. So nothing within a frame is taken for another recording, whatever it looks like: frames of silence are short
/// and alike, and their headers pass for those of AAC.
struct FLACWalk {
  /// Where the stream ends: before another recording, or at the end of the file.
  private(set) var end: Int64

  private let file: FileStretch
  private var window: ScanWindow
  /// Where the present frame begins.
  private var start: Int64
  private var frame: FLACFrame
  /// The checksum of what was read of it.
  private var sum: UInt16 = 0

  private static let blockBytes = 65_536
  /// Frames that damage may swallow, so that the one after them is known for one of the stream.
  private static let mostLost: Int64 = 16

  /// Nil where no frame begins there.
  init?(_ file: FileStretch, from start: Int64) {
    guard let first = FLACFrame(file.header(at: start, count: FLACFrame.longestHeader)[...]) else {
      return nil
    }
    (self.file, self.start, frame, end) = (file, start, first, file.size)
    window = ScanWindow(file)
    var offset = start
    while offset < file.size {
      // The header of a frame that begins in a block may end beyond it.
      let bytes = file.header(at: offset, count: FLACWalk.blockBytes + FLACFrame.longestHeader)
      guard !bytes.isEmpty else { return }
      let count = min(bytes.count, FLACWalk.blockBytes)
      if let other = bytes.withUnsafeBufferPointer({ read($0, count, at: offset) }) {
        end = other
        return
      }
      offset += Int64(count)
    }
    // Of what the checksum holds for to the end, all is one frame; if chance lets it hold, another is right before it.
    if let other = other(before: file.size), sum != 0 || isWhole(upTo: other) { end = other }
  }

  /// Goes through a block, and answers where another recording begins in what is left of a damaged frame.
  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ count: Int, at offset: Int64
  ) -> Int64? {
    FLACFrame.sums.withUnsafeBufferPointer { sums in
      for place in 0..<count {
        let byte = bytes[place]
        if byte == 0xFF, place + 1 < bytes.count, bytes[place + 1] & 0xFE == 0xF8,
          let next = FLACFrame(
            [UInt8](bytes[place..<min(bytes.count, place + FLACFrame.longestHeader)])[...]),
          follows(next), offset + Int64(place) > start
        {
          if sum != 0, let other = other(before: offset + Int64(place)) { return other }
          (start, frame, sum) = (offset + Int64(place), next, 0)
        }
        sum = sum << 8 ^ sums[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ byte)]
      }
      return nil
    }
  }

  private func follows(_ next: FLACFrame) -> Bool {
    let unit = frame.isFixed ? 1 : frame.blockSize
    return isLike(next) && next.number > frame.number
      && next.number - frame.number <= FLACWalk.mostLost * unit
  }

  private func isLike(_ next: FLACFrame) -> Bool {
    next.isFixed == frame.isFixed && next.sampleRate == frame.sampleRate
  }

  /// What begins within what may be no frame; frames of the stream that follow a greater loss are none.
  private mutating func other(before end: Int64) -> Int64? {
    var offset = start + 1
    while let found = window.recording(from: offset, before: end, frames: FrameHeader.many) {
      let head = window.bytes(at: found, count: FLACFrame.longestHeader)
      guard head.first == 0xFF, let next = FLACFrame(head), isLike(next) else { return found }
      offset = found + 1
    }
    return nil
  }

  private func isWhole(upTo end: Int64) -> Bool {
    var sum: UInt16 = 0
    var offset = start
    while offset < end {
      let bytes = file.header(at: offset, count: Int(min(Int64(FLACWalk.blockBytes), end - offset)))
      guard !bytes.isEmpty else { return false }
      for byte in bytes {
        sum = sum << 8 ^ FLACFrame.sums[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ byte)]
      }
      offset += Int64(bytes.count)
    }
    return sum == 0
  }
}
