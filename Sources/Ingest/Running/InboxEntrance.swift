import InboxWatch
import Linux
import Records
import Storage

/// What a daemon does at the door of an inbox, each time that a folder is found at its path: it takes the folder's
/// lock, and finishes the removals that a crash left, before anything is looked at (invariant 3).
struct InboxEntrance: Sendable {
  let paths: StorePaths
  let presence: StorePresence
  let filer: Filer
  let kept: KeptInboxes
  let places: PlaceRules
  let stuck: StuckRemovals
  let now: @Sendable () -> Instant
  let report: @Sendable (IngestEvent) -> Void

  /// Answers the lock, to be held as long as the folder is watched.
  func enter(_ folder: InboxFolder) throws(InboxRefusal) -> any Sendable {
    // It may have been mounted there since the start.
    if let misplaced = MisplacedFolder.find(folder.path, beside: paths.root) {
      throw InboxRefusal(reason: "\(misplaced) \(misplaced.cure)")
    }
    let lock: FolderLock?
    do throws(FolderLockError) {
      lock = try FolderLock(on: folder.path)
    } catch {
      if case .held = error { throw InboxRefusal(reason: error.description) }
      // Some network file systems have no such locks; memos from there are taken all the same.
      lock = nil
    }
    do {
      try presence.check()
      let store = try Store(at: paths, .readOnly)
      if !kept.stays(folder.path) { finishReturns(to: folder) }
      try recover(from: store, in: folder)
    } catch {
      throw InboxRefusal(reason: "What was recorded from it cannot be told: \(error)")
    }
    return Pass(lock: lock)
  }

  private struct Pass: Sendable {
    let lock: FolderLock?
  }

  /// What stays is but a copy, and is found again.
  private func finishReturns(to folder: InboxFolder) {
    guard InterruptedReturns.areThere(in: folder.descriptor) else { return }
    do {
      let store = try Store(at: paths, .readWrite)
      for id in try InterruptedReturns(store, by: .ingest, now: now()).finish(
        in: folder.descriptor)
      {
        report(IngestEvent(.notice, "given back \(id) to \(folder.path), which was begun before"))
      }
    } catch {
      report(
        IngestEvent(
          .warning, "what a retry that was cut off has left in \(folder.path) stays: \(error)"))
    }
  }

  private func recover(from store: Store, in folder: InboxFolder) throws {
    let kept = KeptContent(paths: paths)
    let recovery = InboxRecovery(
      inbox: folder.path, keepsFiles: self.kept.stays(folder.path)
    ) { digest in
      try store.read { try kept.contains(digest, $0) }
    }
    let finished = try recovery.run(in: folder.descriptor) {
      try store.read { try $0.pendingRemovals() }
    }
    for name in finished.missing {
      report(
        IngestEvent(
          .warning,
          "\(name) in \(folder.path) is recorded, but what the store has of it is gone or cannot be read: it stays and is judged anew"
        ))
    }
    for name in finished.givenBack {
      report(
        IngestEvent(.notice, "given back \(name) in \(folder.path): it was not what was recorded"))
    }
    for (name, error) in finished.stuck {
      report(
        IngestEvent(
          .warning,
          "\(name) in \(folder.path) is a memo that lost its name, and gets none back: \(error). Give it one that does not begin with a point."
        ))
    }
    for (stored, error) in finished.refused {
      if !recovery.keepsFiles { stuck.add(stored, why: error.description) }
      report(IngestEvent(.warning, "\(stored.removal.name) is recorded and stays: \(error)"))
    }
    if self.kept.former.contains(folder.path) { try forgetVanished(from: folder) }
    guard !finished.rows.isEmpty else { return }
    if recovery.keepsFiles { return try remember(finished, in: folder.path) }
    stuck.drop(finished.rows)
    // Else a power cut may bring a file back without its row; the next entrance finds what is left.
    guard (try? folder.descriptor.synchronizeNames()) != nil else { return }
    filer.forget(finished.rows)
    let filer = filer
    Task { await filer.flush() }
  }

  /// Before what is there leaves, which shows that this is the folder in which it was taken.
  private func forgetVanished(from folder: InboxFolder) throws {
    var files: [FileName: Int64] = [:]
    for name in try folder.descriptor.entryNames() {
      // What does not say how it looks has not vanished.
      files[FileName(bytes: name.bytes)] = (try? folder.descriptor.status(of: name))?.size ?? -1
    }
    try Store(at: paths, .readWrite).write { writer in
      try writer.forgetVanished(from: folder.path, holding: files)
    }
  }

  /// Before anything in the inbox is looked at, so that none of it is taken for new.
  private func remember(_ finished: InboxRecovery.Finished, in inbox: String) throws {
    let now = now()
    try Store(at: paths, .readWrite).write { writer in
      for var file in finished.kept {
        file.name = places[inbox].name(file.name)
        file.record = try end(of: file, writer)
        try writer.keep(file, at: now)
      }
      try writer.removePendingRemovals(finished.rows)
    }
    guard !finished.kept.isEmpty else { return }
    report(
      IngestEvent(
        .notice,
        "to be removed from \(inbox), and left there, since it must not be emptied now: \(finished.kept.count.counted("recorded file"))"
      ))
  }

  /// What came of a file: where it was set aside, the item, so that it can be judged again where it lies.
  private func end(of file: KeptInboxFile, _ reader: StoreReader) throws(StoreError) -> RecordID? {
    let items = try reader.quarantineItems(holding: file.sha256)
    let item = items.last { item in
      item.state == .held && item.inbox == file.inbox
        && item.files.contains { $0.name == file.name && $0.sha256 == file.sha256 }
    }
    if let item { return item.id }
    if let live = try reader.liveQuickRecord(digest: file.sha256) { return live.id }
    return try reader.deletedQuickRecord(digest: file.sha256)?.id
  }
}
