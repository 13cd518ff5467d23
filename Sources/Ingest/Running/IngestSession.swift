import Configuration
import InboxWatch
import Linux
import Records
import Storage

/// One run of ingesting: watchers hand out memos, examiners judge them, the filer records them, the sweeper empties
/// the inboxes. Memos walk one way, through bounded queues; stopping the watchers ends all the rest in order.
public final class IngestSession: Sendable {
  /// Holds the locks for as long as the session lives.
  private let places: IngestPlaces
  let watchers: [InboxWatcher]
  private let filer: Filer
  private let examiners: [Examiner]
  private let synchronizer = Synchronizer()
  private let sweeper: Sweeper
  private let presence: StorePresence
  private let board: StatusBoard
  private let report: @Sendable (IngestEvent) -> Void
  private let judged = WorkQueue<ExaminedMemo>(capacity: 64)
  private let durable = WorkQueue<DurableMemo>(capacity: 64)
  private let filed = WorkQueue<(ExaminedMemo, Filed)>(capacity: 64)
  private let stuck = StuckRemovals()
  private let told = ToldFaults()
  private let confinement: SeenConfinement
  private let inHand: ContentsInHand

  /// Opens store and inboxes and finishes what an earlier run left; `report` gets a line for each outcome.
  public init(
    _ plan: IngestPlan, time: any Timekeeper = SystemTimekeeper(),
    report: @escaping @Sendable (IngestEvent) -> Void
  ) async throws(SessionError) {
    let now: @Sendable () -> Instant = { time.now().wall }
    places = try IngestPlaces.open(plan.settings)
    let paths = places.paths
    let folders = places.inboxes
    let rules = PlaceRules(
      Dictionary(
        zip(folders, plan.settings.inboxes.map(\.place)), uniquingKeysWith: { one, _ in one }))
    // Whatever a line is about, a name or a cause in it may say where.
    let report: @Sendable (IngestEvent) -> Void = { event in
      report(IngestEvent(event.level, rules.strictest.text(event.description)))
    }
    let mode: UInt32
    let archive: AudioArchive
    let kept: KeptInboxes
    do throws(StoreError) {
      let store = try Store(at: paths, .createIfMissing)
      mode = store.modes.file
      archive = AudioArchive(of: store)
      let discarding = zip(plan.settings.inboxes, folders)
        .filter { $0.0.duplicates == .discard }.map(\.1)
      let keeping = zip(plan.settings.inboxes, folders).filter { $0.0.after == .keep }.map(\.1)
      presence = try places.presence(of: store)
      filer = Filer(
        store: store, presence: presence, zone: plan.zone, discarding: Set(discarding),
        keeping: Set(keeping), now: now)
      kept = try KeptInboxes(keeping: keeping, of: folders, paths: paths, places: rules)
    } catch { throw .store(error) }
    sweeper = Sweeper(presence)
    inHand = ContentsInHand(at: paths.inHand, mode: mode)
    let suspects: SuspectTurns
    let before: [Outcome.Kind: Int]
    do throws(StoreError) {
      try await filer.settle()
      for stuck in try await filer.finishPurge() {
        report(IngestEvent(.warning, "\(stuck.path) was purged and stays: \(stuck.error)"))
      }
      try await filer.findOrphans()
      suspects = try await SuspectTurns(filer, inHand)
      before = try await filer.outcomeCounts()
    } catch { throw .store(error) }
    let entrance = InboxEntrance(
      paths: paths, presence: presence, filer: filer, kept: kept, places: rules, stuck: stuck,
      now: now, report: report)
    watchers = zip(plan.settings.inboxes, folders).map {
      plan.watcher(
        of: $0, at: $1, remembering: kept.memory(of: $1), entering: entrance.enter, time: time)
    }
    let workers = plan.settings.decoder.workers ?? CurrentProcess.processorCount
    let filer = filer
    let confinement = SeenConfinement(
      isRequired: plan.settings.decoder.confinement == .required)
    let inHand = inHand
    self.confinement = confinement
    let shared = Examiner.Shared(
      presence: presence, archive: archive, sidecars: plan.sidecars, places: rules,
      limits: plan.limits,
      decoder: plan.decoder, confinement: confinement, filer: filer, kept: kept, inHand: inHand,
      formerSuspects: suspects, now: now)
    examiners = (1...workers).map { Examiner(number: $0, shared) }
    board = StatusBoard(
      file: StatusFile(paths: paths, mode: mode, presence: presence), watchers: watchers,
      zone: plan.zone,
      places: rules,
      workers: workers, confinement: confinement, started: now(), before: before)
    self.report = report
  }

