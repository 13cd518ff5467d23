import JSON
import TestSupport
import Testing

/// `after = keep`: which memo a sidecar belongs to that changes where it lies.
@Suite("Sidecars in an inbox that must not be emptied", .fewAtATime)
struct KeptSidecarTests {
  private let lunch = Wave.tone(frames: 400, seed: 1)
  private let dinner = Wave.tone(frames: 500, seed: 2)

  @Test(
    "the sidecar of an earlier recording is not taken for the next one, unless it is written anew with it"
  )
  func oldSidecar() throws {
    let kept = KeptHousehold()
    kept.put("memo.wav.json", #"{"amount": 45}"#)
    kept.put("memo.wav", lunch)
    let daemon = kept.startDaemon()
    kept.settle()
    kept.put("memo.wav", dinner)
    kept.settle()
    #expect(try kept.amounts() == ["45.00", "none"])
    kept.put("memo.wav.json", #"{"amount": 45}"#)
    kept.put("memo.wav", Wave.tone(frames: 600, seed: 3))
    kept.settle()
    daemon.end()
    #expect(try kept.amounts() == ["45.00", "45.00", "none"])
    // Also where the whole folder was fetched anew in between.
    kept.put("memo.wav", Wave.tone(frames: 700, seed: 4))
    kept.syncAgain("memo.wav.json")
    kept.once()
    #expect(try kept.amounts() == ["45.00", "45.00", "none", "none"])
    kept.expectUntouched()
  }

  @Test("an old sidecar that is touched, or fetched anew, changes no record of another memo")
  func touchedOldSidecar() throws {
    let kept = KeptHousehold()
    kept.put("a.wav", lunch)
    kept.put("a.wav.json", #"{"amount": 23}"#)
    kept.put("b.wav", dinner)
    kept.put("b.wav.json", #"{"amount": 99}"#)
    kept.once()
    // The content of b, which has an amount, and then one that has none.
    kept.put("a.wav", dinner)
    kept.once()
    kept.touch("a.wav.json")
    kept.once()
    kept.put("a.wav.json", #"{"amount": 23}"#)
    kept.once()
    #expect(try kept.amounts() == ["23.00", "99.00"])
    kept.put("a.wav", Wave.tone(frames: 600, seed: 3))
    kept.once()
    kept.touch("a.wav.json")
    kept.once()
    #expect(try kept.amounts() == ["23.00", "99.00", "none"])
    kept.expectUntouched()
  }

  @Test("a changed sidecar changes its record, once, with a note")
  func changedSidecar() throws {
    let kept = KeptHousehold()
    kept.put("lunch.json", #"{"amount": 120, "tags": "food"}"#)
    kept.put("lunch.wav", lunch)
    let daemon = kept.startDaemon()
    kept.settle()
    kept.put("lunch.json", #"{"amount": 130}"#)
    kept.settle()
    #expect(try kept.amounts() == ["130.00"])
    kept.syncAgain("lunch.json")
    kept.touch("lunch.json")
    kept.settle()
    daemon.end()
    kept.once()
    let record = try #require(try kept.home.records("list").first)
    #expect(record["tags"]?.array?.compactMap(\.string) == ["food"])
    let notes = record["review"]?.array?.compactMap { $0.object?["code"]?.string }
    #expect(notes == ["revised-late"])
    #expect(try kept.ends() == ["recorded": 1, "revised": 1])
    kept.expectUntouched()
  }

  @Test("a sidecar that changes after its record was organised is set aside, once")
  func changedAfterOrganising() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.once()
    kept.home.organize("organize", "q1")
    kept.put("lunch.wav.json", #"{"amount": 130}"#)
    kept.once()
    kept.touch("lunch.wav.json")
    kept.once()
    kept.touch("lunch.wav")
    kept.once()
    #expect(try kept.held() == ["sidecar-late"])
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    kept.expectUntouched()
  }

  @Test("a changed sidecar goes to the recording that it lies beside, whatever had its name before")
  func besideADuplicate() throws {
    let kept = KeptHousehold()
    kept.put("a.wav", lunch)
    kept.put("b.wav", dinner)
    kept.once()
    // q1 came as a.wav, and its content is there as b.wav now; the sidecar is for q2.
    kept.put("a.wav", dinner)
    kept.once()
    kept.put("a.wav.json", #"{"amount": 7}"#)
    kept.once()
    let records = try kept.home.records("list")
    let amounts = records.reduce(into: [:]) {
      $0[$1["source_name"]?.string ?? ""] = $1["amount"]?.string ?? "none"
    }
    #expect(amounts == ["a.wav": "none", "b.wav": "7.00"])
    #expect(try kept.ends() == ["recorded": 2, "duplicate": 1, "revised": 1])
  }

  @Test("a sidecar that is put right has its memo judged again")
  func correctedSidecar() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 12O}"#)
    kept.put("lunch.wav", lunch)
    let daemon = kept.startDaemon()
    kept.settle()
    #expect(try kept.held() == ["sidecar-invalid"])
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    let isRecorded = try eventually { try kept.amounts() == ["120.00"] }
    #expect(isRecorded)
    kept.settle()
    daemon.end()
    // What was wrong is nowhere else now.
    #expect(kept.home.allFiles(below: "quarantine").contains { $0.hasSuffix("/lunch.wav.json") })
    // And by a single run.
    kept.put("dinner.wav.json", #"{"amount": 4S}"#)
    kept.put("dinner.wav", dinner)
    kept.once()
    #expect(try kept.held() == ["sidecar-invalid"])
    kept.put("dinner.wav.json", #"{"amount": 45}"#)
    kept.once()
    #expect(try kept.amounts() == ["120.00", "45.00"])
    #expect(try kept.held().isEmpty)
    kept.expectUntouched()
  }
}
