/// A bounded first-in-first-out queue between tasks: who adds to a full one waits, who takes from an empty one waits.
///
/// Whoever works on something that will be added announces it, so that the taker of a portion can tell a lone element
/// from the first of many.
actor WorkQueue<Element: Sendable> {
  private let capacity: Int
  private var elements: [Element] = []
  private var announced = 0
  private var isFinished = false
  private var givers: [CheckedContinuation<Void, Never>] = []
  private var takers: [CheckedContinuation<Void, Never>] = []

  init(capacity: Int) { self.capacity = capacity }

  /// So many are being worked on.
  func announce(_ count: Int) { announced += count }

  /// Adds all at once, however many, after there was room for one; `settling` of the announced are done with them.
  func add(_ new: [Element], settling count: Int = 0) async {
    announced -= count
    if new.isEmpty { return }
    while elements.count >= capacity && !isFinished {
      await withCheckedContinuation { givers.append($0) }
    }
    elements.append(contentsOf: new)
    wake(&takers)
  }

  /// At most `limit` of what is there, waiting for the first; empty once the queue is finished and drained. While more
  /// is announced, the portion is waited for to grow, for `growth` at most: a lone element never waits.
  func take(limit: Int, growth: Duration = .zero) async -> [Element] {
    while elements.isEmpty && !isFinished {
      await withCheckedContinuation { takers.append($0) }
    }
    let end = ContinuousClock.now + growth
    while elements.count < limit, announced > 0, !isFinished, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(2))
    }
    let taken = Array(elements.prefix(limit))
    elements.removeFirst(taken.count)
    wake(&givers)
    return taken
  }

  /// No more will be added; what is there can still be taken.
  func finish() {
    isFinished = true
    wake(&givers)
    wake(&takers)
  }

  var count: Int { elements.count }

  private func wake(_ waiting: inout [CheckedContinuation<Void, Never>]) {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }
}
