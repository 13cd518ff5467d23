import Glibc
import JSON
import Linux
import TestSupport
import Testing

/// A16: whatever a recording does to its decoder, through a daemon that runs, with sound memos around it.
@Suite("Decoders that go wrong", .fewAtATime)
struct FragileDecoderTests {
  private let home = Household()

  /// Ten sound memos, each of another length, with a fragile one among them.
  private func drop(around word: String) {
    for number in 1...10 {
      home.drop(
        "good\(number).wav", seed: UInt64(number), frames: 400 + number,
        sidecar: #"{"amount": \#(number)}"#)
      if number == 4 { home.dropFragile(word) }
    }
  }

  private func start(_ program: String, timeout: String = "1s") -> RunningDaemon {
    RunningDaemon(
      program, home.places, in: home.folder,
      environment: Household.quiet.merging([
        "MONEYMOM_DECODER_TIMEOUT": timeout, "MONEYMOM_DECODER_MEMORY": "256M",
      ]) { $1 })
  }

  /// Each of the ten is a record of its own recording.
  private func expectTenRecords() throws {
    let frames = try home.records("list").map { record in
      (record["amount"]?.string, record["audio"]?.object?["frames"]?.integer)
    }
    #expect(frames.count == 10)
    for number in 1...10 {
      #expect(frames.contains { $0 == ("\(number).00", Int64(400 + number)) })
    }
  }

  /// The daemon is the same as ever; it ends well, and nothing that it started outlives it.
  private func expectSoundEnd(_ daemon: RunningDaemon) throws {
    #expect(try home.json("status").object?["pid"]?.integer == Int64(daemon.process))
    home.drop("last.wav", seed: 1000, sidecar: "{}")
    #expect(eventually { !listFolder(home.inbox).contains("last.wav") })
    #expect(home.processes().contains { $0.contains("mm-decoder") })
    #expect(daemon.end() == 0)
    #expect(home.processes() == [])
    try home.expectSoundStore()
  }

  @Test(
    "The recording is set aside after three lone deaths, and the memos around it are recorded",
    arguments: [
      ("exit", "decoder-crashed"), ("abort", "decoder-crashed"), ("crash", "decoder-crashed"),
      ("trap", "decoder-crashed"), ("garbage", "decoder-crashed"), ("flood", "decoder-crashed"),
      ("huge", "decoder-crashed"), ("hangup", "decoder-crashed"), ("spin", "decoder-timeout"),
      ("late", "decoder-timeout"), ("hang", "decoder-timeout"), ("eat", "decoder-memory"),
    ])
  func setAside(_ word: String, _ code: String) throws {
    let daemon = start(try home.install())
    drop(around: word)
    #expect(eventually { home.inboxIsEmpty })
    try expectTenRecords()
    let items = try home.records("quarantine", "list")
    #expect(items.map { $0["code"]?.string } == [code])
    let log = String(decoding: try #require(readFile(daemon.log)), as: UTF8.self)
    // Once in company, or when its like was at work, and twice alone; the third time it is set aside.
    let waits = log.split(separator: "\n").count { $0.contains("waiting bad.wav: suspect.") }
    #expect(waits == 3, "\(log)")
    try expectSoundEnd(daemon)
  }

  @Test("What is set aside for its memory says which setting to raise, and is given back then")
  func memory() throws {
    let program = try home.install()
    home.dropFragile("eat")
    let outcome = BuiltProgram.run(
      program, ["--once", "--now"] + home.places,
      environment: Household.quiet.merging(["MONEYMOM_DECODER_MEMORY": "256M"]) { $1 })
    #expect(outcome.status == 0)
    let item = try #require(try home.records("quarantine", "list").first)
    #expect(item["code"] == "decoder-memory")
    #expect(
      item["message"]?.string
        == "Decoding this recording takes more memory than the 256 MiB that 'memory' under [decoder] allows."
    )
    #expect(item["cure"]?.string?.contains("Raise the decoder's memory in moneymom.conf") == true)
  }

  @Test("A decoder that the system ended for its memory makes the recording wait, and no other")
  func killed() throws {
    let daemon = start(try home.install())
    drop(around: "kill")
    #expect(eventually { listFolder(home.inbox) == ["bad.wav", "bad.wav.json"] })
    try expectTenRecords()
    let waiting = {
      (try? home.records("inbox"))?.contains {
        $0["name"]?.string == "bad.wav" && $0["code"]?.string == "retry"
      } == true
    }
    #expect(eventually { waiting() })
    #expect(try home.records("quarantine", "list").isEmpty)
    try expectSoundEnd(daemon)
  }

  @Test("A decoder that never greets is given up, and the memos go to the next")
  func mute() throws {
    let script =
      #"if rm "$0.mute" 2>/dev/null; then exec tail -f /dev/null; fi; exec "$0.real" "$@""#
    let program = try home.install(behind: script)
    let flag = program.replacing("mm-ingestd", with: "mm-decoder.mute")
    writeFile(flag, "")
    let daemon = start(program)
    #expect(readFile(flag) == nil)
    let log = String(decoding: try #require(readFile(daemon.log)), as: UTF8.self)
    #expect(log.contains("mm-decoder says nothing."))
    drop(around: "exit")
    #expect(eventually { home.inboxIsEmpty })
    try expectTenRecords()
    try expectSoundEnd(daemon)
  }

  @Test("A decoder that ends at its start makes all memos wait, until it does not")
  func stillborn() throws {
    let script = #"if [ -e "$0.broken" ]; then exit 127; fi; exec "$0.real" "$@""#
    let program = try home.install(behind: script)
    let flag = program.replacing("mm-ingestd", with: "mm-decoder.broken")
    writeFile(flag, "")
    let daemon = start(program)
    drop(around: "exit")
    let missing = {
      ((try? home.records("inbox")) ?? []).count {
        $0["role"]?.string == "recording" && $0["code"]?.string == "decoder-missing"
      }
    }
    #expect(eventually { missing() == 11 })
    #expect(try home.records("list").isEmpty)
    unlink(flag)
    #expect(eventually { home.inboxIsEmpty })
    try expectTenRecords()
    #expect(
      try home.records("quarantine", "list").map { $0["code"]?.string } == ["decoder-crashed"])
    try expectSoundEnd(daemon)
  }
}
