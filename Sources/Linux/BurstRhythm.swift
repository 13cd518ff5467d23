import Synchronization

/// How long a reader of events leaves them to gather before it reads again. Under load a wake-up for each event costs more
/// than the event: the first of a burst has not waited, and the longer a burst lasts, the larger the portions,
/// up to ten milliseconds' worth.
final class BurstRhythm: Sendable {
  private struct State {
    var last: Int64 = 0
    var length: UInt32 = 0
  }

  private let state = Mutex(State())

  /// Microseconds.
  func pause() -> UInt32 {
    let now = monotonicMicroseconds()
    return state.withLock { state in
      state.length = now - state.last < 15_000 ? min(state.length + 1, 40) : 0
      state.last = now
      return 500 + state.length * 250
    }
  }
}
