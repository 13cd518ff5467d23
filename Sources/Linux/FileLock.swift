import Glibc

/// An exclusive advisory lock on an open file (flock(2)). It goes with the descriptor, so a process that dies
/// leaves none behind.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Takes the lock or throws `wouldBlock` when another process holds it. Owns the descriptor either way:
  /// after a throw it is closed.
  public init(locking descriptor: consuming Descriptor) throws(SystemError) {
    let number = descriptor.number
    self.descriptor = descriptor
    // `isHeld` of another process takes a shared lock for a moment: that is no holder.
    for _ in 0..<5 {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return }
      if errno == EWOULDBLOCK { usleep(10_000) }
    }
    try retrying("flock") { flock(number, LOCK_EX | LOCK_NB) }
  }

  /// Whether another process holds the lock of a file that is open here. Shares it for an instant, for which `init` is
  /// prepared.
  public static func isHeld(on descriptor: borrowing Descriptor) throws(SystemError) -> Bool {
    let number = descriptor.number
    do throws(SystemError) {
      try retrying("flock") { flock(number, LOCK_SH | LOCK_NB) }
    } catch  where error.code == .wouldBlock {
      return true
    }
    try retrying("flock") { flock(number, LOCK_UN) }
    return false
  }

  /// The status of the locked file.
  public func status() throws(SystemError) -> FileStatus { try descriptor.status() }

  /// Replaces the content of the locked file, for a person who asks who holds it.
  public func write(_ text: String) throws(SystemError) {
    try descriptor.truncate(to: 0)
    let bytes = Array(text.utf8)
    try retrying("pwrite") { pwrite(descriptor.number, bytes, bytes.count, 0) }
  }

  /// What was written is on the disk when this returns.
  public func synchronize() throws(SystemError) { try descriptor.synchronize() }
}

extension FileLock {
  /// The process that holds an flock on the file, by `/proc/locks` (proc(5)); nil when nobody does or the kernel
  /// does not say.
  public static func holder(of descriptor: borrowing Descriptor) -> Int32? {
    // The kernel hands the table out a page at a time: a lock that goes between two pages takes another out of sight.
    for _ in 0..<5 {
      if let holder = listedHolder(of: descriptor) { return holder }
    }
    return nil
  }

  private static func listedHolder(of descriptor: borrowing Descriptor) -> Int32? {
    guard let status = try? descriptor.status(),
      let table = try? Descriptor(opening: "/proc/locks"),
      let bytes = (try? table.readAll(limit: 1 << 24)) ?? nil
    else { return nil }
    // A line: `1: FLOCK  ADVISORY  WRITE 708 08:01:1234 0 EOF`, the device in hexadecimal.
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count >= 6, parts[1] == "FLOCK" else { continue }
      let file = parts[5].split(separator: ":")
      guard file.count == 3, let major = UInt64(file[0], radix: 16),
        let minor = UInt64(file[1], radix: 16), UInt64(file[2]) == status.inode,
        deviceNumber(major: major, minor: minor) == status.device
      else { continue }
      return Int32(parts[4])
    }
    return nil
  }

  /// makedev(3).
  private static func deviceNumber(major: UInt64, minor: UInt64) -> UInt64 {
    (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | minor & 0xFF | (minor & ~0xFF) << 12
  }
}
