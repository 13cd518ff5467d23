import CLinux
import Glibc

/// Read leases (fcntl(2), F_SETLEASE): while one is held, no other process can open the file for writing without
/// this one being told first. A lease ends with its descriptor, or when it is released.
///
/// A break arrives as `LeaseBreaks.signal`, not as SIGIO, whose default action would end the process. The
/// process must block that signal in every thread and read it (`SignalStream`).
extension Descriptor {
  public enum LeaseRefusal: Error, Hashable, Sendable {
    /// Somebody has the file open for writing.
    case openForWriting
    /// This file system, or a file of another owner without CAP_LEASE, has no leases.
    case unavailable
  }

  /// The descriptor must be open for reading only. `signal` tells of a break.
  public func takeReadLease(
    tellingBy signal: Int32 = LeaseBreaks.signal
  ) throws(LeaseRefusal) {
    _ = mm_fcntl(number, Int32(MM_F_SETSIG), signal)
    while mm_fcntl(number, Int32(MM_F_SETLEASE), Int32(F_RDLCK)) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN: throw .openForWriting
      default: throw .unavailable
      }
    }
  }

  /// Gives a lease back, so that no writer waits.
  public func releaseLease() { LeaseBreaks.release(number) }

  /// Whether a lease was taken and still stands: nobody has tried to open the file for writing since.
  public func hasIntactLease() throws(SystemError) -> Bool { try leaseKind() == Int32(F_RDLCK) }

  /// Whether the lease that was taken has been given up for a writer. False also where the system does not say.
  public var hasBrokenLease: Bool { (try? leaseKind()) == Int32(F_UNLCK) }

  /// Of this descriptor's file.
  private func leaseKind() throws(SystemError) -> Int32 {
    try retrying("fcntl") { mm_fcntl(number, Int32(MM_F_GETLEASE), 0) }
  }
}

/// The other side of a lease: a writer is waiting.
public enum LeaseBreaks {
  /// The first real-time signal, which queues and carries the descriptor's number.
  public static let signal: Int32 = mm_first_realtime_signal()

  /// Nobody hears it unless he asks for it (signal(7)): for who looks at the lease all the time instead.
  public static let silent: Int32 = SIGURG

  /// What the kernel sends instead when the queue of real-time signals is full (fcntl(2)); it would end the process, so it
  /// is to be blocked. The broken lease is found when it is looked at.
  public static let overflowSignal: Int32 = SIGIO

  /// Lets the waiting writer go on at once. The holder sees the lease as broken. A number that has been
  /// closed since is no harm: there is no lease on it, or the lease on its new file is given back and
  /// that file waits again.
  public static func release(_ descriptorNumber: Int32) {
    _ = mm_fcntl(descriptorNumber, Int32(MM_F_SETLEASE), Int32(F_UNLCK))
  }
}

extension LeaseBreaks {
  /// For `SignalStream`: gives the lease back before anything else is done, so that the writer waits no longer.
  public static let answer: @Sendable (SignalStream.Signal) -> Void = { signal in
    if signal.number == LeaseBreaks.signal { release(signal.descriptor) }
  }
}
