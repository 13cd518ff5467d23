import Glibc
import Hashing
import JSON
import Linux
import TestSupport
import Testing

/// The promise, tried the hard way. Serial, since each of these keeps the machine busy.
@Suite("Nothing is lost and nothing is doubled", .serialized, .fewAtATime)
struct TortureTests {
  @Test("W27: a daemon killed 200 times at random while 500 memos arrive records each once")
  func killedAgainAndAgain() throws {
    let home = Household()
    var dropped = 0
    for _ in 0..<200 {
      let daemon = home.startDaemon(["--quiet"])
      for _ in 0..<3 where dropped < 500 {
        home.drop(
          "memo\(dropped).wav", seed: UInt64(dropped),
          sidecar: #"{"amount": \#(dropped), "id": "m\#(dropped)"}"#)
        dropped += 1
      }
      atRandomMoment(within: 30_000)
      daemon.end(SIGKILL)
    }
    #expect(dropped == 500)
    let last = home.ingestOnce()
    #expect(last.status == 0, "\(last.errors)")
    let records = try home.records("list")
    #expect(records.count == 500)
    #expect(Set(records.compactMap { $0["amount"]?.string }).count == 500)
    #expect(try home.records("quarantine", "list").isEmpty)
    #expect(home.inboxIsEmpty, "\(listFolder(home.inbox))")
    try home.expectSoundStore()
  }

  @Test(
    "W11: more memos than the queue of events holds, dropped while the daemon is stopped, are all accounted for"
  )
  func overflow() throws {
    let home = Household()
    let limit = readFile("/proc/sys/fs/inotify/max_queued_events") ?? []
    let held = try #require(
      Int(String(decoding: limit, as: UTF8.self).filter(\.isNumber)), "there is no inotify")
    // Each name is an event at least.
    let count = max(20_000, held + 1000)
    let daemon = home.startDaemon(["--quiet"])
    daemon.signal(SIGSTOP)
    let sample = Wave.tone(frames: 40)
    var dropped: Set<[UInt8]> = []
    for number in 0..<count {
      var bytes = sample
      for shift in 0..<4 { bytes[44 + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
      dropped.insert(SHA256.hash(bytes))
      writeFile("\(home.inbox)/.part", bytes)
      rename("\(home.inbox)/.part", "\(home.inbox)/m\(number).wav")
    }
    daemon.signal(SIGCONT)
    // Without a sidecar each waits for one first.
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox).count) are still there")
    daemon.end()
    #expect(Household.log(of: daemon).contains("were lost to a burst"), "nothing overflowed")
    let account = try home.account("queue overflow", of: dropped)
    #expect(account.isExact && account.recorded == count)
  }

  @Test(
    "a file written over the name of one just taken, again and again: every content is recorded")
  func writtenOver() throws {
    let home = Household()
    let daemon = home.startDaemon(["--quiet"])
    home.drop("first.wav", seed: 999_999, sidecar: "{}")
    let path = "\(home.inbox)/memo.wav"
    var contents = 1
    for round in 0..<300 {
      let bytes = Wave.tone(frames: 200 + round, seed: UInt64(round))
      // A sidecar beside it, so that nothing waits for one.
      dropFile("memo.wav.json", into: home.inbox, Array(#"{"amount": \#(round)}"#.utf8))
      if round % 50 == 49 {
        // Written in place, which takes the settling time too.
        writeFile(path, bytes)
      } else {
        dropFile("memo.wav", into: home.inbox, bytes)
      }
      contents += 1
      // The next round begins as soon as this name is seen to be taken, while the daemon is still at it.
      let isTaken = eventually(every: 200) { access(path, F_OK) != 0 }
      try #require(isTaken)
    }
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox))")
    daemon.end()
    home.ingestOnce()
    #expect(try home.records("list").count == contents)
    try home.expectSoundStore()
  }
}
