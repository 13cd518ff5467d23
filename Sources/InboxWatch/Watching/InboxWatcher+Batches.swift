import Records

extension InboxWatcher {
  /// Up to `limit` memos that are ready, waiting for the first. Empty when the watcher was stopped, the task was
  /// cancelled or, in a single run, when there is nothing more to come. Each memo handed out must be concluded.
  /// Any number of tasks may wait for batches.
  public func nextBatch(limit: Int) async -> [ReadyMemo] {
    while !isStopped && !Task.isCancelled {
      let now = time.now()
      let batch = takeBatch(limit: limit, at: now)
      if !batch.isEmpty { return batch }
      if pause == nil, ledger.hasRipe {
        // Leases were asked for in vain; others may have their turn before the next portion.
        await Task.yield()
        continue
      }
      if isDrained(at: now) { return [] }
      await somethingHappens()
    }
    return []
  }

  public func conclude(_ memo: ReadyMemo, _ conclusion: Conclusion) {
    conclude([(memo, conclusion)])
  }

  public func conclude(_ conclusions: [(memo: ReadyMemo, conclusion: Conclusion)]) {
    let now = time.now()
    let needsLook = conclusions.contains { $0.conclusion == .changed }
    let folder = needsLook ? openFolder(at: now) : nil
    for (memo, conclusion) in conclusions {
      if conclusion == .changed, let folder {
        for file in memo.files { look(at: file.name, in: folder, at: now) }
      }
      ledger.conclude(memo.offer, conclusion, at: now)
    }
    // What a sidecar waits for may be its recording, which is to be judged again with it.
    if conclusions.contains(where: { $0.conclusion == .waitsForRecording }) { recall(at: now) }
    settle(at: now)
  }

  private func takeBatch(limit: Int, at now: TimeReading) -> [ReadyMemo] {
    ledger.advance(to: now)
    guard pause == nil, ledger.hasRipe, let folder = openFolder(at: now) else { return [] }
    let offers = ledger.offer(limit: limit, at: now) { folder.probe($0) }
    return offers.map { ReadyMemo(offer: $0, folder: folder) }
  }

  /// Whether a single run has nothing left to hand out: nothing is ripe or being judged, and nothing will be ripe
  /// before its end.
  private func isDrained(at now: TimeReading) -> Bool {
    guard isOnce else { return false }
    return !ledger.hasWork(
      before: now.steady < deadline ? deadline : SteadyTime(nanoseconds: .min))
  }

  /// Returns when there may be something to do, or the task is cancelled.
  private func somethingHappens() async {
    lastWaiter += 1
    let number = lastWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled || isStopped {
          continuation.resume()
        } else {
          waiters[number] = continuation
          setAlarm()
        }
      }
    } onCancel: {
      Task { await self.release(number) }
    }
  }

  private func release(_ number: UInt64) { waiters.removeValue(forKey: number)?.resume() }

  func wake() {
    let all = waiters
    waiters = [:]
    for continuation in all.values { continuation.resume() }
  }
}
