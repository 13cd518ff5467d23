import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite("mm-organize explain: the story of a file", .fewAtATime)
struct ExplainFileTests {
  private let home = Household()

  private func outline(_ operand: String) throws -> [String] {
    try home.records("explain", operand).map { event in
      ["event", "code", "record"].compactMap { event.text($0) }.joined(separator: " ")
    }
  }

  /// The answer for a file elsewhere, as a person reads it.
  private func answer(_ path: String) -> BuiltProgram.Outcome { home.organize("explain", path) }

  private func put(_ name: String, seed: UInt64) -> String {
    writeFile(home.folder[name], Wave.tone(frames: 160, seed: seed))
    return home.folder[name]
  }

  /// A recording without a sidecar waits longer than any machine is slow.
  private func patientDaemon() -> RunningDaemon {
    RunningDaemon(
      BuiltProgram.path("mm-ingestd"), home.places, in: home.folder,
      environment: Household.quiet.merging(["MONEYMOM_INBOX_SIDECAR_WAIT": "10m"]) { $1 })
  }

  @Test(
    "a file in the inbox: what earlier ones of its name became, since when it waits, and for what")
  func waiting() throws {
    home.drop("memo.wav", seed: 1)
    home.ingestOnce()
    let daemon = patientDaemon()
    dropFile("memo.wav.json", into: home.inbox, Array(#"{"amount": 1, "id": "other"}"#.utf8))
    dropFile("other.wav", into: home.inbox, Wave.tone(frames: 160, seed: 2))
    let isWaiting = try eventually { try outline("other.wav").last == "waiting for-sidecar" }
    #expect(isWaiting)
    #expect(try outline("memo.wav.json") == ["arrived", "waiting for-recording"])
    #expect(try outline("memo.wav") == ["arrived", "recorded q1"])
    let lines = home.organize("explain", "\(home.inbox)/other.wav").output
    #expect(lines.contains("other.wav waits (for-sidecar)."))
    #expect(lines.contains("There is no sidecar of its name."))
    daemon.end()

    // A daemon that is not there has nothing to say of it, and the folder is the truth.
    home.drop("memo.wav", seed: 3)
    let events = try home.records("explain", "memo.wav")
    #expect(
      events.compactMap { $0.text("event") } == ["arrived", "recorded", "arrived", "waiting"])
    #expect(
      events.last?.text("message")
        == "memo.wav has not been taken yet. It waits for mm-ingestd to run. memo.wav.json is there too."
    )
    #expect(events.last?["program"] == .null)
  }

  @Test("what a file waited for before is in the status of the daemon")
  func before() throws {
    let daemon = patientDaemon()
    let copy = try Descriptor(
      opening: "\(home.inbox)/copied.wav", [.write, .create], mode: 0o644)
    try copy.write(Wave.tone(frames: 160, seed: 1))
    let arrives = try eventually { try outline("copied.wav").last == "waiting arriving" }
    #expect(arrives)
    try copy.close()
    let waits = try eventually { try outline("copied.wav").last == "waiting for-sidecar" }
    #expect(waits)
    #expect(try outline("copied.wav").suffix(2) == ["waited arriving", "waiting for-sidecar"])
    daemon.end()
  }

  @Test(
    "before there is a store, a file in the inbox waits for the daemon; an ignored name is left alone"
  )
  func noStore() throws {
    home.drop("memo.wav", seed: 1)
    #expect(try outline("memo.wav") == ["arrived", "waiting"])
    writeFile("\(home.inbox)/memo.part", "half")
    mkdir("\(home.inbox)/folder", 0o755)
    #expect(try outline("memo.part") == ["ignored"])
    #expect(try outline("folder") == ["ignored"])
    let elsewhere = put("elsewhere.wav", seed: 1)
    #expect(answer(elsewhere).status == 66)
  }

