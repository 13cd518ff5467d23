import CTrace
import Glibc

/// A system call that a traced thread is about to make.
struct TracedCall {
  let process: pid_t
  let thread: pid_t
  /// As the kernel's table has it: `openat`, `pwrite64`, …
  let name: String
  let arguments: [UInt]

  /// What one of its descriptors leads to: a path, `socket:[…]`, `anon_inode:[…]`; with ` (deleted)` for a file that has
  /// no name any more.
  func target(ofArgument index: Int) -> String {
    target(of: Int32(truncatingIfNeeded: arguments[index]))
  }

  func target(of descriptor: Int32) -> String {
    let link = descriptor == AT_FDCWD ? "/proc/\(process)/cwd" : "/proc/\(process)/fd/\(descriptor)"
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &buffer, buffer.count)
    return String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The absolute path that a path argument means, with the folder that comes before it; not resolved further.
  func path(folder: Int?, _ index: Int) -> String {
    let path = text(ofArgument: index)
    if path.hasPrefix("/") { return path }
    let base = folder.map { target(ofArgument: $0) } ?? target(of: AT_FDCWD)
    return path.isEmpty ? base : "\(base)/\(path)"
  }

  /// A text in the memory of the process.
  func text(ofArgument index: Int) -> String {
    String(decoding: bytes(at: arguments[index], upTo: 4096).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A C structure in the memory of the process, at the address that an argument is.
  func value<Value: BitwiseCopyable>(ofArgument index: Int, as type: Value.Type) -> Value? {
    var bytes = [UInt8](repeating: 0, count: MemoryLayout<Value>.size)
    guard mm_trace_read(process, arguments[index], &bytes, bytes.count) == bytes.count else {
      return nil
    }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
  }

  /// Page by page, since the next one may not be there.
  private func bytes(at address: UInt, upTo limit: Int) -> [UInt8] {
    var result: [UInt8] = []
    var address = address
    while result.count < limit, !result.contains(0) {
      var page = [UInt8](repeating: 0, count: 4096 - Int(address % 4096))
      let count = mm_trace_read(process, address, &page, page.count)
      guard count > 0 else { break }
      result += page.prefix(count)
      address += UInt(count)
    }
    return result
  }
}

extension TracedCall: CustomStringConvertible {
  /// For a report: the name, and what it is about.
  var description: String {
    switch name {
    case "openat", "unlinkat", "mkdirat", "newfstatat", "statx", "faccessat", "faccessat2",
      "fchmodat",
      "readlinkat":
      "\(name) \(path(folder: 0, 1))"
    case "renameat", "renameat2", "linkat": "\(name) \(path(folder: 0, 1)) to \(path(folder: 2, 3))"
    case "open", "stat", "lstat", "access", "readlink", "unlink", "mkdir", "rmdir", "chmod":
      "\(name) \(path(folder: nil, 0))"
    case "inotify_add_watch": "\(name) \(path(folder: nil, 1))"
    default: "\(name) \(target(ofArgument: 0))"
    }
  }
}
