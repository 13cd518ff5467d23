/// A moment at which the power goes, and what of the disk's cache was on the medium by then.
public struct CutPoint: Hashable, Sendable, CustomStringConvertible {
  /// Entries before this one were flushed: all of them are on the medium.
  public let durable: Int
  /// Entries from `durable` up to this one were done but not flushed: any of them may be on the medium, or parts of them.
  public let end: Int
  /// Which of them are; nil for none.
  public let seed: UInt64?

  public init(durable: Int, end: Int, seed: UInt64?) {
    self.durable = durable
    self.end = end
    self.seed = seed
  }

  /// As it is written on a command line: `120`, or `120-131~7` for a choice among the entries behind the flush.
  public var description: String {
    seed.map { "\(durable)-\(end)~\($0)" } ?? "\(durable)"
  }

  public init?(_ text: String) {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "~" }).map { UInt64($0) }
    switch parts.count {
    case 1:
      guard let durable = parts[0] else { return nil }
      self.init(durable: Int(durable), end: Int(durable), seed: nil)
    case 3:
      guard let durable = parts[0], let end = parts[1], let seed = parts[2] else { return nil }
      self.init(durable: Int(durable), end: Int(end), seed: seed)
    default: return nil
    }
  }

  /// `count` points of a log, half of them just after a flush and half between two, evenly over the entries from `first` on;
  /// fewer where the log has fewer flushes.
  public static func choose(
    _ count: Int, in log: WriteLog, from first: Int, seed: UInt64
  ) -> [CutPoint] {
    let flushes = log.entries.indices.filter { $0 >= first && log.entries[$0].isFlush }
    var random = SeededGenerator(seed: seed)
    let between = flushes.indices.filter { index in
      index + 1 < flushes.count && flushes[index + 1] > flushes[index] + 1
    }
    let after = spread(flushes, (count + 1) / 2).map {
      CutPoint(durable: $0 + 1, end: $0 + 1, seed: nil)
    }
    let partial = spread(between, count / 2).map { index in
      let start = flushes[index] + 1
      let end = Int.random(in: (start + 1)...flushes[index + 1], using: &random)
      return CutPoint(durable: start, end: end, seed: random.next() >> 40)
    }
    return (after + partial).sorted { ($0.durable, $0.end) < ($1.durable, $1.end) }
  }

  private static func spread(_ values: [Int], _ count: Int) -> [Int] {
    guard count < values.count else { return values }
    return (0..<count).map { values[$0 * values.count / count] }
  }
}
