import Glibc

/// Which system calls are a step of the walk: all but those named here, each with its reason.
enum CountedCalls {
  /// Memory: no file is changed through a mapping, but SQLite's index of its log, which it makes anew after a crash.
  private static let memory: Set = [
    "brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "msync",
  ]

  /// Threads and processes: what they do with files is counted where they do it.
  private static let threads: Set = [
    "clone", "clone3", "vfork", "fork", "execve", "exit", "exit_group", "wait4", "waitid", "futex",
    "set_robust_list", "set_tid_address", "rseq", "arch_prctl", "prctl", "sched_yield",
    "sched_getaffinity", "sched_setaffinity", "sched_get_priority_min", "sched_get_priority_max",
    "setpriority", "getpriority", "pidfd_open", "pidfd_send_signal",
  ]

  /// Waiting and time: they change nothing, and what is waited for is taken by a call that is counted.
  private static let waiting: Set = [
    "poll", "ppoll", "epoll_wait", "epoll_pwait", "epoll_ctl", "epoll_create1", "select",
    "pselect6",
    "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "timerfd_create",
    "timerfd_settime", "restart_syscall",
  ]

  /// Signals, and questions about the process and the system.
  private static let questions: Set = [
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "sigaltstack", "kill",
    "tgkill", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getrandom",
    "sysinfo", "uname", "prlimit64", "getrlimit", "getrusage", "umask",
  ]

  private static let uncounted = memory.union(threads).union(waiting).union(questions)

  /// Calls whose first argument is no descriptor.
  private static let byPath: Set = [
    "open", "openat", "openat2", "stat", "lstat", "access", "readlink", "unlink", "mkdir", "rmdir",
    "chmod", "rename", "link", "socket", "socketpair", "pipe2", "eventfd2", "signalfd4",
    "inotify_init1", "memfd_create", "close_range", "getcwd", "chdir", "statfs", "sync",
  ]

  /// Those that may fail: not the unlocking of SQLite's shared memory, which no file system refuses, and after which SQLite
  /// takes the lock for held as long as the process lives (os_unix.c, `unixShmLock`).
  static func countFailing(_ call: TracedCall) -> Bool {
    if call.name == "fcntl", call.target(ofArgument: 0).hasSuffix("-shm"),
      call.arguments[1] == UInt(F_SETLK),
      call.value(ofArgument: 2, as: flock.self)?.l_type == Int16(F_UNLCK)
    {
      return false
    }
    return count(call)
  }

  static func count(_ call: TracedCall) -> Bool {
    if uncounted.contains(call.name) { return false }
    if isOfDispatch(call) { return false }
    if byPath.contains(call.name) || call.name.hasSuffix("at") || call.name.hasSuffix("at2") {
      return true
    }
    // Counters and signals between our own threads: no file, no store, no socket.
    let target = call.target(ofArgument: 0)
    return !["anon_inode:[eventfd]", "anon_inode:[signalfd]", "anon_inode:[timerfd]"].contains(
      target)
  }

  /// libdispatch looks now and then whether its own threads run, and ends the process where it cannot (workqueue.c, "registered
  /// worker exited prematurely"); so it does where it gets no counter to wake its own loop with (event_epoll.c). Nothing of
  /// ours is asked. Our own counters block, so they are told apart.
  private static func isOfDispatch(_ call: TracedCall) -> Bool {
    let path: String
    switch call.name {
    case "eventfd2": return call.arguments[1] & UInt(O_NONBLOCK) != 0
    case "open": path = call.path(folder: nil, 0)
    case "openat": path = call.path(folder: 0, 1)
    case "read", "close": path = call.target(ofArgument: 0)
    default: return false
    }
    let parts = path.split(separator: "/")
    return parts.first == "proc" && parts.last == "stat" && parts.count > 2
  }
}
