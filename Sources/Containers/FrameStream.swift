import Linux

/// Frames of MP3 or of bare AAC, one after another, with tags between them.
struct FrameStream {
  /// Where they end: before a recording of another kind, or at the end of the file. Recordings of one kind are one stream.
  private(set) var end: Int64

  init(_ file: FileStretch, of kind: RecordingKind) {
    var window = ScanWindow(file)
    end = endOfID3Tags(in: file, from: 0)
    var frame: Int64 = 0
    while end < file.size {
      let head = Array(window.bytes(at: end, count: 32))
      if let length = FrameStream.length(head, of: kind) {
        frame = end
        end += Int64(length)
        continue
      }
      let other = RecordingKind(at: end, in: &window, frames: FrameHeader.fewest)
      if let other, other != kind { return }
      if let length = tagLength(head) {
        end += length
        continue
      }
      // The frame before may have been cut.
      guard
        let next = window.recording(from: frame + 1, before: file.size, frames: FrameHeader.many)
      else { break }
      end = next
      if RecordingKind(at: next, in: &window, frames: FrameHeader.many) != kind { return }
      frame = next
    }
    end = file.size
  }

  private static func length(_ head: [UInt8], of kind: RecordingKind) -> Int? {
    kind == .mp3
      ? LayerThreeHeader(head)?.length : FrameHeader(bytes: Array(head.prefix(7))).adtsLength
  }
}
