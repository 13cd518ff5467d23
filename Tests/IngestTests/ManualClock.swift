import InboxWatch
import Linux
import Records
import Synchronization

/// Clocks that stand still until the test moves them: both together as time passes, or the wall clock alone, as whoever
/// sets it does. It starts at the system's, so that files made by the test have their true age.
final class ManualClock: Timekeeper {
  private struct State {
    var wall = Instant(nanoseconds: wallClock())
    var steady = SteadyTime(nanoseconds: 5_000_000_000_000)
    var sleepers: [(until: SteadyTime, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func now() -> TimeReading {
    state.withLock { TimeReading(wall: $0.wall, steady: $0.steady) }
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
      state.wall = state.wall.advanced(by: duration)
      state.steady = state.steady.advanced(by: duration)
      let due = state.sleepers.filter { $0.until <= state.steady }
      state.sleepers.removeAll { $0.until <= state.steady }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// The wall clock is set; the steady one does not notice.
  func set(by duration: Duration) {
    state.withLock { $0.wall = $0.wall.advanced(by: duration) }
  }

  func setToSystem() {
    state.withLock { $0.wall = Instant(nanoseconds: wallClock()) }
  }

  /// Every sleeper wakes, so that no task of the test is left behind.
  func end() { advance(.seconds(1_000_000_000)) }
}
