import CLinux
import Glibc

/// An open file descriptor with one owner. `deinit` closes it, and any error of that is lost: call `close()`
/// where it matters. After a throw of an initialiser nothing is open.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, valid as long as the owner lives. Borrow it, never close it.
  public let number: Int32

  /// Takes over an open descriptor.
  public init(owning number: Int32) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Gives the descriptor up to the caller, who closes it.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// A second descriptor of the same open file description (fcntl(2), F_DUPFD_CLOEXEC).
  public func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try retrying("fcntl") { mm_fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }
}

/// How a file is opened; always close-on-exec, never as a controlling terminal.
public struct OpenOptions: OptionSet, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let read = OpenOptions([])
  public static let write = OpenOptions(rawValue: O_WRONLY)
  public static let readWrite = OpenOptions(rawValue: O_RDWR)
  public static let create = OpenOptions(rawValue: O_CREAT)
  public static let exclusive = OpenOptions(rawValue: O_EXCL)
  public static let truncate = OpenOptions(rawValue: O_TRUNC)
  public static let append = OpenOptions(rawValue: O_APPEND)
  public static let directory = OpenOptions(rawValue: O_DIRECTORY)
  /// A symbolic link as the last part of the path fails with `symbolicLinkLoop`.
  public static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Opening a pipe or a device does not wait (open(2), fifo(7)).
  public static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
}

extension Descriptor {
  /// Opens a path (openat(2)). `mode` counts only with `.create` and is subject to the umask.
  public init(
    opening path: String, _ options: OpenOptions = .read, mode: UInt32 = 0o666
  ) throws(SystemError) {
    number = try retrying("openat", on: path) {
      mm_openat(AT_FDCWD, path, options.rawValue | O_CLOEXEC | O_NOCTTY, mode)
    }
  }

  /// Opens a name in an open directory, byte for byte.
  public init(
    opening name: PathBytes, in directory: borrowing Descriptor, _ options: OpenOptions = .read,
    mode: UInt32 = 0o666
  ) throws(SystemError) {
    let folder = directory.number
    number = try retrying("openat", on: name.description) {
      name.withCString { mm_openat(folder, $0, options.rawValue | O_CLOEXEC | O_NOCTTY, mode) }
    }
  }

  /// Fails with what the last write could not report (close(2)).
  public consuming func close() throws(SystemError) {
    let number = number
    discard self
    // Linux frees the number even when close is interrupted, so it is never repeated.
    if Glibc.close(number) != 0, errno != EINTR { throw SystemError("close") }
  }
}
