import CLinux
import Glibc

/// A child process that is killed and reaped when its owner lets go of it.
public struct ChildProcess: ~Copyable, Sendable {
  public enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)

    public static let killedForMemory = Ending.killed(signal: SIGKILL)
    public static let forbiddenCall = Ending.killed(signal: SIGSYS)
  }

  public let identifier: Int32
  private var isReaped = false

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
    // dup2 onto itself would keep close-on-exec; posix_spawn clears it then (POSIX.1-2024), glibc too.
    posix_spawn_file_actions_adddup2(&actions, socket.number, 3)

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
    guard !isReaped else { return }
    kill(identifier, SIGKILL)
    _ = ChildProcess.wait(for: identifier)
  }

  public func terminate() { kill(identifier, SIGKILL) }

  /// Waits for the end of the child; one that has closed its socket, or was killed, ends at once.
  public consuming func wait() -> Ending {
    isReaped = true
    return ChildProcess.wait(for: identifier)
  }

  private static func wait(for identifier: Int32) -> Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1 {
      if errno != EINTR { return .exited(status: -1) }
    }
    // wait(2): the low seven bits are the signal, the next byte the exit status.
    return status & 0x7F == 0
      ? .exited(status: status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }
}

/// This process as a child: asks the kernel to kill it when its parent dies (PR_SET_PDEATHSIG).
public func dieWithParent() throws(SystemError) {
  try retrying("prctl") { mm_parent_death_signal(SIGKILL) }
}
