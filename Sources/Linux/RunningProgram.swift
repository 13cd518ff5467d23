import CLinux
import Glibc

/// A program that runs beside this one, in this one's environment with a few changes. It is killed and reaped when its
/// owner lets go of it.
public struct RunningProgram: ~Copyable, Sendable {
  public let identifier: Int32

  /// Standard input and output are `/dev/null`; standard error goes to a file, or nowhere.
  public init(
    _ program: String, _ arguments: [String], environment changes: [String: String] = [:],
    standardError: String = "/dev/null"
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 2, standardError, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var variables: [String: String] = [:]
    for name in ["PATH", "HOME", "TMPDIR", "LANG", "TZ"] {
      variables[name] = CurrentProcess.environment(name)
    }
    variables.merge(changes) { $1 }
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in vector + environment { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, nil, &vector, &environment)
    guard code == 0 else { throw SystemError(Errno(rawValue: code), "posix_spawn", on: program) }
    identifier = child
  }

  deinit {
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) == -1, errno == EINTR {}
  }

  /// Waits for the end; the exit status, or nil when a signal ended it. It stays to be reaped by `deinit`.
  public func wait() -> Int32? {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1 {
      if errno != EINTR { return nil }
    }
    return information.si_code == CLD_EXITED ? mm_child_status(&information) : nil
  }

  /// The number behind a line of `/proc/PID/status`, in kilobytes (`VmRSS`, `VmHWM`).
  public func kilobytes(_ name: String) -> Int? {
    guard let file = try? Descriptor(opening: "/proc/\(identifier)/status"),
      let bytes = (try? file.readAll(limit: 1 << 16)) ?? nil
    else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// Processor time so far, in clock ticks of a hundredth of a second (proc(5), utime and stime).
  public var processorTicks: Int? {
    guard let file = try? Descriptor(opening: "/proc/\(identifier)/stat"),
      let bytes = (try? file.readAll(limit: 1 << 16)) ?? nil,
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let parts = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
    guard parts.count > 12, let user = Int(parts[11]), let system = Int(parts[12]) else {
      return nil
    }
    return user + system
  }
}
