import Glibc
import TestSupport
import Testing

@Suite(.fewAtATime) struct DaemonSignalTests {
  private let folder = TemporaryFolder()

  private func start() -> RunningDaemon {
    let inbox = folder["inbox"]
    mkdir(inbox, 0o755)
    return RunningDaemon(
      BuiltProgram.path("mm-ingestd"), ["--store", folder["store"], "--inbox", inbox], in: folder)
  }

  @Test(
    "a signal that every thread blocks but the first one killed the daemon: asked to, it ends well",
    arguments: [SIGTERM, SIGINT])
  func ends(signal: Int32) {
    #expect(start().end(signal) == 0)
  }

  @Test("asked to read its configuration again, the daemon goes on with its store and its inbox")
  func readsAgain() throws {
    let home = Household()
    let daemon = home.startDaemon()
    for number in 1...3 {
      home.drop("memo\(number).wav", seed: UInt64(number), sidecar: "{}")
      #expect(eventually { home.inboxIsEmpty })
      daemon.signal(SIGHUP)
      let hasRead = eventually {
        let said = readFile(daemon.log).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return said.split(separator: "\n").filter { $0.hasSuffix("configuration read again") }.count
          == number
      }
      try #require(hasRead)
    }
    home.drop("last.wav", seed: 4, sidecar: "{}")
    #expect(eventually { home.inboxIsEmpty })
    #expect(daemon.end() == 0)
    #expect(try home.records("list").count == 4)
  }

  @Test("no thread of the daemon is open to the signals that it reads from its stream")
  func everyThreadBlocks() throws {
    let daemon = start()
    let threads = listFolder("/proc/\(daemon.process)/task")
    #expect(!threads.isEmpty)
    let read: [Int32] = [SIGHUP, SIGINT, SIGTERM]
    let wanted = read.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
    for thread in threads {
      // One that has ended since has nothing to say.
      guard let bytes = readFile("/proc/\(daemon.process)/task/\(thread)/status") else { continue }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("SigBlk:") })
      let mask = try #require(
        UInt64(line.dropFirst("SigBlk:".count).drop { $0 == "\t" }, radix: 16))
      #expect(mask & wanted == wanted, "thread \(thread) of \(threads.count)")
    }
    #expect(daemon.end() == 0)
  }
}
