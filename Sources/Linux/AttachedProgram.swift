import CLinux
import Glibc

/// A program that runs for a while in this one's place: in its environment and process group, so that the keys of a
/// terminal that end or stop one reach both. It is ended and reaped when its owner lets go of it.
///
/// As long as it lives, SIGINT, SIGTERM and SIGHUP are blocked in the thread that made it, unless they are ignored, so
/// that `wait` can end it first. No other thread may take them meanwhile.
public struct AttachedProgram: ~Copyable {
  public enum Ending: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// A signal for us came, and the program has been ended.
    case interrupted(signal: Int32)
  }

  /// The last that it wrote to its standard error.
  public private(set) var said: [UInt8]
  private let errors: Descriptor
  private let child: WatchedChild
  private let signals: HeldSignals
  private var isOver: Bool

  private static let longestSaid = 4096

  /// Its standard input is ours where that is a terminal, else `/dev/null`, so that it eats up nothing that is meant for
  /// others; nor does it where keys are ours to read. Its standard output is our standard error, or `/dev/null` where that
  /// is to be kept clean. No other descriptor of ours reaches it.
  public init(
    _ program: String, _ arguments: [String], isQuiet: Bool = false, hasKeys: Bool = true
  ) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try retrying("pipe2") { mm_pipe(&ends) }
    let errors = Descriptor(owning: ends[0])
    let theirs = Descriptor(owning: ends[1])
    let signals = try HeldSignals()
    let child = try WatchedChild(
      try AttachedProgram.spawn(
        program, arguments, isQuiet, hasKeys, errors: theirs, signals))
    self.child = child
    self.errors = errors
    self.signals = signals
    said = []
    isOver = false
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ isQuiet: Bool, _ hasKeys: Bool,
    errors: borrowing Descriptor, _ signals: borrowing HeldSignals
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !hasKeys || isatty(0) != 1 {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if isQuiet {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 2, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, errors.number, 2)
    _ = mm_spawn_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = signals.earlier
    // What waits for us while we read keys should end or stop it at once.
    for number in TerminalKeys.held { sigdelset(&mask, number) }
    // We ignore it; whoever writes into a pipe that nobody reads should end.
    var standard = signalSet(of: [SIGPIPE])
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, &attributes, &vector, environ)
    guard code == 0 else { throw SystemError(Errno(rawValue: code), "posix_spawn", on: program) }
    return child
  }

  public var identifier: Int32 { child.identifier }

  deinit { if !isOver { child.kill() } }

  /// Returns once it is over, by itself or since a signal came for us.
  public mutating func wait() -> Ending {
    while true { if let ending = wait(orInput: -1) { return ending } }
  }

  /// The same, but nil once a key is pressed; the program goes on then, and the key is to be read.
  public mutating func wait(orKeyOf keys: borrowing TerminalKeys) -> Ending? {
    wait(orInput: STDIN_FILENO)
  }

  private mutating func wait(orInput input: Int32) -> Ending? {
    var hasErrors = true
    while true {
      var entries = [
        pollfd(fd: child.process.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasErrors ? errors.number : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&entries, 4, -1) > 0 else { continue }
      if entries[2].revents != 0 { hasErrors = readErrors() }
      if entries[1].revents != 0, let signal = signals.next() {
        stop()
        return .interrupted(signal: signal)
      }
      if entries[0].revents != 0 {
        while hasErrors, isReadable(errors) { hasErrors = readErrors() }
        return reap()
      }
      if entries[3].revents != 0 { return nil }
    }
  }

  /// Asks it to end, and ends it where it has not within a second, for which this waits.
  public mutating func stop() {
    guard !isOver else { return }
    Glibc.kill(child.identifier, SIGTERM)
    // One that has been stopped from the terminal hears nothing else.
    Glibc.kill(child.identifier, SIGCONT)
    var entry = pollfd(fd: child.process.number, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, 1000) != 1 { Glibc.kill(child.identifier, SIGKILL) }
    _ = reap()
  }

  private mutating func reap() -> Ending {
    var information = siginfo_t()
    while waitid(P_PID, id_t(child.identifier), &information, WEXITED) == -1, errno == EINTR {}
    isOver = true
    let status = mm_child_status(&information)
    return information.si_code == CLD_EXITED ? .exited(status: status) : .killed(signal: status)
  }

  /// False at its end.
  private mutating func readErrors() -> Bool {
    var buffer = [UInt8](repeating: 0, count: AttachedProgram.longestSaid)
    let count = read(errors.number, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    said = (said + buffer[..<count]).suffix(AttachedProgram.longestSaid)
    return true
  }

  private func isReadable(_ descriptor: borrowing Descriptor) -> Bool {
    var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }
}

/// A child with a descriptor that tells when it ends (pidfd_open(2)).
private struct WatchedChild: ~Copyable {
  let identifier: pid_t
  let process: Descriptor

  init(_ identifier: pid_t) throws(SystemError) {
    let number = mm_open_process(identifier)
    guard number >= 0 else {
      let error = SystemError("pidfd_open")
      WatchedChild.kill(identifier)
      throw error
    }
    self.identifier = identifier
    process = Descriptor(owning: number)
  }

  func kill() { WatchedChild.kill(identifier) }

  private static func kill(_ identifier: pid_t) {
    Glibc.kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) == -1, errno == EINTR {}
  }
}

/// Signals that this thread does not die of for now but reads (signalfd(2)); as before once this is gone.
private struct HeldSignals: ~Copyable {
  let earlier: sigset_t
  private let descriptor: Descriptor

  var number: Int32 { descriptor.number }

  init() throws(SystemError) {
    // What is ignored, as after nohup(1), stays ignored.
    var held = signalSet(of: [SIGINT, SIGTERM, SIGHUP].filter { !mm_is_ignored($0) })
    var earlier = sigset_t()
    descriptor = Descriptor(
      owning: try retrying("signalfd") {
        signalfd(-1, &held, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
      })
    pthread_sigmask(SIG_BLOCK, &held, &earlier)
    self.earlier = earlier
  }

  deinit {
    var earlier = earlier
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
  }

  func next() -> Int32? {
    var record = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return read(descriptor.number, &record, size) == size ? Int32(record.ssi_signo) : nil
  }
}
