import Linux
import Records

/// Watches one inbox and hands out the memos whose files are still.
///
/// Events are hints, the folder is the truth: it is watched first and then scanned, scanned again at intervals, and
/// armed anew when another folder is at its path.
public actor InboxWatcher {
  public nonisolated let path: String
  /// What happened, for the log. For one reader; ends with `stop`.
  public nonisolated let news: AsyncStream<InboxNews>
  /// One element whenever `status` may say something else than before. For one reader; ends with `stop`.
  public nonisolated let changes: AsyncStream<Void>

  /// What is done with a folder before anything in it is looked at. What it answers is kept as long as the folder is
  /// watched; a refusal leaves it unwatched, and is asked again at each check. Called on the watcher's thread.
  public typealias Entrance = @Sendable (InboxFolder) throws(InboxRefusal) -> any Sendable

  let entrance: Entrance
  let memory: (any InboxMemory)?
  let mode: WatchMode
  let isOnce: Bool
  let time: any Timekeeper
  let newsSource: AsyncStream<InboxNews>.Continuation
  private let changeSource: AsyncStream<Void>.Continuation
  let openEvents: EventSource.Opening
  var ledger: InboxLedger
  /// What is watched; nil while the folder is missing.
  var armed: ArmedFolder?
  var lastArming = 0
  var missingReason: String?
  var nextCheck = SteadyTime(nanoseconds: .max)
  var nextScan = SteadyTime(nanoseconds: .max)
  /// Whether the system did not say what an entry is since the last scan began.
  var isUnsure = false
  var lastEvent: Instant?
  var lastScan: Instant?
  /// When a single run gives up on what is ripening.
  var deadline = SteadyTime(nanoseconds: .max)
  private var hasDeadlinePassed = false
  /// No batch is tried before this: the system was out of descriptors.
  var pause: SteadyTime?
  var isStopped = false
  /// How the folder was watched when `stop` ended that.
  private var ended: (mode: InboxStatus.Mode, reason: String?)?
  var alarm: (time: SteadyTime, task: Task<Void, Never>)?
  var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  var lastWaiter: UInt64 = 0
  private let executor = ThreadExecutor(name: "inbox")

  /// Looking at files may block on a slow disk or server, so the watcher has a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// `isOnce`: the watcher drains what is there and then hands out nothing more; with `TimingRules.now` without
  /// waiting for anything. `memory` is of an inbox in which files stay that were taken.
  public init(
    path: String, timing: TimingRules = TimingRules(), mode: WatchMode = .auto,
    isOnce: Bool = false, time: any Timekeeper = SystemTimekeeper(),
    memory: (any InboxMemory)? = nil, entrance: @escaping Entrance = { _ in true }
  ) {
    self.init(
      path: path, timing: timing, mode: mode, isOnce: isOnce, time: time, memory: memory,
      entrance: entrance, events: EventSource.open)
  }

  init(
    path: String, timing: TimingRules, mode: WatchMode, isOnce: Bool, time: any Timekeeper,
    memory: (any InboxMemory)? = nil, entrance: @escaping Entrance,
    events: @escaping EventSource.Opening
  ) {
    self.entrance = entrance
    self.memory = memory
    openEvents = events
    self.path = path
    self.mode = mode
    self.isOnce = isOnce
    self.time = time
    ledger = InboxLedger(rules: timing)
    (news, newsSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
    (changes, changeSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Opens, watches and scans the folder. One that is missing is waited for.
  public func start() {
    guard !isStopped else { return }
    let now = time.now()
    if isOnce {
      let rules = ledger.rules
      deadline = now.steady.advanced(
        by: max(rules.settle, rules.settleUnleased) + rules.sidecarWait)
    }
    ledger.begin(at: now)
    arm(at: now)
    settle(at: now)
  }

  /// What a fault waited for may have changed: memos held by one are offered again at once.
  public func conditionsChanged() {
    let now = time.now()
    ledger.conditionsChanged(at: now)
    settle(at: now)
  }

  /// Ends watching; everyone who waits for a batch gets an empty one.
  public func stop() {
    if !isStopped { ended = watching }
    isStopped = true
    disarm()
    alarm?.task.cancel()
    alarm = nil
    newsSource.finish()
    changeSource.finish()
    wake()
  }

  public func status() -> InboxStatus {
    let now = time.now()
    ledger.advance(to: now)
    let (mode, reason) = ended ?? watching
    return InboxStatus(
      path: path, mode: mode, reason: reason, lastEvent: lastEvent, lastRescan: lastScan,
      waiting: ledger.waiting(at: now), backlog: ledger.backlog, counts: ledger.counts)
  }

  private var watching: (mode: InboxStatus.Mode, reason: String?) {
    guard let armed else { return (.missing, missingReason) }
    return (armed.source == nil ? .poll : .events, armed.reason?.description)
  }

  /// After anything that happened: who waits is told, and the alarm is set for what is due next.
  func settle(at now: TimeReading) {
    ledger.advance(to: now)
    changeSource.yield()
    if ledger.hasRipe || isOnce { wake() }
    setAlarm()
  }

  func setAlarm() {
    guard !isStopped else { return }
    var next = min(nextCheck, nextScan)
    if let due = ledger.nextDue { next = min(next, due) }
    if let pause { next = min(next, pause) }
    // Past it, only what happens to the memos can change anything for those who wait.
    if isOnce && !waiters.isEmpty && !hasDeadlinePassed { next = min(next, deadline) }
    if let alarm, alarm.time <= next { return }
    alarm?.task.cancel()
    let time = time
    alarm = (
      next,
      Task { [weak self] in
        await time.sleep(until: next)
        if !Task.isCancelled { await self?.ring() }
      }
    )
  }

  private func ring() {
    alarm = nil
    guard !isStopped else { return }
    let now = time.now()
    if let pause, pause <= now.steady { self.pause = nil }
    if nextCheck <= now.steady { check(at: now) }
    if nextScan <= now.steady { rescan(at: now) }
    hasDeadlinePassed = now.steady >= deadline
    settle(at: now)
  }
}
