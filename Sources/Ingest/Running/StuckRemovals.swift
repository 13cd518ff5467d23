import InboxWatch
import Linux
import Records
import Storage

/// Files that are recorded and that the system does not let go from their inbox (a read-only folder, say). They are
/// not taken for new ones; whenever the watcher offers one its removal is tried again.
actor StuckRemovals {
  private var removals: [InboxFile: StoredRemoval] = [:]

  func add(_ stored: StoredRemoval) {
    removals[InboxFile(name: stored.removal.name, identity: stored.removal.identity)] = stored
  }

  /// Takes those memos out that have to do with one, and answers what the watcher is told of them.
  func retry(
    _ memos: inout [ReadyMemo], _ sweeper: Sweeper, _ filer: Filer
  ) async -> [(memo: ReadyMemo, conclusion: Conclusion)] {
    guard !removals.isEmpty else { return [] }
    var concluded: [(memo: ReadyMemo, conclusion: Conclusion)] = []
    var rest: [ReadyMemo] = []
    for memo in memos {
      if let conclusion = await retry(memo, sweeper, filer) {
        concluded.append((memo, conclusion))
      } else {
        rest.append(memo)
      }
    }
    memos = rest
    return concluded
  }

  private func retry(
    _ memo: ReadyMemo, _ sweeper: Sweeper, _ filer: Filer
  ) async -> Conclusion? {
    let files = memo.files
    let mine = files.compactMap { removals[$0] }
    guard !mine.isEmpty else { return nil }
    let swept = await sweeper.sweep(mine.map { ($0, memo.folder) })
    await filer.forget(swept.rows)
    for file in files where removals[file].map({ swept.rows.contains($0.number) }) ?? false {
      removals[file] = nil
    }
    guard let fault = swept.refused.first else { return .changed }
    return .fault(
      .retry, message: "It is recorded, and cannot be taken out of the inbox: \(fault.error).")
  }
}
