import CLinux
import Glibc

/// Signals as an asynchronous stream (signalfd(2)).
///
/// `block` must be called before the first other thread starts, so that every thread inherits the mask.
public struct SignalStream: Sendable {
  public struct Signal: Hashable, Sendable {
    public let number: Int32
    /// The descriptor that caused it, where the signal carries one (F_SETSIG).
    public let descriptor: Int32
  }

  public let signals: AsyncStream<Signal>
  private let source: ReadinessSource

  public static let hangUp = SIGHUP
  public static let interrupt = SIGINT
  public static let terminate = SIGTERM

  /// Blocks the signals in this thread and in all that it starts.
  public static func block(_ numbers: [Int32]) {
    var set = signalSet(of: numbers)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// `immediately` is called on the reading thread for each signal before it enters the stream; what cannot
  /// wait for a task to be scheduled belongs there.
  public init(
    of numbers: [Int32], immediately: @escaping @Sendable (Signal) -> Void = { _ in }
  ) throws(SystemError) {
    var set = signalSet(of: numbers)
    let number = try retrying("signalfd") {
      signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
    signals = stream
    source = try ReadinessSource(owning: Descriptor(owning: number), label: "signals") { number in
      var record = signalfd_siginfo()
      while read(number, &record, MemoryLayout<signalfd_siginfo>.size)
        == MemoryLayout<signalfd_siginfo>.size
      {
        let signal = Signal(number: Int32(record.ssi_signo), descriptor: record.ssi_fd)
        immediately(signal)
        continuation.yield(signal)
      }
    }
  }
}

func signalSet(of numbers: [Int32]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for number in numbers { sigaddset(&set, number) }
  return set
}
