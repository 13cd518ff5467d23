import Glibc

extension Descriptor {
  /// Sets the modification time, in nanoseconds since the epoch, and the access time with it (futimens(3)).
  public func setModified(_ nanoseconds: Int64) throws(SystemError) {
    let seconds = nanoseconds / 1_000_000_000 - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    let time = timespec(
      tv_sec: time_t(seconds), tv_nsec: Int(nanoseconds - seconds * 1_000_000_000))
    let times = [time, time]
    try retrying("futimens") { futimens(number, times) }
  }
}