  @Test("a sidecar alone has no other half, least of all itself")
  func alone() throws {
    dropFile("memo.wav.json", into: home.inbox, Array(#"{"amount": 1}"#.utf8))
    #expect(try home.records("inbox").map { $0["pair"] } == [.null])
    let outcome = home.organize("explain", "memo.wav.json")
    #expect(outcome.output.contains("Its recording is not there."))
  }

  @Test("a copy elsewhere may be deleted exactly when the store truly has its content")
  func copies() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    home.ingestOnce()
    let same = put("phone.wav", seed: 1)
    let recorded = answer(same)
    #expect(recorded.status == 0)
    #expect(
      recorded.output.hasPrefix(
        "It is recorded as q1, and the archive has it, byte for byte: this copy may be deleted.\n"))
    let event = try #require(try home.records("explain", same).first)
    #expect(event.text("event") == "kept" && event.text("record") == "q1")

    let other = put("lunch.wav", seed: 2)
    let unknown = answer(other)
    #expect(unknown.status == 66 && unknown.output.isEmpty)
    #expect(unknown.errors.contains("The store does not have the content of \(other). Keep it."))
    #expect(unknown.errors.contains("A file of this name became q1, with another content."))

    writeFile(home.folder["phone.json"], #"{"amount": 120}"#)
    #expect(answer(home.folder["phone.json"]).output.hasPrefix("It is a sidecar of q1,"))

    let audio = try #require(try home.records("list").first?["audio"]?.object?.text("path"))
    let own = answer("\(home.store)/\(audio)")
    #expect(own.output.hasPrefix("This is the store's own file of q1: leave it where it is."))
    makeLink(home.folder["link.wav"], to: "\(home.store)/\(audio)")
    #expect(answer(home.folder["link.wav"]).output == own.output)

    home.organize("delete", "q1")
    #expect(answer(same).output.contains("It was recorded as q1, which has been deleted."))
    home.organize("restore", "q1")

    // What the rows say is not enough.
    var bytes = try #require(readFile("\(home.store)/\(audio)"))
    bytes[100] ^= 1
    writeFile("\(home.store)/\(audio)", bytes)
    let damaged = answer(same)
    #expect(damaged.status == 65 && damaged.errors.contains("Keep this copy."))
    unlink("\(home.store)/\(audio)")
    #expect(answer(same).status == 65)
  }

  @Test("a copy of what was recorded once is not said to be another content when that was undone")
  func takenBack() throws {
    home.drop("lunch.wav", seed: 1)
    home.ingestOnce()
    let same = put("lunch.wav", seed: 1)
    #expect(home.organize("undo", "--op", "1").status == 0)
    let undone = answer(same)
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(undone.output.hasPrefix("It was recorded as q1, and that was taken back:"))
    #expect(undone.output.contains("'mm-organize redo --op 1' brings the record back."))
    let other = put("other.wav", seed: 2)
    #expect(answer(other).status == 66)
    #expect(home.organize("redo", "--op", "1").status == 0)
    #expect(answer(same).output.hasPrefix("It is recorded as q1,"))

    home.organize("undo", "--op", "1")
    #expect(home.organize("purge", "q1", "--yes").status == 0)
    let purged = answer(same)
    #expect(purged.status == 66)
    #expect(purged.errors.contains("A file of this name became q1, which was purged."))
  }

  @Test("a copy of what was given back to its inbox is not said to be another content")
  func givenBack() throws {
    let text = Array("this is text".utf8)
    dropFile("note.wav", into: home.inbox, text)
    home.ingestOnce()
    #expect(home.organize("quarantine", "retry", "x1").status == 0)
    writeFile(home.folder["note.wav"], text)
    let given = answer(home.folder["note.wav"])
    #expect(given.status == 66)
    #expect(given.errors.contains("It became x1, which has it no more"))
  }

  @Test("a copy of what was set aside may be deleted while that is held")
  func setAside() throws {
    let text = Array("this is text".utf8)
    dropFile("note.wav", into: home.inbox, text)
    home.ingestOnce()
    writeFile(home.folder["note.wav"], text)
    let held = answer(home.folder["note.wav"])
    #expect(held.output.contains("It is set aside as x1 (not-audio) and not recorded."))
    home.organize("quarantine", "drop", "x1")
    #expect(answer(home.folder["note.wav"]).output.contains("keep this copy"))
    dropFile("note.wav", into: home.inbox, text)
    home.ingestOnce()
    home.organize("quarantine", "retry", "x2")
    #expect(answer(home.folder["note.wav"]).output.contains("x1"))
  }

  @Test("a sidecar without its place is the one that was kept")
  func withoutPlace() throws {
    let sidecar = #"{"amount": 1, "place": {"latitude": 25.0330, "longitude": 121.5654}}"#
    home.drop("lunch.wav", seed: 1, sidecar: sidecar)
    home.ingestOnce(environment: ["MONEYMOM_INBOX_PLACE": "drop"])
    writeFile(home.folder["phone.json"], sidecar)
    #expect(answer(home.folder["phone.json"]).output.hasPrefix("It is a sidecar of q1,"))
  }

  @Test("a file that never came is refused with 66, whatever its name says")
  func never() throws {
    home.drop("lunch.wav", seed: 1)
    home.ingestOnce()
    for word in [
      "never.wav", "./q1", "\(home.inbox)/never.wav", "/nowhere/lunch.mp3", "\u{1b}[31m",
    ] {
      let outcome = answer(word)
      #expect(outcome.status == 66 && outcome.output.isEmpty, "\(word)")
      #expect(!outcome.errors.contains("\u{1b}"))
    }
    #expect(answer("\(home.inbox)/").status == 64)
    #expect(answer(home.folder.path).status == 65)
  }

  @Test("a name that is no UTF-8 is given as it is shown, or by the shell")
  func bytes() throws {
    let name = Array("memo_".utf8) + [0xF1] + Array(".wav".utf8)
    writeRaw(home.inbox, name: name, Wave.tone(frames: 160, seed: 1))
    let shown = #"memo_\xF1.wav"#
    let listed = try #require(try home.records("inbox").first?.text("name"))
    #expect(listed.lowercased() == shown.lowercased())
    #expect(try outline(listed) == ["arrived", "waiting"])
    home.ingestOnce()
    #expect(try outline(listed) == ["arrived", "recorded q1"])
    writeRaw(home.folder.path, name: name, Wave.tone(frames: 160, seed: 1))
    #expect(answer("\(home.folder.path)/\(listed)").status == 0)
    let typed = BuiltProgram.run(
      "/bin/sh",
      [
        "-c", #"exec "$1" explain "$2"/memo_* --store "$3" --inbox "$4""#, "sh",
        BuiltProgram.path("mm-organize"), home.folder.path, home.store, home.inbox,
      ], environment: Household.quiet)
    #expect(typed.status == 0, "\(typed.errors)")
    #expect(typed.output.hasPrefix("It is recorded as q1"))
  }
}
