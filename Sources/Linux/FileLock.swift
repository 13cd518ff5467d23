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
    try retrying("flock") { flock(number, LOCK_EX | LOCK_NB) }
  }

  /// Whether another process holds the lock of a file that is open here; takes nothing.
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

  /// Replaces the content of the locked file, for a person who asks who holds it.
  public func write(_ text: String) throws(SystemError) {
    try descriptor.truncate(to: 0)
    let bytes = Array(text.utf8)
    try retrying("pwrite") { pwrite(descriptor.number, bytes, bytes.count, 0) }
  }
}
