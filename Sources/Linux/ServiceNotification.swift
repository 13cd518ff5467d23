import CLinux
import Glibc

/// Readiness and status for systemd: one datagram to the socket that NOTIFY_SOCKET names (sd_notify(3)). Without
/// the variable every call does nothing.
public struct ServiceNotification: Sendable {
  private let address: [UInt8]?

  /// Reads NOTIFY_SOCKET: a path, or an abstract name behind `@`.
  public init(environment: String? = CurrentProcess.environment("NOTIFY_SOCKET")) {
    guard let environment, let first = environment.utf8.first, environment.utf8.count < 108 else {
      address = nil
      return
    }
    switch first {
    case UInt8(ascii: "/"): address = Array(environment.utf8)
    case UInt8(ascii: "@"): address = [0] + environment.utf8.dropFirst()
    default: address = nil
    }
  }

  public var isWanted: Bool { address != nil }

  /// Sends lines such as `READY=1`, `STOPPING=1` or `STATUS=…`.
  public func send(_ lines: String...) throws(SystemError) {
    guard let address else { return }
    let socket = Descriptor(
      owning: try retrying("socket") {
        Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
    let message = Array(lines.joined(separator: "\n").utf8)
    let number = socket.number
    try retrying("sendto") {
      withUnsafePointer(to: &target) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(number, message, message.count, Int32(MSG_NOSIGNAL), $0, length)
        }
      }
    }
  }
}
