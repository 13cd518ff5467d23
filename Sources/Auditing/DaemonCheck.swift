import Linux
import Records
import Storage

/// What a running daemon says of itself, at one instant.
public struct DaemonNews: Hashable, Sendable {
  public var started: Instant
  /// Since its start, in the words of invariant 6: `seen`, `recorded`, …, `waiting`.
  public var counts: [String: Int]
  /// The ends that the store had counted when it started; nil of a daemon that does not say.
  public var before: [String: Int]?
  /// The files that wait because something died over them.
  public var suspects: [Suspected]

  public struct Suspected: Hashable, Sendable {
    public let path: String
    public let since: Instant

    public init(path: String, since: Instant) {
      self.path = path
      self.since = since
    }
  }

  public init(
    started: Instant, counts: [String: Int], before: [String: Int]?,
    suspects: [Suspected]
  ) {
    self.started = started
    self.counts = counts
    self.before = before
    self.suspects = suspects
  }
}

/// What the daemon has counted agrees with what the store holds (invariant 6). It counts a memo a moment after the store
/// does, so it is given time to.
struct DaemonCheck {
  /// Asked again while the daemon has not counted what the store has.
  let ask: () throws -> DaemonNews?
  /// What it said before the store was read.
  let news: DaemonNews
  /// The ends in the store.
  let stored: [Outcome.Kind: Int]
  let removals: [PendingRemoval]
  let now: Instant
  /// How long the daemon may take to count what it has filed.
  let patience: Duration

  /// The ends that the store notes; what the daemon ignored, or saw withdrawn, left nothing behind.
  private static let noted: [Outcome.Kind] = [.recorded, .revised, .duplicate, .quarantined]
  /// What was in hand when something died is tried again before long, and is recorded or set aside then.
  private static let settlesWithin = Duration.seconds(60)
  /// How long it may take after its start to take out of the inboxes what an earlier run had filed.
  private static let startUp = Duration.seconds(30)

  func run() throws -> [Problem] {
    var problems: [Problem] = []
    let ends = Outcome.Kind.allCases.map(\.rawValue) + ["waiting"]
    let sum = ends.reduce(0) { $0 + (news.counts[$1] ?? 0) }
    let seen = news.counts["seen"] ?? 0
    if seen != sum {
      problems.append(
        Problem(
          .daemonSum,
          "mm-ingestd has seen \(seen.counted("memo")), and says of \(sum) what became of them. Please report this."
        ))
    }
    problems += try outcomes()
    for suspected in news.suspects
    where now.duration(since: suspected.since) > DaemonCheck.settlesWithin {
      problems.append(
        Problem(
          .suspect, path: suspected.path,
          "Something died while it was read, and trying it again has not settled that. See the log of mm-ingestd; take it out of the inbox to end it."
        ))
    }
    return problems + stuck()
  }

  private func outcomes() throws -> [Problem] {
    guard let said = DaemonCheck.ends(news) else { return [] }
    var problems: [Problem] = []
    for kind in DaemonCheck.noted {
      guard let said = said[kind.rawValue], said > stored[kind] ?? 0 else { continue }
      problems.append(
        Problem(
          .daemonAhead,
          "mm-ingestd counts \(said.counted("memo")) as \(kind.rawValue), and the store holds \(stored[kind] ?? 0). Put a backup in the store's place."
        ))
    }
    var last = said
    let end = ContinuousClock.now + patience
    while !behind(last).isEmpty, ContinuousClock.now < end {
      try pause(.milliseconds(50))
      // One that has ended meanwhile has nothing more to say.
      guard let later = try ask().flatMap(DaemonCheck.ends) else { return problems }
      last = later
    }
    return problems
      + behind(last).map { kind in
        Problem(
          .daemonBehind,
          "The store holds \((stored[kind] ?? 0).counted("memo")) as \(kind.rawValue), and mm-ingestd has counted \(last[kind.rawValue] ?? 0) for a while. If it hangs, start it again."
        )
      }
  }

  private func behind(_ said: [String: Int]) -> [Outcome.Kind] {
    DaemonCheck.noted.filter { kind in
      said[kind.rawValue].map { $0 < stored[kind] ?? 0 } ?? false
    }
  }

  /// The ends that the store must have by now.
  private static func ends(_ news: DaemonNews) -> [String: Int]? {
    news.before.map { before in
      Dictionary(
        before.map { kind, count in (kind, count + (news.counts[kind] ?? 0)) },
        uniquingKeysWith: +)
    }
  }

  /// Files that are recorded, and that the daemon has not been able to take out of an inbox since before its start.
  private func stuck() -> [Problem] {
    guard now.duration(since: news.started) > DaemonCheck.startUp else { return [] }
    return removals.compactMap { removal in
      guard let filed = removal.filedAt, filed < news.started else { return nil }
      return Problem(
        .removalPending, path: "\(removal.inbox)/\(removal.name)",
        "It is recorded, and mm-ingestd cannot take it out of its inbox. See whether that folder is there and may be written."
      )
    }
  }
}
