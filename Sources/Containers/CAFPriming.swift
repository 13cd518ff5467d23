import Linux

/// Frames that an encoder put before the sound, by the packet table of a CAF file (Apple Core Audio Format Specification
/// 1.0, "Packet Table Chunk"): numbers of packets and of valid frames in eight bytes each, then the priming in four. Nil
/// where there is no table or no priming, or more of it than any encoder needs.
public func primingOfCAF(_ file: FileStretch) -> Int64? {
  var offset: Int64 = 8
  for _ in 0..<1000 where offset < file.size {
    let head = file.header(at: offset, count: 12 + 20)
    guard head.count >= 12 else { return nil }
    if head.starts(with: "pakt".utf8) {
      guard head.count == 32 else { return nil }
      let frames = head[28..<32].bigEndian
      return (1..<65_536).contains(frames) ? frames : nil
    }
    // A size of -1 is not known: nothing follows.
    guard head[4] == 0 else { return nil }
    offset += 12 + head[5..<12].bigEndian
  }
  return nil
}
