import Linux
import Records

/// Watches one inbox and hands out the memos whose files are still.
public actor InboxWatcher {
  public nonisolated let path: String
  /// What happened, for the log.
  public nonisolated let news: AsyncStream<InboxNews>

  /// `isOnce`: the watcher drains what is there and then hands out nothing more; with `TimingRules.now` without
  /// waiting for anything.
  public init(
    path: String, timing: TimingRules = TimingRules(), mode: WatchMode = .auto,
    isOnce: Bool = false, time: any Timekeeper = SystemTimekeeper()
  ) {
    self.path = path
    news = AsyncStream { $0.finish() }
  }

  /// Opens, watches and scans the folder. One that is missing is waited for.
  public func start() {}

  /// Up to `limit` memos that are ready, waiting for the first. Empty when the watcher was stopped, the task was
  /// cancelled or, in a single run, when there is nothing more to come. Each memo handed out must be concluded.
  public func nextBatch(limit: Int) async -> [ReadyMemo] { [] }

  public func conclude(_ memo: ReadyMemo, _ conclusion: Conclusion) {}

  public func conclude(_ conclusions: [(memo: ReadyMemo, conclusion: Conclusion)]) {}

  /// What a fault waited for may have changed: memos held by one are offered again at once.
  public func conditionsChanged() {}

  public func status() -> InboxStatus {
    InboxStatus(
      path: path, mode: .missing, reason: nil, lastEvent: nil, lastRescan: nil, waiting: [],
      backlog: 0, counts: InboxCounts())
  }

  /// Ends watching; everyone who waits for a batch gets an empty one.
  public func stop() {}
}
