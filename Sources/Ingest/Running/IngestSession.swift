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
  let filer: Filer
  let examiners: [Examiner]
  let synchronizer = Synchronizer()
  let sweeper: Sweeper
  private let presence: StorePresence
  let board: StatusBoard
  let report: @Sendable (IngestEvent) -> Void
  let judged = WorkQueue<ExaminedMemo>(capacity: 64)
  let durable = WorkQueue<DurableMemo>(capacity: 64)
  let filed = WorkQueue<(ExaminedMemo, Filed)>(capacity: 64)
  let stuck = StuckRemovals()
  let told = ToldFaults()
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
    for inbox in places.madeInboxes {
      report(IngestEvent(.notice, "The inbox \(inbox) was not there and has been made."))
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
      for fault in await filer.finishPurge() { report(IngestEvent(.warning, fault)) }
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
    let retrying = Task {
      // What a start could not take out may be but a moment's fault; later there is no haste.
      var pause = Duration.seconds(1)
      while (try? await Task.sleep(for: pause)) != nil {
        await self.retryStuck()
        pause = min(pause * 2, .seconds(30))
      }
    }
    let looking = Task { [watchers, presence, report] in
      await StoreWatch(presence: presence, board: board, report: report).run {
        await self.retryStuck()
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

  private func retryStuck() async {
    for (name, why) in await stuck.retryAll(sweeper, filer) { tell(name, why) }
  }

  func tell(_ stuck: FileName, _ why: String) {
    report(IngestEvent(.warning, "\(stuck) is recorded and stays: \(why)"))
  }

  private func tell(_ news: AsyncStream<InboxNews>) async {
    for await item in news {
      report(IngestEvent(item.isTrouble ? .warning : .info, "\(item)"))
      board.changed()
    }
  }

  private func isHeldByFault() async -> Bool {
    for watcher in watchers {
      if await watcher.status().waiting.contains(where: { $0.code.isFault }) { return true }
    }
    return false
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
