import CLinux
import Glibc

/// A program that has the terminal for itself until it ends, such as an editor.
public enum ForegroundProgram {
  public enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
  }

  /// Runs it with our standard streams and environment, and waits. As system(3) does, this program ignores meanwhile what
  /// Ctrl-C and Ctrl-\ send, which are the other's to understand.
  public static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> Ending {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    _ = mm_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let keys = [SIGINT, SIGQUIT].filter { !mm_is_ignored($0) }
    var standard = signalSet(of: keys + [SIGPIPE])
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }

    for number in keys { signal(number, SIG_IGN) }
    defer { for number in keys { signal(number, SIG_DFL) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, &attributes, &vector, environ)
    guard code == 0 else { throw SystemError(Errno(rawValue: code), "posix_spawn", on: program) }
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED) == -1, errno == EINTR {}
    let status = mm_child_status(&information)
    return information.si_code == CLD_EXITED ? .exited(status: status) : .killed(signal: status)
  }
}
