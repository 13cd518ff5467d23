import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite("mm-organize audit", .fewAtATime)
struct AuditTests {
  @Test("one row deleted and one file added behind our backs among 2,000 records are each named")
  func rowAndFile() throws {
    let home = Household()
    for number in 0..<2000 {
      writeFile("\(home.inbox)/m\(number).wav", Wave.tone(frames: 160, seed: UInt64(number)))
    }
    try #require(home.ingestOnce(["--now", "--quiet"]).status == 0)
    let sound = try home.named(by: "audit")
    #expect(sound.problems == [])
    #expect(sound.counts["quick_records"]?.integer == 2000)
    #expect(sound.counts["outcomes"]?.object?["recorded"]?.integer == 2000)
    #expect(sound.counts["files"]?.integer == 2000)

    let record = try #require(try home.json("show", "q1234").object)
    let path = try #require(record["audio"]?.object?["path"]?.string)
    try home.behindTheJournal("DELETE FROM quick_record WHERE id = 1234")
    writeFile("\(home.store)/audio/added.wav", Wave.tone(frames: 160, seed: 9999))
    let harmed = try home.named(by: "audit").problems
    #expect(
      harmed == [
        ["row-lost", "q1234", "-"], ["outcome-dangling", "q1234", "-"],
        ["recording-unused", "-", path], ["file-stray", "-", "audio/added.wav"],
      ])
    let text = home.organize("audit")
    #expect(text.status == 1)
    #expect(text.output.contains("row-lost  q1234\n  Row 1234 of quick_record is gone"))
    #expect(text.output.contains("file-stray  audio/added.wav\n  No row names this file."))
    #expect(text.output.contains("\n4 to see to.\n"))
  }

  @Test("a daemon that takes 300 memos while it is audited again and again is never accused")
  func busyDaemon() throws {
    let home = Household()
    let configuration = home.folder["moneymom.conf"]
    writeFile(configuration, "[inbox]\nsidecar-wait = 0\npatience = 1ms\n")
    home.drop("first.wav", seed: 777_777, sidecar: "{}")
    home.ingestOnce()
    let daemon = home.startDaemon(["--config", configuration, "--quiet"])
    var audits = 0
    for number in 0..<300 {
      switch number % 10 {
      case 3: dropFile("m\(number).wav", into: home.inbox, Wave.tone(frames: 160, seed: 777_777))
      case 6: dropFile("m\(number).wav", into: home.inbox, Array("no sound \(number)".utf8))
      default: home.drop("m\(number).wav", seed: UInt64(number), sidecar: #"{"amount": 5}"#)
      }
      if number % 10 == 9 {
        #expect(try home.named(by: "audit").problems == [])
        audits += 1
        if number % 50 == 49 { home.organize("quarantine", "retry", "--all") }
        home.organize("delete", "q\(number / 10)")
      }
    }
    let isDrained = try eventually(every: 1000) {
      let problems = try home.named(by: "audit").problems
      #expect(problems == [])
      audits += 1
      return home.inboxIsEmpty
    }
    #expect(isDrained, "\(listFolder(home.inbox))")
    let last = try home.named(by: "audit")
    #expect(last.problems == [])
    let counts = try #require(last.counts["daemon"]?.object)
    let now = try #require(counts["counts"]?.object)
    let before = try #require(counts["before"]?.object)
    #expect(before["recorded"]?.integer == 1)
    let ends = [
      "recorded", "revised", "duplicate", "quarantined", "ignored", "withdrawn", "waiting",
    ]
    #expect(ends.reduce(0) { $0 + (now[$1]?.integer ?? 0) } == now["seen"]?.integer)
    // Those that were given back ended twice.
    #expect(try #require(now["seen"]?.integer) >= 300)
    #expect(audits >= 30)
    daemon.end()
    try home.expectSoundStore()
  }

  @Test("a daemon that was killed in the middle leaves nothing that its next start does not settle")
  func killed() throws {
    let home = Household()
    for number in 0..<60 { home.drop("m\(number).wav", seed: UInt64(number), sidecar: "{}") }
    for _ in 0..<5 {
      let daemon = home.startDaemon(["--quiet"])
      atRandomMoment(within: 30_000)
      daemon.end(SIGKILL)
      // What it left without a row is named, and nothing that has one.
      let codes = Set(try home.named(by: "audit").problems.map { $0[0] })
      #expect(codes.isSubset(of: ["file-stray", "file-leftover"]), "\(codes)")
    }
    home.ingestOnce()
    #expect(try home.records("list").count == 60)
    try home.expectSoundStore()
  }

  @Test(
    "Q04: whoever may only read the store is answered, and no file of it is touched",
    arguments: ["with a log beside it", "without a log"])
  func readOnly(_ kind: String) throws {
    let home = Household()
    home.drop("m.wav", seed: 1, sidecar: #"{"amount": 5}"#)
    home.ingestOnce()
    // The last to close the store leaves no log; a daemon does not close it.
    if kind == "without a log" { home.organize("list") }
    #expect(listFolder(home.store).contains("records.sqlite3-wal") == (kind != "without a log"))
    chmod(home.folder.path, 0o755)
    let files = listFolder(home.store)
    let before = files.map { readFile("\(home.store)/\($0)") }
    let other = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let script = """
      chmod -R a+rX "$1" && chmod -R a-w "$1" && cd / && \(other) "$2" audit --store "$1" && \
        \(other) "$2" verify --store "$1" && \(other) "$2" list --store "$1"
      status=$?
      chmod -R u+w "$1"
      exit $status
      """
    let outcome = BuiltProgram.run(
      "/bin/sh", ["-c", script, "sh", home.store, home.reachable("mm-organize")],
      environment: Household.quiet.merging(["XDG_STATE_HOME": "/proc/nonexistent"]) { $1 })
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("All of it agrees."))
    #expect(outcome.output.contains("All are as they were filed."))
    #expect(outcome.output.contains("TWD 5.00"))
    #expect(listFolder(home.store) == files)
    #expect(files.map { readFile("\(home.store)/\($0)") } == before)
  }

  @Test("there is nothing to audit where there is no store, and a foreign one is refused")
  func noStore() throws {
    let home = Household()
    #expect(home.organize("audit").status == 66)
    #expect(home.organize("verify").status == 66)
    try makeDirectories(home.store)
    writeFile("\(home.store)/records.sqlite3", "something else")
    #expect(home.organize("audit").status == 65)
  }
}
