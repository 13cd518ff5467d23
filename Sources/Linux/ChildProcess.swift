import CLinux
import Glibc

/// A child process that is killed and reaped when its owner lets go of it.
public struct ChildProcess: ~Copyable, Sendable {
  public enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// It closed its socket, or sent nothing in a message, and lived on until it was killed.
    case lingered

    public static let killedForMemory = Ending.killed(signal: SIGKILL)
    public static let forbiddenCall = Ending.killed(signal: SIGSYS)
    public static let outOfProcessorTime = Ending.killed(signal: SIGXCPU)
  }

  public let identifier: Int32

  /// Starts a program with an empty environment, default signals, standard input and output at `/dev/null`,
  /// standard error ours, `socket` as descriptor 3, and no other descriptor.
  public init(
    running program: String, arguments: [String] = [], socket: borrowing Descriptor
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    // dup2 of 3 onto itself would keep close-on-exec, so it never comes to that.
    let number = socket.number
    let other = Descriptor(owning: try retrying("fcntl") { mm_fcntl(number, F_DUPFD_CLOEXEC, 4) })
    posix_spawn_file_actions_adddup2(&actions, other.number, 3)
    // Ours are close-on-exec; what we inherited may not be.
    _ = mm_spawn_close_from(&actions, 4)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = signalSet(of: [])
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var vector: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for pointer in vector { free(pointer) } }
    vector.append(nil)
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, &attributes, &vector, &environment)
    guard code == 0 else { throw SystemError(Errno(rawValue: code), "posix_spawn", on: program) }
    identifier = child
  }

  deinit {
    kill(identifier, SIGKILL)
    ChildProcess.wait(for: identifier)
  }

  /// How the child ended, for one that has closed its socket and so is about to end; one that lives on for a second is
  /// killed. The child stays to be reaped by `deinit`.
  public func ending() -> Ending {
    guard hasEnded(within: 1000) else {
      kill(identifier, SIGKILL)
      return .lingered
    }
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1 {
      if errno != EINTR { return .exited(status: -1) }
    }
    let status = mm_child_status(&information)
    return information.si_code == CLD_EXITED ? .exited(status: status) : .killed(signal: status)
  }

  /// Lets the child use so many seconds of processor time from now on, whatever it has used; then SIGXCPU ends it. A
  /// child that is over is `noSuchProcess`. The hard limit is left alone, since only a privileged parent could raise it
  /// again for the next piece of work.
  public func grantProcessorTime(seconds: UInt64) throws(SystemError) {
    try retrying("prlimit") { mm_grant_processor_time(identifier, seconds) }
  }

  private func hasEnded(within milliseconds: Int32) -> Bool {
    let number = mm_open_process(identifier)
    guard number >= 0 else { return false }
    let process = Descriptor(owning: number)
    var entry = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  private static func wait(for identifier: Int32) {
    while waitpid(identifier, nil, 0) == -1, errno == EINTR {}
  }
}
