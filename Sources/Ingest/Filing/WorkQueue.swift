/// A bounded first-in-first-out queue between tasks: who adds to a full one waits, who takes from an empty one waits.
actor WorkQueue<Element: Sendable> {
  private let capacity: Int
  private var elements: [Element] = []
  private var isFinished = false
  private var givers: [CheckedContinuation<Void, Never>] = []
  private var takers: [CheckedContinuation<Void, Never>] = []

  init(capacity: Int) { self.capacity = capacity }

  /// Adds all at once, however many, after there was room for one.
  func add(_ new: [Element]) async {
    while elements.count >= capacity && !isFinished {
      await withCheckedContinuation { givers.append($0) }
    }
    elements.append(contentsOf: new)
    wake(&takers)
  }

  /// At most `limit` of what is there, waiting for the first; empty once the queue is finished and drained.
  func take(limit: Int) async -> [Element] {
    while elements.isEmpty && !isFinished {
      await withCheckedContinuation { takers.append($0) }
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
