/// A point in time: whole nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
public struct Instant: Hashable, Sendable, Comparable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Seconds outside the years 1678 to 2261 give the nearest instant that fits.
  public init(seconds: Int64, nanoseconds: Int64 = 0) {
    let (whole, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooLate) = whole.addingReportingOverflow(nanoseconds)
    self.nanoseconds = tooLarge || tooLate ? (seconds < 0 ? .min : .max) : sum
  }

  /// Rounded down to the whole second.
  public var seconds: Int64 {
    nanoseconds >= 0
      ? nanoseconds / 1_000_000_000 : -((-(nanoseconds + 1)) / 1_000_000_000) - 1
  }

  public var milliseconds: Int64 {
    seconds * 1000 + (nanoseconds - seconds * 1_000_000_000) / 1_000_000
  }

  public static func < (one: Instant, other: Instant) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// Never overflows: the result is the nearest instant that fits.
  public func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    let (step, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !tooLarge else { return Instant(nanoseconds: seconds < 0 ? .min : .max) }
    let (sum, overflow) = nanoseconds.addingReportingOverflow(step + attoseconds / 1_000_000_000)
    return Instant(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  public func duration(since earlier: Instant) -> Duration {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return .nanoseconds(overflow ? (nanoseconds < 0 ? .min : .max) : difference)
  }
}
