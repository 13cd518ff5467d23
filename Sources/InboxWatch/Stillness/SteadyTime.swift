import Records

/// A reading of a clock that no one sets: nanoseconds since some fixed point, running on through sleep.
public struct SteadyTime: Hashable, Sendable, Comparable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (one: SteadyTime, other: SteadyTime) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// Never overflows: the result is the nearest time that fits.
  public func advanced(by duration: Duration) -> SteadyTime {
    SteadyTime(nanoseconds: Instant(nanoseconds: nanoseconds).advanced(by: duration).nanoseconds)
  }

  public func duration(since earlier: SteadyTime) -> Duration {
    .nanoseconds(nanoseconds - earlier.nanoseconds)
  }
}

/// Both clocks at one moment. The wall clock may jump, so it only dates things and gives a file its age at first
/// sight; everything else is measured on the steady clock.
public struct TimeReading: Hashable, Sendable {
  public let wall: Instant
  public let steady: SteadyTime

  public init(wall: Instant, steady: SteadyTime) {
    self.wall = wall
    self.steady = steady
  }

  /// What the wall clock showed, or will show, at another time, if nobody sets it.
  public func wall(at time: SteadyTime) -> Instant {
    wall.advanced(by: time.duration(since: steady))
  }
}
