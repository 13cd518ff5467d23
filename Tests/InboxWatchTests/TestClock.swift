import Glibc
import InboxWatch
import Linux
import Records
import Synchronization

/// Clocks that stand still until the test moves them. The wall clock starts at the system's, so that files made by the
/// test have their true age.
final class TestClock: Timekeeper {
  private struct State {
    var steady = SteadyTime(nanoseconds: 5_000_000_000_000)
    var sleepers: [(until: SteadyTime, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let start = Instant(nanoseconds: wallClock())

  func now() -> TimeReading {
    let steady = state.withLock { $0.steady }
    return TimeReading(
      wall: start.advanced(by: .nanoseconds(steady.nanoseconds - 5_000_000_000_000)),
      steady: steady)
  }

  func sleep(until time: SteadyTime) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if time <= state.steady { return true }
        state.sleepers.append((time, continuation))
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  func advance(_ duration: Duration) {
    let due = state.withLock { state in
      state.steady = state.steady.advanced(by: duration)
      let due = state.sleepers.filter { $0.until <= state.steady }
      state.sleepers.removeAll { $0.until <= state.steady }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Every sleeper wakes, so that no task of the test is left behind.
  func end() { advance(.seconds(1_000_000_000)) }
}

/// Asks until the answer is yes; false after half a minute, and many askings where others keep the threads busy.
func eventually(_ condition: () async -> Bool) async -> Bool {
  let end = ContinuousClock.now.advanced(by: .seconds(30))
  var askings = 0
  while ContinuousClock.now < end || askings < 200 {
    if await condition() { return true }
    askings += 1
    await Task.yield()
  }
  return false
}

/// A lease that is broken while the test's process holds it must not end the process.
let leaseBreaksAreHarmless: Void = { _ = signal(LeaseBreaks.signal, SIG_IGN) }()

/// Something that becomes true once.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
