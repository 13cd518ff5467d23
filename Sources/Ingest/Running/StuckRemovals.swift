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

  /// The ctime of each file, by its row, when its content was last found to be the one that was recorded.
  private let compared = Mutex<[Int64: Int64]>([:])

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
    compared.withLock { compared in for row in rows { compared[row] = nil } }
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
    news += letGo(&reachable, filer).compactMap { told($0.removal, $0.why) }
    guard !reachable.isEmpty else {
      await filer.flush()
      return news
    }
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
    var reachable = mine.map { ($0, memo.folder) }
    if let fault = letGo(&reachable, filer).first { return waiting(fault.why) }
    if reachable.isEmpty { return nil }
    let swept = await sweeper.sweep(reachable)
    filer.forget(swept.rows)
    drop(swept.rows)
    guard let fault = swept.refused.first else {
      // The memo was counted when it was recorded; only what else came with it is looked at anew.
      return reachable.count == files.count ? .taken : .changed
    }
    return waiting(fault.why)
  }

  private func waiting(_ why: String) -> Conclusion {
    .fault(.retry, message: "It is recorded, and cannot be taken out of the inbox: \(why).")
  }

  /// Forgets those whose file was written over since it was recorded, so that it is judged as the other content that it is,
  /// and takes them out; also those of which that cannot be told just now, which are answered.
  private func letGo(
    _ removals: inout [(StoredRemoval, InboxFolder)], _ filer: Filer
  ) -> [(removal: StoredRemoval, why: String)] {
    var same: [(StoredRemoval, InboxFolder)] = []
    var others: [Int64] = []
    var unread: [(removal: StoredRemoval, why: String)] = []
    for (stored, folder) in removals {
      do throws(SystemError) {
        if try isWrittenOver(stored, in: folder) {
          others.append(stored.number)
        } else {
          same.append((stored, folder))
        }
      } catch { unread.append((stored, error.description)) }
    }
    filer.forget(others)
    drop(others)
    removals = same
    return unread
  }

  /// It is read again only where it was changed since it was read last, as its ctime tells, which no program can put back.
  private func isWrittenOver(
    _ stored: StoredRemoval, in folder: InboxFolder
  ) throws(SystemError) -> Bool {
    let removal = stored.removal
    for name in [removal.privateName, removal.name] {
      guard let status = try folder.descriptor.statusIfThere(of: PathBytes(name.bytes)),
        status.identity == removal.identity
      else { continue }
      if compared.withLock({ $0[stored.number] }) == status.changed { return false }
      guard try !removal.isWrittenOver(under: name, in: folder.descriptor) else {
        return name == removal.name || giveBack(removal, in: folder)
      }
      compared.withLock { $0[stored.number] = status.changed }
    }
    return false
  }

  /// Whether the file has a public name again.
  private func giveBack(_ removal: PendingRemoval, in folder: InboxFolder) -> Bool {
    let step = InboxRemoval(
      name: removal.name, privateName: removal.privateName, identity: removal.identity)
    guard case .kept = step.givenBack(in: folder.descriptor) else { return false }
    return true
  }
}
