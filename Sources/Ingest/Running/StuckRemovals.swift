import InboxWatch
import Linux
import Records
import Storage
import Synchronization

/// Files that are recorded and that the system does not let go from their inbox (a read-only folder, say). They are
/// not taken for new ones; their removal is tried again now and then, and whenever the watcher offers one.
final class StuckRemovals: Sendable {
  private let removals = Mutex<[InboxFile: StoredRemoval]>([:])

  var isEmpty: Bool { removals.withLock(\.isEmpty) }

  func add(_ stored: StoredRemoval) {
    let file = InboxFile(name: stored.removal.name, identity: stored.removal.identity)
    removals.withLock { $0[file] = stored }
  }

  /// Takes those memos out that have to do with one, and answers what the watcher is told of them.
  func retry(
    _ memos: inout [ReadyMemo], _ sweeper: Sweeper, _ filer: Filer
  ) async -> [(memo: ReadyMemo, conclusion: Conclusion)] {
    guard !isEmpty else { return [] }
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

  /// Tries all of them again.
  func retryAll(_ sweeper: Sweeper, _ filer: Filer) async {
    let all = removals.withLock { Array($0.values) }
    let reachable = all.compactMap { stored in
      (try? InboxFolder(opening: stored.removal.inbox)).map { (stored, $0) }
    }
    guard !reachable.isEmpty else { return }
    let swept = await sweeper.sweep(reachable)
    filer.forget(swept.rows)
    await filer.flush()
    removals.withLock { all in
      for (file, stored) in all where swept.rows.contains(stored.number) { all[file] = nil }
    }
  }

  private func retry(
    _ memo: ReadyMemo, _ sweeper: Sweeper, _ filer: Filer
  ) async -> Conclusion? {
    let files = memo.files
    let mine = removals.withLock { all in files.compactMap { all[$0] } }
    guard !mine.isEmpty else { return nil }
    let swept = await sweeper.sweep(mine.map { ($0, memo.folder) })
    filer.forget(swept.rows)
    removals.withLock { all in
      for file in files where all[file].map({ swept.rows.contains($0.number) }) ?? false {
        all[file] = nil
      }
    }
    guard let fault = swept.refused.first else {
      // The memo was counted when it was recorded; only what else came with it is looked at anew.
      return mine.count == files.count ? .taken : .changed
    }
    return .fault(
      .retry, message: "It is recorded, and cannot be taken out of the inbox: \(fault.why).")
  }
}
