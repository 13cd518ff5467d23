import Glibc
import TestSupport
import Testing

@testable import Linux

@Suite("Readiness for systemd")
struct ServiceNotificationTests {
  private func receive(on path: String, isAbstract: Bool = false, _ send: () throws -> Void) throws
    -> String
  {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = isAbstract ? [0] + Array(path.utf8) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
    }
    try #require(bound == 0)
    try send()
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  @Test("the lines arrive in one datagram at a socket with a path")
  func path() throws {
    let folder = TemporaryFolder()
    let text = try receive(on: folder["notify"]) {
      try ServiceNotification(environment: folder["notify"]).send("READY=1", "STATUS=Watching")
    }
    #expect(text == "READY=1\nSTATUS=Watching")
  }

  @Test("an abstract socket is reached by its name behind @")
  func abstract() throws {
    let name = "moneymom-test-\(CurrentProcess.identifier)"
    let text = try receive(on: name, isAbstract: true) {
      try ServiceNotification(environment: "@" + name).send("STOPPING=1")
    }
    #expect(text == "STOPPING=1")
  }

  @Test("without the variable nothing is wanted and nothing is sent")
  func unwanted() throws {
    let silent = ServiceNotification(environment: nil)
    #expect(!silent.isWanted)
    try silent.send("READY=1")
  }
}
