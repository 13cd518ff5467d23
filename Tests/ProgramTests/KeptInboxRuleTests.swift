import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

/// `after = keep`: what is done about such an inbox from outside, by settings, permissions and the companion.
@Suite("Rules for an inbox that must not be emptied", .fewAtATime)
struct KeptInboxRuleTests {
  private let lunch = Wave.tone(frames: 400, seed: 1)
  private let dinner = Wave.tone(frames: 500, seed: 2)
  private let text = Array("This is no recording.\n".utf8)

  @Test("what was set aside is judged again where it lies, and leaves the quarantine with that")
  func retried() throws {
    let kept = KeptHousehold("[decoder]\nmax-duration = 1s\n")
    kept.put("long.wav.json", #"{"amount": 120}"#)
    kept.put("long.wav", Wave.tone(frames: 32_000, seed: 5))
    kept.once()
    #expect(try kept.held() == ["too-long"])
    kept.configure()
    let daemon = kept.startDaemon()
    let keep = ["MONEYMOM_INBOX_AFTER": "keep"]
    let plan = kept.home.organize("quarantine", "retry", "x1", "--dry-run", environment: keep)
    #expect(plan.output == "x1 would be judged again where it lies\n")
    let outcome = kept.home.organize("quarantine", "retry", "x1", environment: keep)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "x1 is judged again where it lies\n")
    let isRecorded = try eventually { try kept.amounts() == ["120.00"] }
    #expect(isRecorded)
    kept.settle()
    daemon.end()
    #expect(try kept.held().isEmpty)
    #expect(listFolder("\(kept.home.store)/quarantine").isEmpty)
    let story = kept.home.organize("explain", "x1")
    #expect(story.output.contains("Judged the files of x1 again"), "\(story.output)")
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    kept.once()
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    kept.expectUntouched()
    try kept.home.expectSoundStore()
  }

