import InboxWatch

/// What an examiner has found in one portion of memos, handed on as it comes.
struct ExaminedPortion {
  /// When the watcher handed the portion out.
  let since = ContinuousClock.now
  /// What there is nothing to file of, for the watcher.
  private(set) var concluded: [(memo: ReadyMemo, conclusion: Conclusion)] = []
  private let judged: WorkQueue<ExaminedMemo>
  private var pending: [ExaminedMemo] = []
  private var settled = 0
  private var handedOn = ContinuousClock.now

  init(of count: Int, into judged: WorkQueue<ExaminedMemo>) {
    self.judged = judged
    judged.announce(count)
  }

  mutating func add(_ memo: ReadyMemo, _ examination: Examination) {
    switch examination {
    case .judged(let examined): pending.append(examined)
    case .concluded(let conclusion): concluded.append((memo, conclusion))
    }
    settled += 1
  }

  /// Hands on what there is, once in a hundredth of a second at most, if there is room for it.
  mutating func handOnWhatThereIs() {
    let now = ContinuousClock.now
    guard settled > 0, now - handedOn > .milliseconds(10),
      judged.addIfThereIsRoom(pending, settling: settled)
    else { return }
    (pending, settled, handedOn) = ([], 0, now)
  }

  /// Gives the rest to whoever files it.
  nonisolated(nonsending) consuming func handOn() async {
    await judged.add(pending, settling: settled)
  }
}
