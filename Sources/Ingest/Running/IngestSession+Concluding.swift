import InboxWatch
import Records
import Storage

/// What came of the memos, told to their watchers, to the log and to the board.
extension IngestSession {
  /// Takes the files of what was filed out of the inboxes, and ends each memo.
  func finish(_ group: [(ExaminedMemo, Filed)], _ sweeper: isolated Sweeper) async {
    var removals: [(StoredRemoval, InboxFolder)] = []
    for (examined, filed) in group {
      removals += filed.removals.map { ($0, examined.memo.folder) }
    }
    let swept = sweeper.sweep(removals)
    filer.forget(swept.rows)
    for stored in swept.unsettled { stuck.add(stored) }
    for (stored, why) in swept.refused {
      stuck.add(stored, why: why)
      tell(stored.removal.name, why)
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

  nonisolated(nonsending) func note(_ memo: ReadyMemo, _ conclusion: Conclusion) async {
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
}
