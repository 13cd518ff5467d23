import Glibc

/// What a process may use up at most (setrlimit(2)).
public enum ResourceLimit: Sendable {
  /// Bytes of address space; more is refused as if there were no memory (RLIMIT_AS).
  case addressSpace
  /// Descriptors that are open at a time (RLIMIT_NOFILE).
  case openFiles
  /// Bytes of a file that is written (RLIMIT_FSIZE). A write beyond it ends the process by SIGXFSZ.
  case writtenFile
  /// Bytes of a core dump (RLIMIT_CORE).
  case coreDump

  /// Lowers the limit of this process for good. One that is lower already stays.
  public func lower(to most: UInt64) throws(SystemError) {
    let number = __rlimit_resource_t(resource.rawValue)
    var limits = rlimit()
    try retrying("getrlimit") { getrlimit(number, &limits) }
    let least = min(rlim_t(most), limits.rlim_max)
    limits = rlimit(rlim_cur: least, rlim_max: least)
    try retrying("setrlimit") { setrlimit(number, &limits) }
  }

  private var resource: __rlimit_resource {
    switch self {
    case .addressSpace: RLIMIT_AS
    case .openFiles: RLIMIT_NOFILE
    case .writtenFile: RLIMIT_FSIZE
    case .coreDump: RLIMIT_CORE
    }
  }
}

/// Whether a number is an open socket.
public func isSocket(_ number: Int32) -> Bool {
  var status = stat()
  return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
}

/// Lets this process open as many files as it may (RLIMIT_NOFILE, up to the hard limit). One that is refused keeps what
/// it has.
public func raiseOpenFileLimit() {
  var limits = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return }
  limits.rlim_cur = limits.rlim_max
  _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
}
