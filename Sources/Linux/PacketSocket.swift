import CLinux
import Glibc

/// One end of a connected pair that carries whole messages, each with at most one open descriptor
/// (unix(7), SOCK_SEQPACKET and SCM_RIGHTS).
public struct PacketSocket: ~Copyable, Sendable {
  public let descriptor: Descriptor

  public init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Two connected ends, close-on-exec.
  public static func makePair() throws(SystemError) -> SocketPair {
    var numbers: (Int32, Int32) = (-1, -1)
    try retrying("socketpair") {
      withUnsafeMutablePointer(to: &numbers) { tuple in
        socketpair(
          AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0,
          UnsafeMutableRawPointer(tuple).assumingMemoryBound(to: Int32.self))
      }
    }
    return SocketPair(
      ours: PacketSocket(owning: Descriptor(owning: numbers.0)),
      theirs: PacketSocket(owning: Descriptor(owning: numbers.1)))
  }

  /// Sends one message; the receiver gets a descriptor of its own for `passing`. A peer that is gone is
  /// `brokenPipe` or `connectionReset`, never a signal.
  public func send(_ bytes: [UInt8]) throws(SystemError) { try send(bytes, passing: -1) }

  public func send(_ bytes: [UInt8], passing file: borrowing Descriptor) throws(SystemError) {
    try send(bytes, passing: file.number)
  }

  private func send(_ bytes: [UInt8], passing number: Int32) throws(SystemError) {
    let socket = descriptor.number
    try retrying("sendmsg") { mm_send_message(socket, bytes, bytes.count, number) }
  }

  /// Waits until a message can be read; false when `timeout` has passed. A hang-up counts as readable.
  public func waitUntilReadable(timeout: Duration) throws(SystemError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      let milliseconds =
        left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, Int32(clamping: milliseconds + 1))
      if count > 0 { return true }
      if count == 0 { return false }
      if errno != EINTR { throw SystemError("poll") }
    }
  }

  /// The next message with its descriptor; nil when the peer has closed. Blocks until there is one.
  public func receive(capacity: Int) throws(SystemError) -> PacketMessage? {
    var buffer = [UInt8](repeating: 0, count: capacity)
    var passed: Int32 = -1
    let socket = descriptor.number
    let count = try retrying("recvmsg") {
      buffer.withUnsafeMutableBytes {
        mm_receive_message(socket, $0.baseAddress, $0.count, &passed)
      }
    }
    if count == 0 && passed < 0 { return nil }
    buffer.removeLast(capacity - count)
    return PacketMessage(bytes: buffer, passed: passed)
  }
}

public struct SocketPair: ~Copyable, Sendable {
  public let ours: PacketSocket
  public let theirs: PacketSocket

  init(ours: consuming PacketSocket, theirs: consuming PacketSocket) {
    self.ours = ours
    self.theirs = theirs
  }

  /// Keeps our end and closes theirs, after it was given to a child.
  public consuming func keepOurs() -> PacketSocket { ours }
}

public struct PacketMessage: ~Copyable, Sendable {
  public let bytes: [UInt8]
  private let passed: Descriptor?

  init(bytes: [UInt8], passed: Int32) {
    self.bytes = bytes
    self.passed = passed >= 0 ? Descriptor(owning: passed) : nil
  }

  /// The descriptor that came with the message; nil when there was none.
  public consuming func takeDescriptor() -> Descriptor? { passed }
}
