import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

@Suite("mm-organize purge", .fewAtATime)
struct PurgeTests {
  private let lunch = Wave.tone(frames: 400, seed: 1)
  private let text = Array("This is no recording.\n".utf8)
  /// Whatever was deleted has been left for long enough.
  private let atOnce = ["MONEYMOM_STORE_TRASH_RETENTION": "0"]

  /// q1 with a sidecar, q2 without, x1.
  private func makeHome() throws -> Household {
    let home = Household()
    dropFile(
      "lunch.wav.json", into: home.inbox,
      Array(#"{"amount": 120, "tags": "food", "note": "with Ann", "id": "m1"}"#.utf8))
    dropFile("lunch.wav", into: home.inbox, lunch)
    home.ingestOnce()
    home.drop("dinner.wav", seed: 2)
    home.ingestOnce()
    dropFile("text.wav", into: home.inbox, text)
    home.ingestOnce()
    try #require(home.organize("show", "q2").status == 0)
    return home
  }

  /// Of the archive and the quarantine.
  private func files(_ home: Household) -> [String] {
    ["audio", "quarantine"].flatMap { home.allFiles(below: $0) }.sorted()
  }

  @Test("what was deleted and dropped goes with its files, and its numbers are not given again")
  func all() throws {
    let home = try makeHome()
    let path = try #require(
      try home.json("show", "q2").object?["audio"]?.object?["path"]?.string)
    home.organize("delete", "q1")
    home.organize("quarantine", "drop", "x1")
    let purged = home.organize("purge", "--all", "--yes")
    #expect(purged.status == 0, "\(purged.errors)")
    #expect(purged.output == "purged q1\npurged x1\n")
    #expect(files(home) == [path])
    #expect(home.organize("show", "q1").status == 66)
    #expect(home.organize("restore", "q1").status == 66)
    #expect(home.organize("quarantine", "show", "x1").status == 66)
    #expect(home.organize("purge", "--all", "--yes").output == "There is nothing to purge.\n")
    try home.expectSoundStore()
    // A purged memo that is dropped again is a new one.
    dropFile("lunch.wav", into: home.inbox, lunch)
    dropFile("text.wav", into: home.inbox, text)
    home.ingestOnce()
    #expect(try home.records("list").compactMap { $0["id"]?.string }.sorted() == ["q2", "q3"])
    #expect(try home.records("quarantine", "list").map { $0["id"]?.string } == ["x2"])
    try home.expectSoundStore()
  }

  @Test("nothing of a purged record is left in the database, but that there was one")
  func erased() throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    let daemon = home.startDaemon()
    #expect(home.organize("purge", "q1", "--yes").status == 0)
    for ending in ["", "-wal"] {
      let bytes = readFile("\(home.store)/records.sqlite3\(ending)") ?? []
      #expect(!String(decoding: bytes, as: UTF8.self).contains("with Ann"), "\(ending)")
    }
    #expect(try home.named(by: "audit").problems == [])
    daemon.end()
    let story = home.organize("explain", "q1").output
    #expect(story.contains("Recorded lunch.wav with lunch.wav.json as q1."), "\(story)")
    #expect(story.contains("Purged q1"))
    #expect(!story.contains("food"))
    #expect(home.organize("explain", "lunch.wav").output.contains("Purged q1"))
  }

