import Glibc

/// The wall clock: nanoseconds since the epoch (clock_gettime(2), CLOCK_REALTIME).
public func wallClock() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The time zone that the C library is set to (tzset(3)): the TZ variable, else the system's.
public enum LocalTime {
  /// Chooses a zone by its name (`Asia/Taipei`) for the whole process; before other threads start, since it
  /// changes the environment. False when the system knows no such zone.
  public static func use(zone name: String) -> Bool {
    guard isKnown(zone: name) else { return false }
    setenv("TZ", ":" + name, 1)
    tzset()
    return true
  }

  /// Reads the zone now (tzset(3)), so that whoever asks for a time later opens no file for it.
  public static func prepare() { tzset() }

  /// Whether the zone database has the name; a path out of the database is no zone.
  public static func isKnown(zone name: String) -> Bool {
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != ".." && $0 != "." }) else {
      return false
    }
    if name == "UTC" { return true }
    return (try? fileStatus(at: "\(folder)/\(name)").kind) == .regular
  }

  /// Seconds east of UTC at an instant (localtime_r(3)).
  public static func offset(atSecondsSinceEpoch seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}

/// CLOCK_MONOTONIC in microseconds, as systemd wants it beside `RELOADING=1` (sd_notify(3)).
public func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// Holds this thread for a while (nanosleep(2)); for programs that measure, never for one that serves.
public func pause(_ duration: Duration) throws(SystemError) {
  let (seconds, attoseconds) = duration.components
  var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  try retrying("nanosleep") {
    var rest = timespec()
    let result = nanosleep(&left, &rest)
    left = rest
    return result
  }
}
