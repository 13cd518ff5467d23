import CLinux
import Glibc

/// No core dump of this process is written (setrlimit(2), RLIMIT_CORE).
public func limitCoreDumps() throws(SystemError) { try limit(RLIMIT_CORE) }

/// This process can make no file longer (RLIMIT_FSIZE).
public func limitWrittenFiles() throws(SystemError) { try limit(RLIMIT_FSIZE) }

private func limit(_ resource: __rlimit_resource) throws(SystemError) {
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  try retrying("setrlimit") { setrlimit(__rlimit_resource_t(resource.rawValue), &none) }
}

/// What a library prints on standard error goes nowhere from now on.
public func silenceStandardError() throws(SystemError) {
  let null = try Descriptor(opening: "/dev/null", [.write])
  let number = null.number
  try retrying("dup2") { dup2(number, STDERR_FILENO) }
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
