import InboxWatch
import Linux
import Records
import Storage
import Synchronization

/// Files that are recorded and that the system does not let go from their inbox (a read-only folder, say), and those
/// whose removal the disk does not confirm. They are not taken for new ones; their removal is tried again now and then,
/// and whenever the watcher offers one.
final class StuckRemovals: Sendable {
  private let removals = Mutex<[InboxFile: StoredRemoval]>([:])

  var isEmpty: Bool { removals.withLock(\.isEmpty) }

  /// What the log was told of each, by its row.
  private let reasons = Mutex<[Int64: String]>([:])

  /// `why` has been told.
  func add(_ stored: StoredRemoval, why: String? = nil) {
    let file = InboxFile(name: stored.removal.name, identity: stored.removal.identity)
    removals.withLock { $0[file] = stored }
    reasons.withLock { $0[stored.number] = why }
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

  /// These rows have done their work, whoever saw to them.
  func drop(_ rows: [Int64]) {
    let rows = Set(rows)
    removals.withLock { all in
      for (file, stored) in all where rows.contains(stored.number) { all[file] = nil }
    }
    reasons.withLock { reasons in for row in rows { reasons[row] = nil } }
  }

  /// Tries all of them again, and answers why they stay where that has not been told.
  func retryAll(_ sweeper: Sweeper, _ filer: Filer) async -> [(name: FileName, why: String)] {
    let all = removals.withLock { Array($0.values) }
    var reachable: [(StoredRemoval, InboxFolder)] = []
    var news: [(name: FileName, why: String)] = []
    for (inbox, stored) in Dictionary(grouping: all, by: \.removal.inbox) {
      do throws(SystemError) {
        let folder = try InboxFolder(opening: inbox)
        reachable += stored.map { ($0, folder) }
      } catch {
        news += stored.compactMap { told($0, error.description) }
      }
    }
    guard !reachable.isEmpty else { return news }
    var swept = await sweeper.sweep(reachable)
    // Where the file is not, it may be on a disk that is not mounted just now.
    let elsewhere = Set(
      reachable.filter { stored, folder in
        !stored.removal.isGone(from: folder.status.device)
          && !swept.removed.contains(stored.number)
      }.map(\.0.number))
    swept.rows.removeAll(where: elsewhere.contains)
    filer.forget(swept.rows)
    await filer.flush()
    drop(swept.rows)
    return news + swept.refused.compactMap { told($0.removal, $0.why) }
  }

  private func told(_ stored: StoredRemoval, _ why: String) -> (name: FileName, why: String)? {
    let before = reasons.withLock { $0.updateValue(why, forKey: stored.number) }
    return before == why ? nil : (stored.removal.name, why)
  }

  private func retry(
    _ memo: ReadyMemo, _ sweeper: Sweeper, _ filer: Filer
  ) async -> Conclusion? {
    let files = memo.files
    let mine = removals.withLock { all in files.compactMap { all[$0] } }
    guard !mine.isEmpty else { return nil }
    let swept = await sweeper.sweep(mine.map { ($0, memo.folder) })
    filer.forget(swept.rows)
    drop(swept.rows)
    guard let fault = swept.refused.first else {
      // The memo was counted when it was recorded; only what else came with it is looked at anew.
      return mine.count == files.count ? .taken : .changed
    }
    return .fault(
      .retry, message: "It is recorded, and cannot be taken out of the inbox: \(fault.why).")
  }
}
