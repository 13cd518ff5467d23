extension WriteLog {
  /// A stretch of the disk and the bytes of the log that belong there; nil is zeroes.
  public struct Stretch: Hashable, Sendable {
    public let offset: Int
    public let length: Int
    public let data: Range<Int>?
  }

  /// What is on the medium after a cut, to be written in this order onto the disk as it was when the log began.
  ///
  /// Of what was not flushed each write is there or not, whatever became of those before it: a cache writes back as it
  /// likes. One write of several sectors may be there in part, but a sector never is. A write that forced its way past the
  /// cache is always there.
  public func medium(at cut: CutPoint) -> [Stretch] {
    var stretches = entries[..<cut.durable].flatMap { whole($0) }
    guard let seed = cut.seed else { return stretches }
    var random = SeededGenerator(seed: seed)
    // Now and then nearly all or hardly any: a single write that is missing, or alone, breaks other promises.
    let kept = [1, 8, 15].randomElement(using: &random) ?? 8
    for entry in entries[cut.durable..<min(cut.end, entries.count)] {
      guard !entry.flags.contains(.forceUnitAccess) else {
        stretches += whole(entry)
        continue
      }
      guard Int.random(in: 0..<16, using: &random) < kept else { continue }
      let isTorn = entry.data.count > sectorSize && Int.random(in: 0..<8, using: &random) == 0
      stretches += isTorn ? torn(entry, &random) : whole(entry)
    }
    return stretches
  }

  private func whole(_ entry: Entry) -> [Stretch] {
    guard entry.length > 0 else { return [] }
    let isDiscard = entry.flags.contains(.discard)
    return [
      Stretch(offset: entry.offset, length: entry.length, data: isDiscard ? nil : entry.data)
    ]
  }

  private func torn(_ entry: Entry, _ random: inout SeededGenerator) -> [Stretch] {
    stride(from: 0, to: entry.data.count, by: sectorSize).compactMap { place in
      guard Bool.random(using: &random) else { return nil }
      let start = entry.data.lowerBound + place
      return Stretch(
        offset: entry.offset + place, length: sectorSize, data: start..<(start + sectorSize))
    }
  }
}
