import CLinux
import Glibc

/// A program at a terminal of its own, whose keys are pressed and whose screen is read by this one (pty(7)). It is killed and
/// reaped when its owner lets go of it.
public struct ProgramAtTerminal: ~Copyable {
  public let identifier: Int32
  private let terminal: Descriptor
  private var isReaped: Bool

  /// The environment is what is given and nothing else.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String], columns: Int = 80
  ) throws(SystemError) {
    var name = [CChar](repeating: 0, count: 100)
    let number = try retrying("posix_openpt") {
      mm_new_terminal(&name, name.count, UInt16(clamping: columns))
    }
    let terminal = Descriptor(owning: number)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A session of its own, whose controlling terminal is the first that it opens.
    for number: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, number, name, O_RDWR, 0)
    }
    _ = mm_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, ProgramAtTerminal.newSession)
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in vector + variables { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, &attributes, &vector, &variables)
    guard code == 0 else { throw SystemError(Errno(rawValue: code), "posix_spawn", on: program) }
    identifier = child
    self.terminal = terminal
    isReaped = false
  }

  /// POSIX_SPAWN_SETSID, which is GNU's (spawn.h).
  private static var newSession: Int16 { 0x80 }

  deinit {
    guard !isReaped else { return }
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) == -1, errno == EINTR {}
  }

  public func press(_ keys: String) throws(SystemError) { try press(Array(keys.utf8)) }

  public func press(_ bytes: [UInt8]) throws(SystemError) { try terminal.write(bytes) }

  /// What has been written since; nil where nothing is for a minute, or the program has let go of the terminal.
  public func read() -> [UInt8]? {
    var entry = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 60_000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(terminal.number, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Whether the terminal echoes and edits lines by itself, as for a program that asks nothing of it (termios(3)).
  public var editsLines: Bool {
    var mode = termios()
    tcgetattr(terminal.number, &mode)
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return mode.c_lflag & flags == flags
  }

  /// Waits for its end; the exit status, or 128 and the number of the signal that ended it.
  public mutating func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    isReaped = true
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }
}
