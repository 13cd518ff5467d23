import Records

/// One inbox as `status` shows it.
public struct InboxStatus: Hashable, Sendable {
  public enum Mode: String, Hashable, Sendable {
    case events
    case poll
    /// There is no folder at the path, or it cannot be read.
    case missing
  }

  public let path: String
  public let mode: Mode
  /// Why it is polled or missing; nil when events come.
  public let reason: String?
  public let lastEvent: Instant?
  public let lastRescan: Instant?
  public let waiting: [WaitingMemo]
  /// Memos that are ready or being judged.
  public let backlog: Int
  public let counts: InboxCounts
}

/// A memo that waits, and why.
public struct WaitingMemo: Hashable, Sendable {
  public let name: FileName
  public let code: WaitingCode
  public let since: Instant
  public let message: String
  /// When the file of that name came.
  public let arrived: Instant
  /// What it waited for before, and does not any more.
  public let before: [MemoWait]
}

/// Memos of one inbox since the watcher was made (invariant 6): `seen` is the sum of the others.
public struct InboxCounts: Hashable, Sendable {
  /// Concluded as taken; the outcomes recorded, revised, duplicate and quarantined add up to it.
  public var taken = 0
  /// Gone before they were taken.
  public var withdrawn = 0
  /// Entries that are no memo: ignored names that were there at a scan, links, folders and the like.
  public var ignored = 0
  /// Present: waiting, ready or being judged.
  public var waiting = 0

  public var seen: Int { taken + withdrawn + ignored + waiting }

  public init() {}
}
