import Glibc
import Linux

/// Bytes of which the system reads the first, and fails with EIO (pread(2)) after them: the memory of this process where a
/// file is mapped, and then its pages beyond the end of that file, which nobody can read.
public final class UnreadableTail {
  private static let page = 4096
  private static let lost = 16 * page
  private let folder = TemporaryFolder()
  private let memory: UnsafeMutableRawPointer
  private let length: Int

  /// Where the bytes begin in `open()`.
  public var start: Int64 { Int64(Int(bitPattern: memory)) }
  /// All of them, with those that cannot be read.
  public var size: Int64 { Int64(length) }

  /// As many of the bytes can be read as fill whole pages.
  public init(after bytes: [UInt8]) throws(SystemError) {
    let kept = bytes.count / UnreadableTail.page * UnreadableTail.page
    writeFile(folder["mapped"], Array(bytes[..<kept]))
    let file = try Descriptor(opening: folder["mapped"])
    length = kept + UnreadableTail.lost
    guard let mapped = mmap(nil, length, PROT_READ, MAP_PRIVATE, file.number, 0),
      mapped != MAP_FAILED
    else { preconditionFailure("mmap fails with \(errno)") }
    memory = mapped
  }

  deinit { munmap(memory, length) }

  public func open() throws(SystemError) -> Descriptor {
    try Descriptor(opening: "/proc/self/mem")
  }
}
