import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

/// `after = keep`: what was set aside is judged again where it lies, whatever has happened since.
@Suite("Judging again in an inbox that must not be emptied")
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
}
