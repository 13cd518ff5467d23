import Linux
import Records

/// The clocks that a watcher lives by; tests have their own.
public protocol Timekeeper: Sendable {
  func now() -> TimeReading
  /// Returns at the time, or earlier when the task is cancelled.
  func sleep(until time: SteadyTime) async
}

/// The clocks of the system.
public struct SystemTimekeeper: Timekeeper {
  private let start = ContinuousClock.now

  public init() {}

  public func now() -> TimeReading {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return TimeReading(
      wall: Instant(nanoseconds: wallClock()),
      steady: SteadyTime(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  public func sleep(until time: SteadyTime) async {
    try? await ContinuousClock().sleep(until: start.advanced(by: .nanoseconds(time.nanoseconds)))
  }
}