  @Test("without IDs, only what has been left for as long as was asked goes")
  func retention() throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    let none = home.organize("purge", "--yes")
    #expect(none.status == 0 && none.output == "There is nothing to purge.\n", "\(none.errors)")
    let forever = ["MONEYMOM_STORE_TRASH_RETENTION": "forever"]
    #expect(home.organize("purge", "--yes", environment: forever).output == none.output)
    #expect(home.organize("purge", "--yes", environment: atOnce).output == "purged q1\n")
    let held = ["MONEYMOM_STORE_QUARANTINE_RETENTION": "0"]
    #expect(home.organize("purge", "--yes", environment: held).output == "purged x1\n")
    #expect(home.organize("show", "q2").status == 0)
    try home.expectSoundStore()
  }

  @Test("a dry run shows what would go and changes nothing, and without --yes nothing goes")
  func unconfirmed() throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    let before = files(home)
    let dry = home.organize("purge", "--all", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.output.hasPrefix("q1  deleted 20"), "\(dry.output)")
    for words in [["purge", "q1"], ["purge", "q1", "--no-input"]] {
      let refused = BuiltProgram.run(
        BuiltProgram.path("mm-organize"), words + home.places, environment: Household.quiet)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("--yes"))
    }
    #expect(files(home) == before)
    #expect(home.organize("restore", "q1").status == 0)
    let plan = try home.json("purge", "--all", "--dry-run").object
    #expect(plan?["would_purge"]?.array?.isEmpty == true)
  }

  @Test("on a terminal it asks, and only a yes is one", arguments: ["n", "", "y"])
  func asked(_ answer: String) throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    let terminal = TerminalProgram(
      BuiltProgram.path("mm-organize"), ["purge", "q1"] + home.places,
      environment: Household.quiet)
    #expect(
      terminal.answer(
        "Remove 1 record for good? Nothing brings them back. [y/N]", "\(answer)\r"))
    #expect(terminal.end() == 0)
    #expect((home.organize("explain", "q1").output.contains("Purged")) == (answer == "y"))
  }

  @Test("a record that lives is refused, and one that belongs to a live one stays")
  func refused() throws {
    let home = try makeHome()
    home.organize("organize", "q1", "--type", "expense")
    home.organize("delete", "t1")
    for (words, code) in [
      (["q2"], "not-deleted"), (["t1"], "linked"), (["x1"], "held"), (["q77"], "no-such-record"),
    ] {
      let refused = BuiltProgram.run(
        BuiltProgram.path("mm-organize"), ["purge", "--yes", "--json"] + words + home.places,
        environment: Household.quiet)
      #expect(refused.status != 0)
      #expect(refused.errors.contains(#""\#(code)""#), "\(refused.errors)")
    }
    let all = home.organize("purge", "--all", "--yes")
    #expect(all.status == 0 && all.output.contains("t1 stays: t1 belongs to q1"), "\(all.output)")
    home.organize("delete", "q1")
    #expect(home.organize("purge", "t1", "q1", "--yes").output == "purged q1\npurged t1\n")
    try home.expectSoundStore()
  }

  @Test("a recording that a live record has too is not touched, nor is its last whole copy taken")
  func twins() throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    dropFile("again.wav", into: home.inbox, lunch)
    home.ingestOnce()
    home.organize("restore", "q1")
    // Now x2 holds a second copy of what q1 has.
    home.organize("quarantine", "drop", "x2")
    let path = try #require(
      try home.json("show", "q1").object?["audio"]?.object?["path"]?.string)
    writeFile("\(home.store)/\(path)", "damaged")
    let kept = home.organize("purge", "--all", "--yes")
    #expect(kept.output.contains("x2 stays: x2 has the last whole copy"), "\(kept.output)")
    #expect(home.organize("purge", "x2", "--yes").status == 65)
    writeFile("\(home.store)/\(path)", lunch)
    #expect(home.organize("purge", "--all", "--yes").output == "purged x2\n")
    #expect(readFile("\(home.store)/\(path)") == lunch)
    try home.expectSoundStore()
  }

  @Test("what was set aside as the double of a purged record stays, and can be judged again")
  func namesIt() throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    dropFile("again.wav", into: home.inbox, lunch)
    home.ingestOnce()
    #expect(home.organize("purge", "q1", "--yes").status == 0)
    let item = try #require(try home.json("quarantine", "show", "x2").object)
    #expect(item["code"]?.string == "duplicate-deleted")
    #expect(item["record"] == .null)
    try home.expectSoundStore()
    home.organize("quarantine", "retry", "x2")
    home.ingestOnce()
    #expect(try home.records("list").compactMap { $0["id"]?.string }.contains("q3"))
    try home.expectSoundStore()
  }

  @Test("how something was let go is told the same after the record that it led to was purged")
  func stateOfItem() throws {
    let home = try makeHome()
    dropFile("again.wav", into: home.inbox, lunch)
    home.ingestOnce()
    #expect(home.organize("quarantine", "accept", "x2").status == 0)
    func told() -> Substring? {
      home.organize("quarantine", "list", "--all").output.split(separator: "\n")
        .first { $0.hasPrefix("x2 ") }
    }
    let before = try #require(told())
    #expect(before.contains("accepted"))
    home.organize("delete", "q1")
    #expect(home.organize("purge", "q1", "--yes").status == 0)
    #expect(told() == before)
  }

  @Test("in an inbox that must not be emptied, what was purged is not taken again")
  func keptInbox() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    kept.once()
    kept.home.organize("delete", "q1")
    #expect(kept.home.organize("purge", "q1", "--yes").status == 0)
    kept.touch("lunch.wav")
    kept.once()
    #expect(try kept.ends() == ["recorded": 1])
    #expect(kept.filesOfStore() == 0)
    // And it is the last copy, so that it stays there in any case.
    kept.configure(after: "remove")
    kept.once()
    kept.expectUntouched()
    #expect(try kept.ends() == ["recorded": 1])
    try kept.home.expectSoundStore()
  }

  @Test("a snapshot that was made before keeps what it has")
  func snapshot() throws {
    let home = try makeHome()
    home.organize("delete", "q1")
    let backup = home.folder["backup"]
    try #require(home.organize("backup", backup).status == 0)
    #expect(home.organize("purge", "q1", "--yes").status == 0)
    let restored = home.folder["restored"]
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), ["restore-backup", backup, "--store", restored],
      environment: Household.quiet)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let restore = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), ["restore", "q1", "--store", restored],
      environment: Household.quiet)
    #expect(restore.status == 0, "\(restore.errors)")
  }

  @Test(
    "a purge that was cut off is finished by the next start of the daemon, or by the next purge")
  func cutOff() throws {
    for finish in [["purge"], []] {
      let home = try makeHome()
      home.organize("delete", "q1")
      home.organize("quarantine", "drop", "x1")
      let before = files(home)
      let copies = before.map { (path: $0, bytes: readFile("\(home.store)/\($0)") ?? []) }
      #expect(home.organize("purge", "--all", "--yes").status == 0)
      // As a kill between COMMIT and removal leaves it.
      let left = copies.filter { readFile("\(home.store)/\($0.path)") == nil }
      let database = try Connection(opening: "\(home.store)/records.sqlite3", .readWrite)
      for (path, bytes) in left {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        try makeDirectories("\(home.store)/\(folder)")
        writeFile("\(home.store)/\(path)", bytes)
        try database.run(
          "INSERT OR IGNORE INTO purged_file (path) VALUES (?)",
          folder.hasPrefix("quarantine") ? folder : path)
      }
      #expect(files(home) == before)
      let leftovers = try home.named(by: "audit").problems
      #expect(leftovers.count == left.count)
      #expect(leftovers.allSatisfy { $0[0] == "file-leftover" }, "\(leftovers)")
      if finish.isEmpty {
        home.ingestOnce()
      } else {
        #expect(home.organize("purge").output == "There is nothing to purge.\n")
      }
      try home.expectSoundStore()
      #expect(files(home).count == 1)
    }
  }

  @Test("a purge keeps nobody from stepping over what changed other records")
  func othersArePurged() throws {
    let home = try makeHome()
    home.organize("organize", "q1", "--type", "expense")
    home.organize("delete", "t1")
    home.organize("undo", "2")
    home.organize("undo", "--op", "1")
    home.organize("delete", "q2")
    #expect(home.organize("purge", "q2", "--yes").output == "purged q2\n")
    writeFile(home.folder["copy.wav"], lunch)
    let told = home.organize("explain", home.folder["copy.wav"])
    #expect(told.output.contains("'mm-organize redo --op 1' brings the record back."), "\(told)")
    let returned = home.organize("redo", "--op", "1")
    #expect(returned.status == 0, "\(returned.errors)")
    #expect(home.organize("show", "q1").status == 0)
    #expect(home.organize("redo", "--op", "4").status == 0)
    // What changed the purged one does not come back, nor goes.
    for words in [["undo", "--op", "2"], ["undo", "--op", "8"]] {
      let refused = BuiltProgram.run(
        BuiltProgram.path("mm-organize"), words + home.places, environment: Household.quiet)
      #expect(refused.status == 65, "\(words): \(refused.output)")
    }
    #expect(home.organize("history").status == 0)
    try home.expectSoundStore()
  }

  @Test("what names a purged record does not come back, and the purge is told as the reason")
  func namesPurged() throws {
    let home = try makeHome()
    home.organize("organize", "q1", "--type", "expense")
    let refund = home.organize("organize", "q2", "--amount", "50", "--refund-of", "t1")
    #expect(refund.status == 0, "\(refund.errors)")
    home.organize("edit", "t2", "--no-refund")
    home.organize("delete", "t1")
    home.organize("delete", "q1")
    #expect(home.organize("purge", "t1", "q1", "--yes").status == 0)
    let refused = home.organize("undo", "--op", "6")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("has purged since what it changed"), "\(refused.errors)")
    try home.expectSoundStore()
  }

  @Test(
    "over a purge of an earlier version, which has not said what it touched, nothing is taken back")
  func earlierPurge() throws {
    let home = try makeHome()
    home.organize("delete", "q2")
    home.organize("purge", "q2", "--yes")
    try Connection(opening: "\(home.store)/records.sqlite3", .readWrite).execute(
      "DELETE FROM image WHERE record LIKE '-%'")
    let refused = home.organize("undo", "--op", "1")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("has purged since what it changed"), "\(refused.errors)")
    // What was done after it is another matter.
    home.organize("edit", "q1", "--note", "alone")
    #expect(home.organize("undo").status == 0)
  }

  @Test("the purge of a record leaves the same recording of a capture that was taken back")
  func sameRecording() throws {
    let home = try makeHome()
    home.organize("undo", "--op", "1")
    dropFile("again.wav", into: home.inbox, lunch)
    home.ingestOnce()
    let twin = try #require(try home.records("list").compactMap { $0["id"]?.string }.max())
    home.organize("delete", twin)
    #expect(home.organize("purge", twin, "--yes").status == 0)
    writeFile(home.folder["copy.wav"], lunch)
    let told = home.organize("explain", home.folder["copy.wav"])
    #expect(told.output.contains("'mm-organize redo --op 1' brings the record back"), "\(told)")
    #expect(home.organize("redo", "--op", "1").status == 0)
    try home.expectSoundStore()
  }

  @Test(
    "an operation is not taken back over the purge of what it had changed, nor a capture returned")
  func takenBack() throws {
    let home = try makeHome()
    let path = try #require(
      try home.json("show", "q2").object?["audio"]?.object?["path"]?.string)
    #expect(home.organize("undo", "--op", "2").status == 0)
    #expect(files(home).contains(path))
    #expect(
      home.organize("purge", "--all", "--dry-run").output.hasPrefix("q2  taken back 20"))
    // It was taken back a moment ago, so that it may be wanted again.
    #expect(home.organize("purge", "--yes").output == "There is nothing to purge.\n")
    #expect(home.organize("redo").status == 0)
    #expect(home.organize("undo").status == 66)
    #expect(home.organize("undo", "--op", "2").status == 0)
    #expect(
      home.organize("purge", "--all", "--yes").output == "purged q2, whose capture was taken back\n"
    )
    #expect(!files(home).contains(path))
    let over = home.organize("redo", "--op", "2")
    #expect(over.status == 65)
    #expect(over.errors.contains("has purged since what it changed, for good"), "\(over.errors)")
    #expect(home.organize("redo").status == 65)
    #expect(home.organize("history").status == 0)
    try home.expectSoundStore()
  }
}
