import Records

/// What asking for a read lease told of a file, which is a moment's answer: who copies the file asks again.
public enum LeaseProbe: Hashable, Sendable {
  /// A lease could be had: nobody has the file open for writing.
  case free
  case openForWriting
  /// No lease can be had here (another owner without CAP_LEASE, a network file system), or the file cannot be opened
  /// at all.
  case unavailable
}

/// Whether one file is still (`inbox.md`, "When a file is still"), from what was seen of it so far.
public struct Stillness: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    /// `isConfirmed`: a lease was asked for since the file last changed.
    case still(since: SteadyTime, isConfirmed: Bool)
    case settling(until: SteadyTime)
    /// Open for writing; worth another look at the time given, or when the writer closes it.
    case arriving(until: SteadyTime)
  }

  /// Since when size and mtime are known to be what they are. Attributes do not count.
  public private(set) var quietSince: SteadyTime
  private var arrivedByRename: Bool
  private var lease: LeaseProbe?
  /// When it was last known to be open for writing, or just closed.
  private var writerSeen: SteadyTime?

  /// At first sight the age is that of the inode (ctime), so that a run by cron ripens files too. A ctime of the future
  /// is no age.
  public init(firstSight facts: EntryFacts, byRename: Bool, at now: TimeReading) {
    let age = max(.zero, now.wall.duration(since: facts.changed))
    quietSince = now.steady.advanced(by: .zero - age)
    arrivedByRename = byRename
  }

  /// Size or mtime are no longer what they were, or somebody began to write: the clock starts again.
  public mutating func restart(at now: SteadyTime) {
    quietSince = now
    arrivedByRename = false
    lease = nil
  }

  /// The content that is known was seen to get its name by a rename.
  public mutating func noteRename() { arrivedByRename = true }

  /// A writer has closed the file. What it changed shows in size and mtime.
  public mutating func noteClosing(at now: SteadyTime) {
    if lease == .openForWriting { writerSeen = now }
    lease = nil
  }

  public mutating func note(_ probe: LeaseProbe, at now: SteadyTime) {
    lease = probe
    if probe == .openForWriting { writerSeen = now }
  }

  public func verdict(at now: SteadyTime, by rules: TimingRules) -> Verdict {
    if lease == .openForWriting, let writerSeen {
      let next = writerSeen.advanced(by: max(rules.settle, .seconds(1)))
      if now < next { return .arriving(until: next) }
    }
    let quiet =
      lease == .unavailable
      ? rules.settleUnleased : arrivedByRename ? .zero : rules.settle
    let still = quietSince.advanced(by: quiet)
    if now < still { return .settling(until: still) }
    return .still(
      since: max(still, writerSeen ?? still),
      isConfirmed: lease == .free || lease == .unavailable)
  }
}
