extension ScanWindow {
  /// Where a recording begins next, whatever stands before it (`RecordingKind.init(at:in:frames:)`).
  mutating func recording(from start: Int64, before end: Int64, frames: Int) -> Int64? {
    let pairs = frames > 0 ? RecordingKind.framesByPair : RecordingKind.marksByPair
    var offset = start
    while true {
      offset = find(anyPairOf: pairs, from: offset, before: end)
      guard offset < end else { return nil }
      // The size of a first box stands before its mark.
      let box = offset - 4
      if box >= start, bytes(at: offset, count: 4).elementsEqual("ftyp".utf8),
        RecordingKind(at: box, in: &self, frames: 0) != nil
      {
        return box
      }
      if RecordingKind(at: offset, in: &self, frames: frames) != nil { return offset }
      offset += 1
    }
  }
}