  /// Starts watching. Readiness may be announced when this returns.
  public func start() async {
    await filer.removeProvenOrphans()
    await filer.removeOrphans(waitingIn: places.inboxes)
    async let fault = examiners.first?.prepareDecoder()
    for watcher in watchers { await watcher.start() }
    await tell(of: fault)
    await board.write()
  }

  /// Says before the first memo what is wrong with the decoder.
  private func tell(of fault: DecoderFault?) async {
    if let fault {
      report(IngestEvent(.warning, fault.description))
      await board.note(error: fault.description)
    }
    // Where it is required, the fault names each of them.
    for gap in confinement.isRequired ? [] : confinement.gaps ?? [] {
      report(IngestEvent(.warning, "The decoder is not fully confined: \(gap)."))
    }
  }

  /// Works until the watchers have nothing more to hand out: when stopped, or drained in a single run. True when no
  /// fault of the world holds a memo.
  public func run() async -> Bool {
    let board = board
    let status = Task { await board.run() }
    let following = watchers.map { watcher in Task { await board.follow(watcher) } }
    let retrying = Task { [stuck, sweeper, filer] in
      while (try? await Task.sleep(for: .seconds(30))) != nil {
        await stuck.retryAll(sweeper, filer)
      }
    }
    let looking = Task { [stuck, sweeper, filer, watchers, presence, report] in
      await StoreWatch(presence: presence, board: board, report: report).run {
        await stuck.retryAll(sweeper, filer)
        for watcher in watchers { await watcher.conditionsChanged() }
      }
    }
    await withTaskGroup { group in
      for watcher in watchers {
        group.addTask { await self.tell(watcher.news) }
      }
      group.addTask { await self.synchronize(self.synchronizer) }
      group.addTask { await self.file(self.filer) }
      group.addTask { await self.sweep(self.sweeper) }
      await withTaskGroup { consumers in
        for watcher in watchers {
          for examiner in examiners {
            consumers.addTask { await self.examine(watcher, examiner) }
          }
        }
      }
      for watcher in watchers { await watcher.stop() }
      judged.finish()
    }
    retrying.cancel()
    looking.cancel()
    for task in following { task.cancel() }
    for examiner in examiners { await examiner.stop() }
    await filer.flush()
    inHand.close()
    status.cancel()
    await status.value
    let isHeld = await isHeldByFault()
    places.release()
    return stuck.isEmpty && !isHeld
  }

  /// The inboxes that cannot be looked into, or could not be when the session ended.
  public func missingInboxes() async -> [String] {
    var missing: [String] = []
    for watcher in watchers where await watcher.status().mode == .missing {
      missing.append(watcher.path)
    }
    return missing
  }

  /// Lets what is in hand be finished and hands out nothing more. What is not finished when the process ends has not
  /// ended it.
  public func stop() async {
    inHand.close()
    for watcher in watchers { await watcher.stop() }
  }

  private func tell(_ news: AsyncStream<InboxNews>) async {
    for await item in news {
      report(IngestEvent(item.isTrouble ? .warning : .info, "\(item)"))
      board.changed()
    }
  }

  // Each of the following goes on where its worker works: handing a memo from thread to thread costs more than most of
  // what is done with it.

  private func examine(_ watcher: InboxWatcher, _ examiner: isolated Examiner) async {
    while true {
      var batch = await watcher.nextBatch(limit: 16)
      if batch.isEmpty { return }
      var concluded = stuck.isEmpty ? [] : await stuck.retry(&batch, sweeper, filer)
      concluded += await examiner.examine(batch, into: judged)
      guard !concluded.isEmpty else { continue }
      if concluded.contains(where: { $0.conclusion.isForRoom }) { await filer.makeRoom() }
      for (memo, conclusion) in concluded { await note(memo, conclusion) }
      await watcher.conclude(concluded)
      board.changed()
    }
  }

  private nonisolated(nonsending) func note(_ memo: ReadyMemo, _ conclusion: Conclusion) async {
    switch conclusion {
    case .fault(let code, let message):
      guard told.isNews(conclusion, of: memo) else { return }
      report(IngestEvent(.warning, "waiting \(memo.name): \(code.rawValue). \(message)"))
      await board.note(error: "\(memo.name): \(message)")
    case .suspect, .formerSuspect:
      report(
        IngestEvent(.warning, "waiting \(memo.name): suspect. \(WaitingCode.suspect.sentence)"))
    case .taken, .surplusTaken, .known, .changed, .unfinished, .waitsForRecording:
      told.forget(memo)
    }
  }

