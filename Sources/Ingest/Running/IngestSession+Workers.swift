import InboxWatch
import Storage

/// The workers of a session, each on the thread of an actor: what they take from one queue they hand on to the next.
extension IngestSession {
  // Each of the following goes on where its worker works: handing a memo from thread to thread costs more than most of
  // what is done with it.

  func examine(_ watcher: InboxWatcher, _ examiner: isolated Examiner) async {
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

  /// Makes durable what has been judged, as much as there is at a time.
  func synchronize(_ synchronizer: isolated Synchronizer) async {
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
  func file(_ filer: isolated Filer) async {
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
  func sweep(_ sweeper: isolated Sweeper) async {
    while true {
      let group = await filed.take(limit: 64)
      if group.isEmpty { return }
      await finish(group, sweeper)
      if filed.count == 0 { await filer.flushSoon() }
      board.changed()
    }
  }
}

extension Conclusion {
  fileprivate var isForRoom: Bool {
    if case .fault(.storeFull, _) = self { true } else { false }
  }
}
