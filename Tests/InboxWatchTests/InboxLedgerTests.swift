import Linux
import Records
import Testing

@testable import InboxWatch

@Suite("When a file is still")
struct StillnessOfMemosTests {
  var inbox = TestLedger()

  @Test("W03: a pair that arrives by rename, sidecar first, is offered at once")
  mutating func fastPath() {
    inbox.drop("lunch.wav.json")
    #expect(inbox.offered() == [])
    inbox.drop("lunch.wav")
    #expect(inbox.offered() == [["lunch.wav", "lunch.wav.json"]])
  }

  @Test("a file that was copied in is offered after the settle time, and not before")
  mutating func settles() {
    inbox.drop("lunch.json")
    inbox.find("lunch.wav")
    inbox.advance(1.999)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.wav: settling"])
    inbox.advance(0.001)
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test("W01: a file of its final size that is open for writing arrives, however quiet it is")
  mutating func openForWriting() {
    inbox.drop("memo.json")
    inbox.find("memo.wav")
    inbox.leases[FileName("memo.wav")] = .openForWriting
    for _ in 0..<20 {
      inbox.advance(2)
      #expect(inbox.offered() == [])
      #expect(inbox.waiting() == ["memo.wav: arriving"])
      inbox.grow("memo.wav")
      inbox.advance(2.5)
      #expect(inbox.offered() == [])
    }
    inbox.leases = [:]
    var closing = EntryEvent()
    closing.writerClosed = true
    inbox.see("memo.wav", closing)
    #expect(inbox.offered() == [])
    inbox.advance(2)
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
  }

  @Test(
    "W01: renamed while still open for writing, it waits for the writer, and is then still at once")
  mutating func renamedWhileOpen() {
    inbox.drop("memo.json")
    inbox.leases[FileName("memo.wav")] = .openForWriting
    inbox.drop("memo.wav")
    #expect(inbox.offered() == [])
    inbox.advance(0.5)
    inbox.leases = [:]
    var closing = EntryEvent()
    closing.writerClosed = true
    inbox.see("memo.wav", closing)
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
  }

  @Test("W02: what was still for the settle time is a memo, and what is appended later is another")
  mutating func appends() throws {
    inbox.drop("memo.json")
    inbox.find("memo.wav")
    for _ in 0..<5 {
      inbox.advance(1.9)
      #expect(inbox.offered() == [])
      inbox.grow("memo.wav")
      var closing = EntryEvent()
      closing.writerClosed = true
      inbox.see("memo.wav", closing)
    }
    inbox.advance(2)
    let offer = try #require(inbox.offers().first)
    inbox.grow("memo.wav")
    inbox.see("memo.wav", EntryEvent())
    inbox.conclude(offer, .taken)
    inbox.advance(12)
    #expect(inbox.offered() == [["memo.wav"]])
  }

  @Test("W09: a file that grows for ten minutes waits as long, and is then offered")
  mutating func growsLong() {
    inbox.find("memo.wav")
    inbox.find("memo.json")
    for _ in 0..<400 {
      inbox.advance(1.5)
      inbox.grow("memo.wav")
      #expect(inbox.offered() == [])
    }
    // The growth shows by itself when the file would be due, without any event.
    inbox.advance(1.5)
    #expect(inbox.offered() == [])
    inbox.advance(2)
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
  }

  @Test(
    "where no lease can be had, a file must be quiet for settle-unleased, also when it was renamed")
  mutating func unleasable() {
    inbox.leases[FileName("memo.wav")] = .unavailable
    inbox.drop("memo.json")
    inbox.drop("memo.wav")
    inbox.advance(9.9)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["memo.wav: settling"])
    inbox.advance(0.1)
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
  }

  @Test("attribute changes do not restart the clock")
  mutating func attributes() {
    inbox.find("memo.wav")
    inbox.find("memo.json")
    var event = EntryEvent()
    event.attributesChanged = true
    for _ in 0..<4 {
      inbox.advance(0.5)
      inbox.see("memo.wav", event)
    }
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
  }

  @Test("at first sight the age counts from the ctime, but not into the future")
  mutating func ageAtFirstSight() {
    inbox.find("old.wav", age: 3600)
    inbox.find("old.json", age: 2)
    inbox.find("future.wav", age: -3600)
    inbox.find("future.json", age: 100)
    #expect(inbox.offered() == [["old.wav", "old.json"]])
    inbox.advance(2)
    #expect(inbox.offered() == [["future.wav", "future.json"]])
  }

  @Test("a wall clock that jumps ripens nothing")
  mutating func clockJump() {
    inbox.find("memo.wav")
    inbox.find("memo.json")
    inbox.now = TimeReading(
      wall: inbox.now.wall.advanced(by: .seconds(86_400)), steady: inbox.now.steady)
    #expect(inbox.offered() == [])
    inbox.now = TimeReading(
      wall: inbox.now.wall.advanced(by: .seconds(-200_000)),
      steady: inbox.now.steady.advanced(by: .seconds(2)))
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
  }

  @Test("leases are asked for when a file is due, and for no other")
  mutating func asksWhenDue() {
    for number in 0..<1000 { inbox.find("\(number).wav") }
    for _ in 0..<19 {
      inbox.advance(0.1)
      _ = inbox.offered()
    }
    #expect(inbox.looks.isEmpty)
  }

  @Test("when every clock has run out, a file that is open for writing still waits")
  mutating func everythingNow() {
    inbox = TestLedger(rules: .now)
    inbox.leases[FileName("open.wav")] = .openForWriting
    inbox.find("open.wav")
    inbox.find("lunch.wav")
    inbox.find("lone.json")
    let offers = inbox.offers()
    #expect(offers.map(\.name) == [FileName("lunch.wav"), FileName("lone.json")])
    #expect(offers.allSatisfy { $0.patienceIsOver })
    #expect(inbox.waiting() == ["open.wav: arriving"])
    #expect(inbox.ledger.hasWork(before: inbox.now.steady))
    for offer in offers { inbox.conclude(offer, .taken) }
    #expect(!inbox.ledger.hasWork(before: inbox.now.steady))
  }
}
