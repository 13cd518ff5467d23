import Glibc

/// Looks again and again, every so many microseconds, until a condition holds; false after three minutes. For what
/// another process does and tells nobody.
public func eventually(
  every pause: UInt32 = 20_000, _ condition: () throws -> Bool
) rethrows -> Bool {
  for _ in 0..<(180_000_000 / pause) {
    if try condition() { return true }
    usleep(pause)
  }
  return false
}

/// Returns at a random moment within so many microseconds, to cut into what another process is doing.
public func atRandomMoment(within microseconds: UInt32) {
  usleep(UInt32.random(in: 0..<microseconds))
}
