import Synchronization

/// A bounded first-in-first-out queue between tasks: who adds to a full one waits, who takes from an empty one waits.
///
/// There is one taker. Whoever works on something that will be added announces it, so that the taker of a portion can
/// tell a lone element from the first of many. Nobody changes threads for it: the caller goes on where it was, at once
/// where it need not wait.
final class WorkQueue<Element: Sendable>: Sendable {
  private struct Taker {
    /// Woken when there are so many elements, or no more are announced.
    let portion: Int
    /// Of its wait; none for one that waits for the first element.
    let number: UInt64
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var elements: [Element] = []
    var announced = 0
    var isFinished = false
    var givers: [CheckedContinuation<Void, Never>] = []
    var taker: Taker?
    var lastWait: UInt64 = 0

    func satisfies(_ portion: Int) -> Bool {
      isFinished || elements.count >= portion || (announced <= 0 && !elements.isEmpty)
    }

    /// The taker to wake, if there is enough for it.
    mutating func takeSatisfied() -> CheckedContinuation<Void, Never>? {
      guard let waiting = taker, satisfies(waiting.portion) else { return nil }
      taker = nil
      return waiting.continuation
    }
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { state.withLock(\.elements.count) }

  /// So many are being worked on.
  func announce(_ count: Int) { state.withLock { $0.announced += count } }

  /// Adds all at once, however many, after there was room for one; `settling` of the announced are done with them.
  nonisolated(nonsending) func add(_ new: [Element], settling count: Int = 0) async {
    while !new.isEmpty, await waitsForRoom() {}
    append(new, settling: count)
  }

  /// The same for somebody who cannot wait: false where there is no room, and nothing was added.
  func addIfThereIsRoom(_ new: [Element], settling count: Int) -> Bool {
    // Others may fill it up in between; the bound is for the memory, not to the element.
    guard state.withLock({ $0.elements.count < capacity || $0.isFinished }) else { return false }
    append(new, settling: count)
    return true
  }

  private func append(_ new: [Element], settling count: Int) {
    let woken = state.withLock { state in
      state.announced -= count
      state.elements.append(contentsOf: new)
      return state.takeSatisfied()
    }
    woken?.resume()
  }

  /// At most `limit` of what is there, waiting for the first; empty once the queue is finished and drained. While more
  /// is announced, the portion is waited for to grow, for `growth` at most: a lone element never waits.
  nonisolated(nonsending) func take(limit: Int, growth: Duration = .zero) async -> [Element] {
    await wait(for: 1)
    if growth > .zero, !state.withLock({ $0.satisfies(limit) }) {
      let number = state.withLock { state in
        state.lastWait += 1
        return state.lastWait
      }
      let timer = Task {
        try? await Task.sleep(for: growth)
        if !Task.isCancelled { self.giveUp(on: number) }
      }
      await wait(for: limit, as: number)
      timer.cancel()
    }
    let (taken, givers) = state.withLock { state in
      let taken = Array(state.elements.prefix(limit))
      state.elements.removeFirst(taken.count)
      defer { state.givers = [] }
      return (taken, state.givers)
    }
    for giver in givers { giver.resume() }
    return taken
  }

  /// No more will be added; what is there can still be taken.
  func finish() {
    let (givers, taker) = state.withLock { state in
      state.isFinished = true
      defer { state.givers = [] }
      return (state.givers, state.takeSatisfied())
    }
    for giver in givers { giver.resume() }
    taker?.resume()
  }

  /// True after having waited: room is to be looked for again.
  private nonisolated(nonsending) func waitsForRoom() async -> Bool {
    guard state.withLock({ $0.elements.count >= capacity && !$0.isFinished }) else { return false }
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.elements.count >= capacity, !state.isFinished else { return false }
        state.givers.append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
    return true
  }

  private nonisolated(nonsending) func wait(for portion: Int, as number: UInt64 = 0) async {
    guard state.withLock({ !$0.satisfies(portion) }) else { return }
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard !state.satisfies(portion) else { return false }
        precondition(state.taker == nil, "one taker at a time")
        state.taker = Taker(
          portion: portion, number: number, continuation: continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Lets the taker that waits for this portion to grow have what there is.
  private func giveUp(on number: UInt64) {
    let woken = state.withLock { state in
      guard let waiting = state.taker, waiting.number == number else {
        return nil as CheckedContinuation<Void, Never>?
      }
      state.taker = nil
      return waiting.continuation
    }
    woken?.resume()
  }
}
