import CSeccomp
import Linux

extension SystemCallFilter {
  /// What decoding an open file and answering over an open socket takes, found by decoding every format of libsndfile.
  static func decoding() throws(SystemError) -> SystemCallFilter {
    let filter = try SystemCallFilter()
    for call in allowed { try filter.allow(call) }
    for call in refused { try filter.refuse(call) }
    // No new code: neither from a file nor from what was written to memory.
    for call in ["mmap", "mprotect"] {
      try filter.allow(
        call, where: Condition(argument: 2, mask: UInt64(MM_PROT_EXEC), value: 0))
    }
    // Not F_SETOWN and F_SETSIG, by which the kernel would signal another process on our behalf.
    for command in [MM_F_GETFD, MM_F_SETFD, MM_F_GETFL, MM_F_DUPFD_CLOEXEC] {
      try filter.allow(
        "fcntl",
        where: Condition(argument: 1, mask: UInt64(UInt32.max), value: UInt64(command)))
    }
    // How abort(3) ends the process; no other process is signalled.
    try filter.allow(
      "tgkill",
      where: Condition(
        argument: 0, mask: UInt64(UInt32.max), value: UInt64(CurrentProcess.identifier)))
    return filter
  }

  private static let allowed = [
    "read", "pread64", "readv", "lseek", "fstat", "newfstatat", "close",
    "recvmsg", "sendmsg", "write",
    // What the C library says before it ends a process whose memory is damaged.
    "writev",
    "brk", "munmap", "mremap", "madvise",
    "futex", "sched_yield", "restart_syscall",
    "exit", "exit_group", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "getpid", "gettid",
    "clock_gettime", "gettimeofday", "clock_nanosleep", "nanosleep", "getrandom",
    // glibc's qsort asks how much memory there is; Ogg Vorbis sorts its code books.
    "sysinfo",
    // glibc's malloc asks how many processors there are once it has run out of memory.
    "sched_getaffinity",
  ]

  /// Calls by which a library looks for what it can do without.
  private static let refused = ["open", "openat", "openat2", "socket"]
}
