import Linux
import Records
import Testing

@testable import InboxWatch

@Suite("Waiting for the other half")
struct OtherHalfTests {
  var inbox = TestLedger()

  @Test(
    "C02: a recording without a sidecar waits sidecar-wait from when it is still, and goes alone")
  mutating func recordingAlone() {
    inbox.find("lunch.wav")
    inbox.advance(2)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.wav: for-sidecar"])
    inbox.advance(9.9)
    #expect(inbox.offered() == [])
    inbox.advance(0.1)
    #expect(inbox.offered() == [["lunch.wav"]])
  }

  @Test("C02: a sidecar that comes within the time makes a pair at once")
  mutating func sidecarSecond() {
    inbox.drop("lunch.wav")
    inbox.advance(9)
    #expect(inbox.offered() == [])
    inbox.drop("lunch.json")
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test(
    "C02: a sidecar first, its recording 90 s later: it is offered alone once, and is there for the pair"
  )
  mutating func sidecarFirst() throws {
    inbox.drop("lunch.json")
    inbox.advance(59.9)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.json: for-recording"])
    inbox.advance(0.1)
    let alone = try #require(inbox.offers().first)
    #expect(alone.content == .loneSidecar(alone.files[0]))
    inbox.conclude(alone, .waitsForRecording)
    inbox.advance(30)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.json: for-recording"])
    inbox.drop("lunch.wav")
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test(
    "a sidecar that belongs to nothing is offered again now and then, and when conditions change")
  mutating func asksAgain() throws {
    inbox.drop("lunch.json")
    inbox.advance(60)
    inbox.conclude(try #require(inbox.offers().first), .waitsForRecording)
    inbox.advance(599)
    #expect(inbox.offered() == [])
    inbox.advance(1)
    inbox.conclude(try #require(inbox.offers().first), .waitsForRecording)
    inbox.ledger.conditionsChanged(at: inbox.now)
    #expect(inbox.offered() == [["lunch.json"]])
  }

  @Test("C02: a sidecar that comes while its recording is judged waits patience, and is a late one")
  mutating func sidecarWhileJudged() throws {
    inbox.drop("lunch.wav")
    inbox.advance(10)
    let recording = try #require(inbox.offers().first)
    inbox.drop("lunch.json")
    #expect(inbox.offered() == [])
    inbox.conclude(recording, .taken)
    inbox.remove("lunch.wav")
    inbox.advance(59.9)
    #expect(inbox.offered() == [])
    inbox.advance(0.1)
    #expect(inbox.offered() == [["lunch.json"]])
  }

  @Test("C02: a sidecar that comes while its recording fails goes with it the next time")
  mutating func sidecarWhileFailing() throws {
    inbox.drop("lunch.wav")
    inbox.advance(10)
    let recording = try #require(inbox.offers().first)
    inbox.drop("lunch.json")
    inbox.conclude(recording, .fault(.storeFull, message: "Full."))
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test("C07: a sidecar that is there but not yet still holds its recording back, without a limit")
  mutating func sidecarNotStill() {
    inbox.find("lunch.json")
    inbox.drop("lunch.wav")
    for _ in 0..<30 {
      inbox.advance(1)
      inbox.grow("lunch.json")
      inbox.see("lunch.json", EntryEvent())
      #expect(inbox.offered() == [])
      #expect(inbox.waiting() == ["lunch.wav: for-sidecar"])
    }
    inbox.advance(2)
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test(
    "C07: JSON that just ends waits until it was unchanged for patience, and is then judged as it stands"
  )
  mutating func sidecarUnfinished() throws {
    inbox.drop("lunch.json")
    inbox.drop("lunch.wav")
    let first = try #require(inbox.offers().first)
    #expect(!first.patienceIsOver)
    inbox.conclude(first, .unfinished(message: "The sidecar lunch.json just ends."))
    inbox.advance(59.9)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.wav: unfinished"])
    inbox.advance(0.1)
    let second = try #require(inbox.offers().first)
    #expect(second.patienceIsOver)
  }

  @Test("C07: the rest of the JSON makes the pair judged anew")
  mutating func sidecarFinished() throws {
    inbox.drop("lunch.json")
    inbox.drop("lunch.wav")
    inbox.conclude(try #require(inbox.offers().first), .unfinished(message: "It just ends."))
    inbox.advance(30)
    inbox.grow("lunch.json")
    inbox.see("lunch.json", EntryEvent())
    inbox.advance(2)
    let second = try #require(inbox.offers().first)
    #expect(!second.patienceIsOver)
  }

  @Test("sidecar-wait runs only while no sidecar is there")
  mutating func sidecarLeaves() {
    inbox.drop("lunch.wav")
    inbox.advance(5)
    inbox.find("lunch.json")
    inbox.advance(1)
    inbox.remove("lunch.json")
    inbox.advance(9.9)
    #expect(inbox.offered() == [])
    inbox.advance(0.1)
    #expect(inbox.offered() == [["lunch.wav"]])
  }

  @Test("C01: an ambiguous sidecar is offered with all it fits, after time for a name that tells")
  mutating func ambiguous() throws {
    inbox.drop("memo.m4a")
    inbox.drop("memo.wav")
    inbox.drop("memo.json")
    inbox.advance(9.9)
    #expect(inbox.offered() == [])
    inbox.advance(0.1)
    let offer = try #require(inbox.offers().first)
    #expect(offer.files.map(\.name.description) == ["memo.m4a", "memo.wav", "memo.json"])
    #expect(offer.members.count == 3)
    inbox.conclude(offer, .taken)
    #expect(inbox.counts().seen == 3)
  }

  @Test("C01: an ambiguity that a fuller name resolves in time makes two memos")
  mutating func resolved() {
    inbox.drop("memo.m4a")
    inbox.drop("memo.wav")
    inbox.drop("memo.json")
    inbox.advance(5)
    inbox.drop("memo.wav.json")
    #expect(
      Set(inbox.offered()) == [["memo.wav", "memo.wav.json"], ["memo.m4a", "memo.json"]])
  }

  @Test("a surplus sidecar that turned out equal goes, and its recordings go on")
  mutating func surplusEqual() throws {
    inbox.drop("memo.wav.json")
    inbox.drop("memo.json")
    inbox.drop("memo.wav")
    inbox.advance(10)
    let offer = try #require(inbox.offers().first)
    guard case .surplus(let sidecars, let pairs) = offer.content else {
      Issue.record("not a surplus: \(offer)")
      return
    }
    #expect(sidecars.map(\.name) == [FileName("memo.json")])
    #expect(pairs.map(\.recording.name) == [FileName("memo.wav")])
    inbox.conclude(offer, .surplusTaken)
    #expect(inbox.offered() == [["memo.wav", "memo.wav.json"]])
    inbox.remove("memo.json")
    #expect(inbox.counts().seen == 2)
  }
}
