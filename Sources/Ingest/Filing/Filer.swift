import Linux
import Records
import Storage

/// The one writer of the daemon, on a thread of its own, since SQLite and fsync block.
///
/// A group of memos shares one transaction and one sync of each folder: the files of all are placed, then made durable, then the
/// COMMIT names them (invariant 2). A group is what is there; nobody waits for company.
actor Filer {
  private let executor = ThreadExecutor(name: "filer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let store: Store
  private let archive: AudioArchive
  private let quarantine: QuarantineFolder
  private let zone: TimeZoneRules
  /// The inboxes whose plain duplicates are not kept.
  private let discarding: Set<String>
  private let now: @Sendable () -> Instant
  /// Removals that are done and whose rows can go with the next transaction.
  private var finished: [Int64] = []
  private var isFlushing = false
  private var orphans: Orphans?
  /// What the group in hand has put into the store.
  private var placements: [Placement] = []

  init(
    store: sending Store, zone: TimeZoneRules, discarding: Set<String>,
    now: @escaping @Sendable () -> Instant
  ) {
    archive = AudioArchive(of: store)
    quarantine = QuarantineFolder(of: store)
    self.store = store
    self.zone = zone
    self.discarding = discarding
    self.now = now
  }

  /// Files every memo of the group, or says why not; one memo's fault harms no other. All that ended is durable.
  func file(_ group: [ExaminedMemo]) -> [Filed] {
    placements = group.map { _ in Placement() }
    defer { placements = [] }
    let done = finished
    do {
      let filed = try store.write { writer in
        var filed: [Filed] = []
        for (memo, placement) in zip(group, placements) {
          filed.append(try file(memo, placement, writer))
        }
        try synchronize()
        try writer.removePendingRemovals(done)
        return filed
      }
      finished.removeFirst(done.count)
      return filed
    } catch {
      for placement in placements { placement.withdraw() }
      let failed = Filed(error)
      return group.map { _ in failed }
    }
  }

  private func file(
    _ memo: ExaminedMemo, _ placement: Placement, _ writer: StoreWriter
  ) throws -> Filed {
    do {
      return try Filing(
        writer: writer, quarantine: quarantine, zone: zone,
        discardsDuplicates: discarding.contains(memo.inbox), now: now()
      ).file(memo, placement)
    } catch {
      placement.withdraw()
      // A full disk or a failing one has ended the whole transaction, and with it the group: for this reason.
      guard writer.isInTransaction else { throw error }
      return Filed(error)
    }
  }

  /// Each recording by itself, which touches nothing else of the disk (a syncfs(2) would wait for the inbox's own files
  /// too), then each folder once. The writing has begun when the recording was copied.
  private func synchronize() throws {
    let placed = placements.filter(\.hasRecording)
    for placement in placed { try placement.synchronizeData() }
    var folders: Set<String> = []
    for placement in placed where folders.insert(placement.folder).inserted {
      try placement.synchronizeFolder()
    }
  }

  /// The files of these removals are gone, or turned out to be others.
  func forget(_ removals: [Int64]) { finished += removals }

  /// Writes down what `forget` was told, when no memo comes along to share a transaction with.
  func flush() {
    guard !finished.isEmpty else { return }
    let numbers = finished
    // Start-up finds removals that are done already, so a failure here costs nothing.
    if (try? store.write { try $0.removePendingRemovals(numbers) }) != nil {
      finished.removeFirst(numbers.count)
    }
  }

  /// Flushes in a moment, once however often it is asked for meanwhile: a busy inbox needs no transaction for it.
  func flushSoon() {
    guard !isFlushing, !finished.isEmpty else { return }
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

  func suspects() throws(StoreError) -> [Suspect] {
    try read { reader throws(StoreError) in try reader.suspects() }
  }

  func pendingRemovals() throws(StoreError) -> [StoredRemoval] {
    try read { reader throws(StoreError) in try reader.pendingRemovals() }
  }

  private func read<Result>(
    _ body: (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try store.read(body)
    } catch {
      throw error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)")
    }
  }

  /// Looks for files that a program which died has left without a row.
  func findOrphans() throws(StoreError) {
    do {
      orphans = try store.write { writer in
        try Orphans(archive: archive, quarantine: quarantine, writer)
      }
    } catch { throw error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)") }
  }

  /// Removes those of them whose content has a home: of all, or where one of `filed` is theirs. What fails now is found again at the next start.
  func removeProvenOrphans(after filed: [Digest]? = nil) {
    guard var found = orphans, !found.isEmpty else { return }
    if let filed, !filed.contains(where: { found.contain($0) }) { return }
    try? store.write { writer in try found.removeProven(writer) }
    orphans = found
  }

  /// Removes what a program that died left under temporary names.
  func removeLeftovers() throws(StoreError) {
    try archive.removeLeftovers()
    try quarantine.removeLeftovers()
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