  /// Makes durable what has been judged, as much as there is at a time.
  private func synchronize(_ synchronizer: isolated Synchronizer) async {
    while true {
      let group = await judged.take(limit: 64, growth: .milliseconds(25))
      if group.isEmpty { break }
      var passed: [DurableMemo] = []
      var failed: [(ExaminedMemo, Filed)] = []
      for (memo, result) in zip(group, synchronizer.synchronize(group)) {
        switch result {
        case .success(let memo): passed.append(memo)
        case .failure(let error): failed.append((memo, Filed(error)))
        }
      }
      await filed.add(failed)
      await durable.add(passed)
    }
    durable.finish()
  }

  /// Files what is durable, as much as there is at a time.
  private func file(_ filer: isolated Filer) async {
    while true {
      let group = await durable.take(limit: 64)
      if group.isEmpty { break }
      let results = filer.file(group)
      await filed.add(Array(zip(group.map(\.memo), results)))
      if filer.hasRecovered() {
        // Whatever else waited for the store need not wait out its own time.
        for watcher in watchers { await watcher.conditionsChanged() }
      }
    }
    filed.finish()
  }

  /// Takes out of the inboxes what has been filed, and tells the watchers.
  private func sweep(_ sweeper: isolated Sweeper) async {
    while true {
      let group = await filed.take(limit: 64)
      if group.isEmpty { return }
      await finish(group, sweeper)
      if filed.count == 0 { await filer.flushSoon() }
      board.changed()
    }
  }

  private func finish(_ group: [(ExaminedMemo, Filed)], _ sweeper: isolated Sweeper) async {
    var removals: [(StoredRemoval, InboxFolder)] = []
    for (examined, filed) in group {
      removals += filed.removals.map { ($0, examined.memo.folder) }
    }
    let swept = sweeper.sweep(removals)
    filer.forget(swept.rows)
    for (stored, why) in swept.refused {
      stuck.add(stored)
      report(IngestEvent(.warning, "\(stored.removal.name) is recorded and stays: \(why)"))
    }
    var concluded: [String: [(memo: ReadyMemo, conclusion: Conclusion)]] = [:]
    for (examined, filed) in group {
      let conclusion = await conclude(examined, filed, removed: swept.removed)
      concluded[examined.inbox, default: []].append((examined.memo, conclusion))
    }
    for watcher in watchers {
      if let mine = concluded[watcher.path] { await watcher.conclude(mine) }
    }
    // Only now, so that no memo counts as waiting and as ended at once.
    var ended: [Outcome.Kind: Int] = [:]
    for case (let examined, .ended(let ending)) in group {
      ended[ending.kind, default: 0] += examined.members.count
    }
    await board.add(ended)
    if filer.hasOrphans {
      await filer.removeProvenOrphans(after: group.flatMap { $0.0.digests })
    }
  }

  private nonisolated(nonsending) func conclude(
    _ examined: ExaminedMemo, _ filed: Filed, removed: Set<Int64>
  ) async -> Conclusion {
    switch filed {
    case .ended(let ending):
      let milliseconds = (ContinuousClock.now - examined.since) / .milliseconds(1)
      report(IngestEvent(.info, "\(ending.line) in \(Int(milliseconds)) ms"))
      told.forget(examined.memo)
      return examined.verdict == .redundantSidecar ? .surplusTaken : .taken
    case .known(let files, let removals):
      told.forget(examined.memo)
      for stored in removals where removed.contains(stored.number) {
        let name = examined.places.name(stored.removal.name)
        report(IngestEvent(.info, "removed \(name), which was taken before"))
      }
      return .known(Set(files.map(\.name)))
    case .waitsForRecording:
      told.forget(examined.memo)
      return .waitsForRecording
    case .failed(let code, let message):
      let conclusion = Conclusion.fault(code, message: message)
      await note(examined.memo, conclusion)
      return conclusion
    }
  }

  private func isHeldByFault() async -> Bool {
    for watcher in watchers {
      if await watcher.status().waiting.contains(where: { $0.code.isFault }) { return true }
    }
    return false
  }
}

extension Conclusion {
  fileprivate var isForRoom: Bool {
    if case .fault(.storeFull, _) = self { true } else { false }
  }
}

extension InboxNews {
  fileprivate var isTrouble: Bool {
    switch self {
    case .missing, .overflow: true
    case .ignored, .watching, .polling: false
    }
  }
}
