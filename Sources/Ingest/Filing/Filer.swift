import Linux
import Records
import Storage
import Synchronization

/// The one writer of the daemon once its inboxes are open, on a thread of its own, since SQLite and fsync block. Before
/// a memo of an inbox is looked at, the store may have to remember what lies there already: `InboxEntrance` writes that
/// itself, since a watcher does not wait for another thread at the door.
///
/// A group of memos shares one transaction and one sync of each folder: the files of all are placed, then their names
/// made durable, then the COMMIT tells of them (invariant 2). A group is what is there; nobody waits for company.
actor Filer {
  private let executor = ThreadExecutor(name: "filer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let store: Store
  private let presence: StorePresence
  let archive: AudioArchive
  let quarantine: QuarantineFolder
  private let zone: TimeZoneRules
  /// The inboxes whose plain duplicates are not kept.
  private let discarding: Set<String>
  /// The inboxes in which files stay that were taken.
  private let keeping: Set<String>
  private let now: @Sendable () -> Instant
  /// Removals that are done and whose rows can go with the next transaction.
  private let finished = Mutex<[Int64]>([])
  private var isFlushing = false
  private var health = FilingHealth()
  private var madeRoom: ContinuousClock.Instant?
  var orphans: Orphans? { didSet { noteOrphans() } }
  /// Items that were given back and whose folders stay, since what they hold is not known to be elsewhere yet.
  var unproven: [QuarantineItem] = [] { didSet { noteOrphans() } }
  let orphansAreThere = Atomic(false)
  /// What the group in hand has put into the store.
  private var placements: [Placement] = []
  /// What a group had put there whose COMMIT failed.
  private var uncertain: [Placement] = []

  init(
    store: sending Store, presence: StorePresence, zone: TimeZoneRules, discarding: Set<String>,
    keeping: Set<String>,
    now: @escaping @Sendable () -> Instant
  ) {
    archive = AudioArchive(of: store)
    quarantine = QuarantineFolder(of: store)
    self.store = store
    self.presence = presence
    self.zone = zone
    self.discarding = discarding
    self.keeping = keeping
    self.now = now
  }

  /// Files every memo of the group, or says why not; one memo's fault harms no other. All that ended is durable.
  func file(_ group: [DurableMemo]) -> [Filed] {
    do {
      try presence.check()
      try withdrawUncertain()
    } catch {
      health.noteFailure()
      return group.map { _ in Filed(error) }
    }
    placements = group.map { _ in Placement() }
    defer { placements = [] }
    let done = finished.withLock { $0 }
    do {
      let seen = try store.read { try SeenContents(of: group, $0, store.paths) }
      let filed = try store.write { writer in
        var filed: [Filed] = []
        for (memo, placement) in zip(group, placements) {
          filed.append(try file(memo.memo, placement, seen, writer))
        }
        try synchronizeFolders()
        // Last, since from the COMMIT on the files may leave their inbox.
        try presence.check()
        try writer.removePendingRemovals(done)
        return filed
      }
      finished.withLock { $0.removeFirst(done.count) }
      // A folder that stays is a second copy, no more; the next start finds it.
      for uuid in placements.flatMap(\.spare) { try? quarantine.remove(uuid) }
      health.note(zip(group, filed).map { ($0.memo.memo.files, $1.hasFailed) })
      return filed
    } catch {
      health.noteFailure()
      uncertain = placements
      if !store.mayYetCommit { try? withdrawUncertain() }
      if case StoreError.full = error { makeRoom() }
      let failed = Filed(error)
      return group.map { _ in failed }
    }
  }

  private func file(
    _ memo: ExaminedMemo, _ placement: Placement, _ seen: SeenContents, _ writer: StoreWriter
  ) throws -> Filed {
    do {
      return try Filing(
        writer: writer, archive: archive, quarantine: quarantine, zone: zone,
        discardsDuplicates: discarding.contains(memo.inbox),
        keepsFiles: keeping.contains(memo.inbox), seen: seen, now: now()
      ).file(memo, placement)
    } catch {
      placement.withdraw()
      // A full disk or a failing one has ended the whole transaction, and with it the group: for this reason.
      guard writer.isInTransaction else { throw error }
      return Filed(error)
    }
  }

  /// Takes back what a group has placed whose COMMIT failed, once it is sure that it will not come to life after a
  /// crash, naming files that are gone.
  private func withdrawUncertain() throws(StoreError) {
    if store.mayYetCommit { try store.supersede() }
    for placement in uncertain { placement.withdraw() }
    uncertain = []
  }

  /// On a full disk: gives back what the database's log has taken, for memos that need little.
  func makeRoom() {
    let now = ContinuousClock.now
    guard !store.mayYetCommit, madeRoom.map({ now - $0 > .seconds(1) }) ?? true else { return }
    madeRoom = now
    store.shortenLog()
  }

  /// Makes the names durable: each folder once, for all that were placed in it.
  private func synchronizeFolders() throws {
    var folders: Set<String> = []
    for placement in placements
    where placement.hasRecording && folders.insert(placement.folder).inserted {
      try placement.synchronizeFolder()
    }
    for path in placements.compactMap(\.reliesOn) {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      if folders.insert(folder).inserted { try archive.synchronizeFolder(folder) }
    }
  }

  /// The files of these removals are gone, or turned out to be others.
  nonisolated func forget(_ removals: [Int64]) { finished.withLock { $0 += removals } }

  /// Whether the store has begun to take again what it did not take, since this was asked last.
  func hasRecovered() -> Bool { health.hasRecovered() }

  /// Writes down what `forget` was told, when no memo comes along to share a transaction with.
  func flush() {
    let numbers = finished.withLock { $0 }
    guard !numbers.isEmpty else { return }
    // Start-up finds removals that are done already, so a failure here costs nothing.
    if (try? store.write { try $0.removePendingRemovals(numbers) }) != nil {
      finished.withLock { $0.removeFirst(numbers.count) }
    }
  }

  /// Flushes in a moment, once however often it is asked for meanwhile: a busy inbox needs no transaction for it.
  func flushSoon() {
    guard !isFlushing, !finished.withLock(\.isEmpty) else { return }
    isFlushing = true
    Task {
      try? await Task.sleep(for: .milliseconds(500))
      isFlushing = false
      flush()
    }
  }

  /// Notes a death of the decoder on this content and answers how many lone ones there were; nil when the store
  /// cannot say just now.
  func noteDeath(of digest: Digest, alone: Bool) -> Int? {
    let time = now()
    return try? store.write { writer in
      if alone { return try writer.addSuspectDeath(digest, at: time) }
      try writer.markSuspect(digest, at: time)
      return 0
    }
  }

  /// Makes suspects of what was in hand when the daemon died, but for what the store had taken by then.
  func suspect(_ digests: [Digest]) throws(StoreError) {
    guard !digests.isEmpty else { return }
    let time = now()
    do {
      try store.write { writer in
        for digest in digests where try writer.paths(of: digest).isEmpty {
          try writer.markSuspect(digest, at: time)
        }
      }
    } catch { throw error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)") }
  }

  func suspects() throws(StoreError) -> [Suspect] {
    try read { reader throws(StoreError) in try reader.suspects() }
  }

  func outcomeCounts() throws(StoreError) -> [Outcome.Kind: Int] {
    try read { reader throws(StoreError) in try reader.outcomeCounts() }
  }

  func pendingRemovals() throws(StoreError) -> [StoredRemoval] {
    try read { reader throws(StoreError) in try reader.pendingRemovals() }
  }

  func read<Result>(
    _ body: (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try store.read(body)
    } catch {
      throw error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)")
    }
  }
}

extension Filed {
  init(_ error: any Error) {
    let (code, message) = (error as? StoreError)?.wait ?? (.retry, "\(error)")
    self = .failed(code, message: message)
  }
}

extension StoreError {
  /// The wait that a failure of the store means for a memo.
  var wait: (WaitingCode, String) {
    switch self {
    case .full: (.storeFull, description)
    case .busy, .locked: (.storeLocked, description)
    default: (.retry, description)
    }
  }
}
