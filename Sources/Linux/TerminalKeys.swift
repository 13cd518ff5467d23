import CLinux
import Glibc

/// The keyboard of the terminal on standard input, read key by key: as long as this lives, keys are not echoed, and the
/// keys that send signals are keys like any other. The terminal is as before once this is gone.
///
/// The signals that would end or stop this program wait meanwhile, to be read in between keys (signalfd(2)), so that none
/// ends it with the terminal in this state, or in the middle of a piece of work. No other thread may take them.
public struct TerminalKeys: ~Copyable {
  public enum Event: Hashable, Sendable {
    case byte(UInt8)
    case signal(Int32)
    /// The terminal is gone.
    case end
  }

  public static let interrupt = SIGINT
  public static let resume = SIGCONT
  public static let resize = SIGWINCH
  public static let stop = SIGTSTP

  /// Where the questions stand that the keys answer.
  public enum Screen: Sendable { case standardOutput, standardError }

  private let before: termios
  /// Takes what is said to the terminal; nil where nothing there would understand it.
  private let screen: Int32?
  private let signals: Descriptor
  private let mask: sigset_t

  static var held: [Int32] {
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  }

  /// Throws where standard input is no terminal.
  public init(_ screen: Screen = .standardOutput) throws(SystemError) {
    let written = screen == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    let kind = CurrentProcess.environment("TERM") ?? ""
    var now = termios()
    try retrying("tcgetattr", on: "standard input") { tcgetattr(STDIN_FILENO, &now) }
    var held = signalSet(of: TerminalKeys.held.filter { !mm_is_ignored($0) })
    let number = try retrying("signalfd") {
      signalfd(-1, &held, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }
    var earlier = sigset_t()
    pthread_sigmask(SIG_BLOCK, &held, &earlier)
    before = now
    self.screen = isatty(written) == 1 && !["", "dumb"].contains(kind) ? written : nil
    signals = Descriptor(owning: number)
    mask = earlier
    readKeys()
  }

  deinit {
    restore()
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Keys are read one by one from now on (termios(3)); what is written is still treated as before.
  public func readKeys() {
    var mode = before
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR)
    withUnsafeMutableBytes(of: &mode.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    set(mode)
    markPastes()
  }

  /// The terminal as it was before, for another that reads it.
  public func restore() {
    say("\u{1B}[?2004l")
    set(before)
  }

  /// From now on the terminal tells what is pasted from what is typed (bracketed paste), until `restore`.
  public func markPastes() { say("\u{1B}[?2004h") }

  /// What was typed before this and is not read yet, is gone.
  public func discardTyped() { tcflush(STDIN_FILENO, TCIFLUSH) }

  private func say(_ sequence: String) {
    guard let screen else { return }
    let bytes = Array(sequence.utf8)
    while write(screen, bytes, bytes.count) == -1, errno == EINTR {}
  }

  /// What was typed stays to be read.
  private func set(_ mode: termios) {
    var mode = mode
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == -1, errno == EINTR {}
  }

  /// The next byte that is typed, or the next signal. Nil where nothing comes in time.
  public func next(within milliseconds: Int32 = -1) -> Event? {
    while true {
      var entries = [
        pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, 2, milliseconds)
      if count == 0 { return nil }
      guard count > 0 else { continue }
      if entries[0].revents != 0 {
        var record = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        if read(signals.number, &record, size) == size { return .signal(Int32(record.ssi_signo)) }
      }
      guard entries[1].revents != 0 else { continue }
      var byte: UInt8 = 0
      let got = read(STDIN_FILENO, &byte, 1)
      if got == 1 { return .byte(byte) }
      if got == 0 || (errno != EINTR && errno != EAGAIN) { return .end }
    }
  }

  /// Stops this program, and whatever runs with it, as Ctrl-Z does; returns when it goes on. The terminal is as before
  /// meanwhile, and is left so. Does nothing where this program was started without anybody who could let it go on.
  public func suspend() {
    guard !mm_is_ignored(SIGTSTP) else { return }
    restore()
    var stop = signalSet(of: [SIGTSTP])
    let action = signal(SIGTSTP, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
    signal(SIGTSTP, action)
  }
}