  @Test("what was set aside and is gone from the inbox is not written back, and stays set aside")
  func retriedInVain() throws {
    let kept = KeptHousehold()
    kept.put("text.wav", text)
    kept.once()
    kept.remove("text.wav")
    let keep = ["MONEYMOM_INBOX_AFTER": "keep"]
    let outcome = kept.home.organize("quarantine", "retry", "x1", environment: keep)
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("x1"))
    #expect(try kept.held() == ["not-audio"])
    kept.expectUntouched()
  }

  @Test(
    "nothing is written in an inbox that the daemon may only read, and --check finds nothing wrong")
  func readOnly() async throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.put("copy.wav", lunch)
    kept.put("text.wav", text)
    chmod(kept.inbox, 0o555)
    // Root may write all the same, so where this is root another user is taken.
    let outcome = try kept.onceAsNobody()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try kept.ends() == ["recorded": 1, "duplicate": 1, "quarantined": 1])
    #expect(try kept.states().values.allSatisfy { $0 == "kept" })
    let keep = ["MONEYMOM_INBOX_AFTER": "keep"]
    let retry = kept.home.organize("quarantine", "retry", "x1", environment: keep)
    #expect(retry.status == 0, "\(retry.errors)")
    #expect(try kept.onceAsNobody().status == 0)
    #expect(try kept.ends() == ["recorded": 1, "duplicate": 1, "quarantined": 2])
    let check = try kept.onceAsNobody(["--check"])
    #expect(check.output.contains("ok    inbox"), "\(check.output)")
    kept.expectUntouched()
    chmod(kept.inbox, 0o755)
  }

  @Test("when the inbox may be emptied again, what was taken before goes, and is not taken twice")
  func emptiedAgain() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.put("copy.wav", lunch)
    kept.put("deleted.wav", Wave.tone(frames: 600, seed: 3))
    kept.put("text.wav", text)
    kept.once()
    let deleted = try #require(
      try kept.home.records("list").first { $0["source_name"]?.string == "deleted.wav" })
    kept.home.organize("delete", deleted["id"]?.string ?? "")
    let ends = try kept.ends()
    #expect(ends == ["recorded": 2, "duplicate": 1, "quarantined": 1])
    let files = kept.filesOfStore()
    kept.configure(after: "remove")
    kept.touch("lunch.wav")
    let outcome = kept.once()
    #expect(
      outcome.errors.contains("removed text.wav, which was taken before"), "\(outcome.errors)")
    #expect(try kept.ends() == ends)
    #expect(listFolder(kept.inbox).isEmpty)
    #expect(kept.filesOfStore() == files)
    // From now on it is an inbox like any other.
    dropFile("lunch.wav", into: kept.inbox, lunch)
    kept.once()
    #expect(try kept.held().sorted() == ["duplicate", "not-audio"])
    try kept.home.expectSoundStore()
  }

  @Test(
    "once the inbox may be emptied again, what has vanished is forgotten, but not while its disk is away"
  )
  func vanished() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    kept.put("dinner.wav", dinner)
    kept.once()
    kept.remove("dinner.wav")
    kept.configure(after: "remove")
    func known() throws -> Int64 {
      let connection = try Connection(
        opening: "\(kept.home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
      return try connection.integer("SELECT count(*) FROM kept_file")
    }
    // As before a disk is mounted there.
    rename(kept.inbox, kept.home.folder["away"])
    mkdir(kept.inbox, 0o755)
    kept.once()
    #expect(try known() == 2)
    rmdir(kept.inbox)
    rename(kept.home.folder["away"], kept.inbox)
    kept.once()
    #expect(try known() == 0)
    #expect(listFolder(kept.inbox).isEmpty)
    #expect(try kept.ends() == ["recorded": 2])
  }

  @Test("what the store has lost does not go from an inbox that may be emptied again")
  func lastCopy() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    kept.put("dinner.wav", dinner)
    kept.once()
    let records = try kept.home.records("list")
    let record = try #require(records.first { $0["source_name"]?.string == "lunch.wav" })
    let path = try #require(record["audio"]?.object?["path"]?.string)
    writeFile("\(kept.home.store)/\(path)", "damaged")
    kept.configure(after: "remove")
    for _ in 0..<2 { kept.once() }
    #expect(listFolder(kept.inbox) == ["lunch.wav"])
    #expect(readFile("\(kept.inbox)/lunch.wav") == lunch)
    #expect(try kept.ends() == ["recorded": 2])
  }

  @Test(
    "what cannot be taken out of an inbox that may be emptied again is not taken twice, and goes later"
  )
  func refused() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    kept.once()
    kept.configure(after: "remove")
    chmod(kept.inbox, 0o555)
    _ = try kept.onceAsNobody()
    kept.expectUntouched()
    #expect(try kept.ends() == ["recorded": 1])
    chmod(kept.inbox, 0o755)
    kept.once()
    #expect(listFolder(kept.inbox).isEmpty)
    #expect(try kept.ends() == ["recorded": 1])
    try kept.home.expectSoundStore()
  }

  @Test("what was about to be removed when the inbox became one that must not be emptied stays")
  func noLongerEmptied() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    kept.put("memo.wav", dinner)
    kept.put("text.wav", text)
    kept.once()
    // As after a crash between COMMIT and removal: one has its own name still, one a private name.
    let connection = try Connection(
      opening: "\(kept.home.store)/records.sqlite3", .readWrite, busyTimeout: .seconds(10))
    let inbox = try canonicalPath(kept.inbox)
    let privateName = ".moneymom-01a22c54-37e9-77fa-a4fe-e722a66c6954-memo.wav"
    rename("\(inbox)/memo.wav", "\(inbox)/\(privateName)")
    let files = [("lunch.wav", "lunch.wav"), ("text.wav", "text.wav"), ("memo.wav", privateName)]
    for (name, there) in files {
      let identity = try fileStatus(at: "\(inbox)/\(there)").identity
      try connection.run(
        """
        INSERT INTO pending_removal (inbox, name, private_name, device, inode, size, modified, sha256)
          SELECT inbox, name, CAST(? AS BLOB), ?, ?, ?, ?, sha256 FROM kept_file
            WHERE name = CAST(? AS BLOB)
        """, there == name ? ".moneymom-\(name)" : privateName, Int64(identity.device),
        Int64(identity.inode), identity.size, identity.modified, name)
    }
    try connection.execute("DELETE FROM kept_file")
    let outcome = kept.once()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("now: 3 recorded files"), "\(outcome.errors)")
    #expect(try kept.ends() == ["recorded": 2, "quarantined": 1])
    let keep = ["MONEYMOM_INBOX_AFTER": "keep"]
    let retry = kept.home.organize("quarantine", "retry", "x1", environment: keep)
    #expect(retry.output == "x1 is judged again where it lies\n", "\(retry.errors)")
    kept.once()
    #expect(try kept.ends() == ["recorded": 2, "quarantined": 2])
    #expect(try connection.integer("SELECT count(*) FROM pending_removal") == 0)
    #expect(try kept.states().values.allSatisfy { $0 == "kept" })
    kept.expectUntouched()
  }

  @Test("with place = drop, what was taken is known too, and the store has no coordinates of it")
  func withoutPlaces() throws {
    let kept = KeptHousehold("place = drop\n")
    let name = "memo+25.0330+121.5654.wav"
    kept.put(
      "\(name).json", #"{"amount": 120, "place": {"latitude": 25.033, "longitude": 121.5654}}"#)
    kept.put(name, lunch)
    kept.put("text+25.0330+121.5654.wav", text)
    let daemon = kept.startDaemon()
    let isTaken = try eventually { try kept.ends() == ["recorded": 1, "quarantined": 1] }
    #expect(isTaken)
    for file in listFolder(kept.inbox) { kept.syncAgain(file) }
    kept.put(
      "\(name).json", #"{"amount": 130, "place": {"latitude": 25.033, "longitude": 121.5654}}"#)
    let isRevised = try eventually { try kept.amounts() == ["130.00"] }
    #expect(isRevised)
    daemon.end()
    kept.configure("place = drop\n")
    let drop = ["MONEYMOM_INBOX_AFTER": "keep", "MONEYMOM_INBOX_PLACE": "drop"]
    let retry = kept.home.organize("quarantine", "retry", "x1", environment: drop)
    #expect(retry.status == 0, "\(retry.errors)")
    for _ in 0..<2 { kept.once() }
    #expect(try kept.ends() == ["recorded": 1, "revised": 1, "quarantined": 2])
    for ending in ["", "-wal"] {
      let bytes = readFile("\(kept.home.store)/records.sqlite3\(ending)") ?? []
      #expect(String(decoding: bytes, as: UTF8.self).contains("25.033") == false)
    }
    kept.expectUntouched()
  }
}
