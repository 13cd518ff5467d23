import Linux

/// Frames that an encoder put before the sound, by the packet table of a CAF file (Apple Core Audio Format Specification
/// 1.0, "Packet Table Chunk"): numbers of packets and of valid frames in eight bytes each, then the priming in four. Nil
/// where there is no table or no priming, or more of it than any encoder needs.
public func primingOfCAF(_ file: FileStretch) -> Int64? {
  guard let table = CAFChunks(file).first(where: { $0.name == "pakt" }) else { return nil }
  let head = file.header(at: table.start, count: 20)
  guard head.count == 20 else { return nil }
  let frames = head[16..<20].bigEndian
  return (1..<65_536).contains(frames) ? frames : nil
}
