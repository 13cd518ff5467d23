import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

/// `after = keep`: what was set aside is judged again where it lies, whatever has happened since.
@Suite("Judging again in an inbox that must not be emptied", .fewAtATime)
struct KeptRetryTests {
  private let keep = ["MONEYMOM_INBOX_AFTER": "keep"]

  private func recalled(_ kept: KeptHousehold) throws -> Int64 {
    let connection = try Connection(
      opening: "\(kept.home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
    return try connection.integer("SELECT count(*) FROM kept_file WHERE again IS NOT NULL")
  }

  @Test(
    "what was set aside under one rule for places is judged again under the other, once",
    arguments: [("keep", "drop"), ("drop", "keep")])
  func otherRuleForPlaces(_ before: String, _ after: String) throws {
    let kept = KeptHousehold("place = \(before)\n[decoder]\nmax-duration = 1s\n")
    let name = "long+25.0330+121.5654.wav"
    kept.put(
      "\(name).json", #"{"amount": 120, "place": {"latitude": 25.033, "longitude": 121.5654}}"#)
    kept.put(name, Wave.tone(frames: 32_000, seed: 5))
    kept.once()
    #expect(try kept.held() == ["too-long"])
    kept.configure("place = \(after)\n")
    let daemon = kept.startDaemon()
    let rules = keep.merging(["MONEYMOM_INBOX_PLACE": after]) { $1 }
    let outcome = kept.home.organize("quarantine", "retry", "x1", environment: rules)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let isRecorded = try eventually { try kept.amounts() == ["120.00"] && kept.held().isEmpty }
    #expect(isRecorded)
    daemon.end()
    #expect(try recalled(kept) == 0)
    kept.once()
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    kept.expectUntouched()
    try kept.home.expectSoundStore()
  }

  @Test("what cannot be read in the inbox is not called gone, and nothing is written beside it")
  func unreadable() throws {
    let kept = KeptHousehold()
    kept.put("text.wav", "This is no recording.\n")
    #expect(try kept.onceAsNobody().status == 0)
    chmod("\(kept.inbox)/text.wav", 0)
    chmod(kept.inbox, 0o777)
    for after in ["keep", "remove"] {
      let outcome = try kept.organizeAsNobody(
        "quarantine", "retry", "x1", environment: ["MONEYMOM_INBOX_AFTER": after])
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains("Permission denied"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("any more"), "\(outcome.errors)")
    }
    chmod("\(kept.inbox)/text.wav", 0o644)
    #expect(try kept.held() == ["not-audio"])
    kept.expectUntouched()
  }

  @Test(
    "a pipe that has the name of what was taken is not waited for, nor a sidecar that has grown beyond all bounds"
  )
  func strangers() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 12O}"#)
    kept.put("lunch.wav", Wave.tone(frames: 400, seed: 1))
    kept.put("text.wav", "This is no recording.\n")
    kept.once()
    let items = try kept.home.records("quarantine", "list").reduce(into: [:]) {
      $0[$1["code"]?.string ?? ""] = $1["id"]?.string ?? ""
    }
    kept.remove("text.wav")
    mkfifo("\(kept.inbox)/text.wav", 0o644)
    truncate("\(kept.inbox)/lunch.wav.json", 1 << 40)
    let gone = kept.home.organize(
      "quarantine", "retry", try #require(items["not-audio"]), environment: keep)
    #expect(gone.status == 66 && gone.errors.contains("any more"), "\(gone.errors)")
    // The recording is what counts, and is judged by itself.
    let retried = kept.home.organize(
      "quarantine", "retry", try #require(items["sidecar-invalid"]), environment: keep)
    #expect(retried.status == 0, "\(retried.errors)")
    #expect(try recalled(kept) == 1)
  }

  @Test(
    "copies that stayed in the quarantine after a retry are named by the audit, and go at a start")
  func spareCopies() throws {
    let kept = KeptHousehold("[decoder]\nmax-duration = 1s\n")
    kept.put("long.wav", Wave.tone(frames: 32_000, seed: 5))
    kept.once()
    let quarantine = "\(kept.home.store)/quarantine"
    let folder = try #require(listFolder(quarantine).first)
    let copies = listFolder("\(quarantine)/\(folder)").map {
      ($0, readFile("\(quarantine)/\(folder)/\($0)") ?? [])
    }
    kept.configure()
    #expect(kept.home.organize("quarantine", "retry", "x1", environment: keep).status == 0)
    kept.once()
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    #expect(listFolder(quarantine).isEmpty)
    // As after a crash between the COMMIT and the removal.
    mkdir("\(quarantine)/\(folder)", 0o700)
    for (name, bytes) in copies { writeFile("\(quarantine)/\(folder)/\(name)", bytes) }
    #expect(
      try kept.home.named(by: "audit").problems == [
        ["file-leftover", "x1", "quarantine/\(folder)"]
      ])
    kept.once()
    #expect(listFolder(quarantine).isEmpty)
    try kept.home.expectSoundStore()
  }
}
