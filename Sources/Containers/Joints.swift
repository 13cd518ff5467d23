import Linux

/// Where whole recordings begin that lie in one file one after the other, of one kind or several, as `cat a.wav b.m4a`, a
/// recorder that was paused, or a stream of many songs leaves them. Each is decoded as a file of its own, so that none is
/// lost.
///
/// MP3 and bare AAC have no beginning but their frames', and what follows of their own kind is decoded in one go
/// (`LayerThreeWalk`).
public enum Joints {
  /// More recordings than anybody joins; what follows is one part.
  public static let mostParts = 4096

  /// The stretches of the recordings, in their order; one, of the whole, for an ordinary file.
  public static func parts(of file: FileStretch) -> [Range<Int64>] {
    guard var kind = RecordingKind(of: file) else { return [0..<file.size] }
    var parts: [Range<Int64>] = []
    var start: Int64 = 0
    let zeros = TrailingZeros(of: file)
    let tags = EndTags.start(of: file)
    while parts.count < mostParts,
      let next = next(after: kind, from: start, in: file, zeros), next.offset < tags
    {
      parts.append(start..<next.offset)
      (start, kind) = (next.offset, next.kind)
    }
    return parts + [start..<file.size]
  }

  /// Whether the last of the parts holds more than the one recording that it begins with.
  public static func haveMore(_ parts: [Range<Int64>], in file: FileStretch) -> Bool {
    guard parts.count > mostParts, let last = parts.last else { return false }
    let rest = file.part(last)
    guard let kind = RecordingKind(of: rest) else { return false }
    return next(after: kind, from: 0, in: rest, TrailingZeros(of: rest)).map {
      $0.offset < EndTags.start(of: rest)
    } ?? false
  }

  private static func next(
    after kind: RecordingKind, from start: Int64, in whole: FileStretch, _ zeros: TrailingZeros
  ) -> (offset: Int64, kind: RecordingKind)? {
    let file = start == 0 ? whole : whole.part(start..<whole.size)
    let extent = RecordingExtent(of: kind, in: file) { start + $0 >= zeros.start }
    guard extent.end < file.size || extent.doubt < file.size else { return nil }
    var window = ScanWindow(file)
    // With a pad byte, or as those write it who forget that; or rounded up to a multiple of eight.
    let places = [extent.end, extent.end + 1, (extent.end + 7) & ~7]
    let found =
      places.first {
        $0 < file.size && RecordingKind(at: $0, in: &window, frames: FrameHeader.fewest) != nil
      } ?? window.recording(from: extent.doubt, before: file.size, frames: extent.frames)
    guard let found,
      let next = RecordingKind(
        at: found, in: &window, frames: max(extent.frames, FrameHeader.fewest))
    else { return nil }
    return (start + found, next)
  }

  /// More blocks of metadata than anybody writes.
  private static let mostBlocks = 10_000

  /// Past the blocks of metadata, among them pictures and whatever else: a bit says which is the last.
  static func endOfFLACBlocks(in file: FileStretch, from start: Int64) -> Int64 {
    var offset = start
    for _ in 0..<mostBlocks where offset < file.size {
      let head = file.header(at: offset, count: 4)
      guard head.count == 4 else { return file.size }
      offset += 4 + head[1..<4].bigEndian
      if head[0] & 0x80 != 0 { return offset }
    }
    return file.size
  }
}
