import CLinux
import Glibc

/// Calls a handler on a thread of its own whenever a descriptor can be read, until it is cancelled or dropped.
/// Owns the descriptor, and closes it once no handler can run any more.
///
/// A plain poll(2): a Dispatch source wakes its event loop for every single event, also while the handler is at work.
final class ReadinessSource: Sendable {
  private let end: Descriptor

  init(
    owning descriptor: consuming Descriptor, label: String,
    handler: @escaping @Sendable (_ number: Int32) -> Void
  ) throws(SystemError) {
    end = Descriptor(owning: try retrying("eventfd") { mm_event_counter() })
    let theirs = try end.duplicate().release()
    let number = descriptor.release()
    do throws(SystemError) {
      try ReadinessSource.start(label, reading: number, until: theirs, handler)
    } catch {
      _ = Glibc.close(number)
      _ = Glibc.close(theirs)
      throw error
    }
  }

  private static func start(
    _ label: String, reading number: Int32, until end: Int32,
    _ handler: @escaping @Sendable (_ number: Int32) -> Void
  ) throws(SystemError) {
    try startThread(name: label) {
      var entries = [
        pollfd(fd: number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        let count = poll(&entries, 2, -1)
        if count < 0 {
          // Interrupted, or short of memory: another try in a moment.
          usleep(10_000)
          continue
        }
        if entries[1].revents != 0 { break }
        handler(number)
      }
      _ = Glibc.close(number)
      _ = Glibc.close(end)
    }
  }

  func cancel() {
    var one: UInt64 = 1
    _ = Glibc.write(end.number, &one, MemoryLayout<UInt64>.size)
  }

  deinit { cancel() }
}
