import Dispatch
import Glibc

/// Calls a handler on a queue of its own whenever a descriptor can be read, until it is cancelled or dropped.
/// Owns the descriptor, and closes it once no handler can run any more.
final class ReadinessSource: Sendable {
  // Dispatch sources are thread-safe objects (dispatch_source(3)); the module does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  init(
    owning descriptor: consuming Descriptor, label: String,
    handler: @escaping @Sendable (_ number: Int32) -> Void
  ) {
    let number = descriptor.release()
    source = DispatchSource.makeReadSource(
      fileDescriptor: number, queue: DispatchQueue(label: label))
    source.setEventHandler { @Sendable in handler(number) }
    source.setCancelHandler { @Sendable in _ = Glibc.close(number) }
    source.activate()
  }

  func cancel() { source.cancel() }

  deinit { source.cancel() }
}
