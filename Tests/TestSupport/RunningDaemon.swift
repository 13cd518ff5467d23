import Glibc

/// A daemon started for a test, which is killed and reaped with its last reference. Readiness is awaited by the
/// protocol of sd_notify(3), never by waiting a while.
public final class RunningDaemon {
  public let process: pid_t
  /// Where its standard error goes.
  public let log: String
  private let socket: Int32
  private var isReaped = false

  /// Starts a program and returns once it says that it is ready, or traps after a minute.
  public init(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) {
    let notify = folder["notify.\(RunningDaemon.serial())"]
    log = notify + ".log"
    socket = RunningDaemon.bind(notify)
    var all = environment
    all["NOTIFY_SOCKET"] = notify
    process = RunningDaemon.spawn(program, arguments, environment: all, log: log)
    while let lines = receive(seconds: 60) {
      if lines.contains("READY=1") { return }
    }
    kill(process, SIGKILL)
    let said = readFile(log).map { String(decoding: $0, as: UTF8.self) } ?? ""
    preconditionFailure("\(program) did not become ready: \(said)")
  }

  deinit {
    if !isReaped { _ = end(SIGKILL) }
    close(socket)
  }

  public func signal(_ number: Int32) { kill(process, number) }

  /// Ends the daemon with a signal and returns its wait(2) status; it is killed when it has not ended by itself
  /// within a minute.
  @discardableResult
  public func end(_ number: Int32 = SIGTERM) -> Int32 {
    guard !isReaped else { return 0 }
    kill(process, number)
    isReaped = true
    var status: Int32 = 0
    for _ in 0..<6000 {
      if waitpid(process, &status, WNOHANG) == process { return status }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return status
  }

  /// The lines of the next notification; nil when none came in time.
  private func receive(seconds: Int32) -> [Substring]? {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, seconds * 1000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else { return nil }
    return String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n")
  }

  private static func serial() -> String {
    String(UInt32.random(in: .min ... .max), radix: 16)
  }

  private static func bind(_ path: String) -> Int32 {
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(number, $0, length) }
    }
    precondition(code == 0, "no socket at \(path)")
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    // The daemon may be of another user.
    chmod(path, 0o666)
    return number
  }

  private static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String], log: String
  ) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    var inherited = ["PATH": "/usr/bin:/bin"]
    for name in ["HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH"] {
      inherited[name] = getenv(name).map { String(cString: $0) }
    }
    let variables = inherited.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    var variableVector = variables.map { strdup($0) } + [nil]
    defer { for pointer in vector + variableVector { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &vector, &variableVector)
    precondition(code == 0, "\(program) cannot be started: \(code)")
    return process
  }
}
