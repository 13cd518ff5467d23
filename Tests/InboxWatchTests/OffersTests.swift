import Linux
import Records
import TestSupport
import Testing

@testable import InboxWatch

@Suite("What is offered, and what comes of it")
struct OffersTests {
  var inbox = TestLedger()

  private mutating func offerPair(_ name: String = "lunch") throws -> MemoOffer {
    inbox.drop("\(name).json")
    inbox.drop("\(name).wav")
    return try #require(inbox.offers().first)
  }

  @Test("W06: 50 rewrites and chmods of one file are one offer")
  mutating func manyEvents() {
    inbox.drop("memo.json")
    inbox.find("memo.wav")
    var event = EntryEvent()
    event.writerClosed = true
    event.attributesChanged = true
    for _ in 0..<50 {
      inbox.grow("memo.wav")
      inbox.see("memo.wav", event)
      inbox.advance(0.01)
      #expect(inbox.offered() == [])
    }
    inbox.advance(2)
    #expect(inbox.offered() == [["memo.wav", "memo.json"]])
    inbox.see("memo.wav", event)
    inbox.advance(100)
    #expect(inbox.offered() == [])
  }

  @Test("what was taken and is still there is not offered again, until it changes")
  mutating func takenAndThere() throws {
    let offer = try offerPair()
    inbox.conclude(offer, .taken)
    inbox.ledger.beginScan()
    inbox.see("lunch.wav", EntryEvent())
    inbox.see("lunch.json", EntryEvent())
    inbox.advance(100)
    #expect(inbox.offered() == [])
    #expect(inbox.counts().waiting == 0)
    inbox.grow("lunch.wav")
    inbox.see("lunch.wav", EntryEvent())
    inbox.advance(12)
    #expect(inbox.offered() == [["lunch.wav"]])
  }

  @Test("a file written over the name of one that is judged is a memo of its own")
  mutating func replacedWhileJudged() throws {
    let offer = try offerPair()
    inbox.drop("lunch.wav")
    inbox.drop("lunch.json")
    #expect(inbox.offered() == [])
    inbox.conclude(offer, .taken)
    let second = try #require(inbox.offers().first)
    #expect(second.files.map(\.name) == offer.files.map(\.name))
    #expect(second.files != offer.files)
    inbox.conclude(second, .taken)
    #expect(inbox.counts().seen == 2)
  }

  @Test("a new file that looks like the one that left is a memo of its own")
  mutating func sameIdentity() throws {
    let offer = try offerPair()
    inbox.conclude(offer, .taken)
    var event = EntryEvent()
    event.departed = true
    event.arrivedByRename = true
    inbox.see("lunch.json", event)
    inbox.see("lunch.wav", event)
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test("W19: files that come and go before they are taken are withdrawn, and nothing waits")
  mutating func comeAndGo() {
    for number in 0..<1000 {
      inbox.find("\(number).wav")
      inbox.remove("\(number).wav")
    }
    inbox.advance(100)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == [])
    #expect(inbox.counts().withdrawn == 1000)
    #expect(inbox.counts().seen == 1000)
    #expect(inbox.ledger.entries.isEmpty && inbox.ledger.groups.isEmpty)
  }

  @Test("a file that is gone when it would be offered is withdrawn")
  mutating func goneWhenDue() {
    inbox.drop("lunch.wav")
    inbox.files = [:]
    inbox.advance(10)
    #expect(inbox.offered() == [])
    #expect(inbox.counts().withdrawn == 1)
  }

  @Test("a file that goes while it is judged in vain is withdrawn, and one that is taken is not")
  mutating func goneWhileJudged() throws {
    let failing = try offerPair("a")
    let taken = try offerPair("b")
    for name in ["a.wav", "a.json", "b.wav", "b.json"] { inbox.remove(name) }
    inbox.conclude(failing, .changed)
    inbox.conclude(taken, .taken)
    #expect(inbox.counts().withdrawn == 1)
    #expect(inbox.counts().taken == 1)
    #expect(inbox.counts().waiting == 0)
    #expect(inbox.ledger.entries.isEmpty)
  }

  @Test(
    "a fault of the world is retried after 1, 2, 4 … 60 seconds, and at once when it has passed")
  mutating func backOff() throws {
    var offer = try offerPair()
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      inbox.conclude(offer, .fault(.storeFull, message: "The disk is full."))
      inbox.advance(Double(seconds) - 0.1)
      #expect(inbox.offered() == [])
      #expect(inbox.waiting() == ["lunch.wav: store-full"])
      inbox.advance(0.1)
      offer = try #require(inbox.offers().first)
    }
    inbox.conclude(offer, .fault(.storeFull, message: "The disk is full."))
    inbox.ledger.conditionsChanged(at: inbox.now)
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test("a file that could not be read is offered again as soon as its mode changes")
  mutating func modeChanges() throws {
    inbox.conclude(try offerPair(), .fault(.unreadable, message: "No permission."))
    var event = EntryEvent()
    event.attributesChanged = true
    inbox.see("lunch.wav", event)
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test("a suspect is offered alone and last, and nothing beside it")
  mutating func suspect() throws {
    let suspect = try offerPair("bad")
    inbox.conclude(suspect, .suspect)
    let other = try offerPair("good")
    #expect(other.name == FileName("good.wav"))
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["bad.wav: suspect"])
    inbox.conclude(other, .taken)
    let again = try #require(inbox.offers().first)
    #expect(again.name == FileName("bad.wav"))
    #expect(again.isSuspect)
    inbox.drop("next.json")
    inbox.drop("next.wav")
    #expect(inbox.offered() == [])
    inbox.conclude(again, .taken)
    #expect(inbox.offered() == [["next.wav", "next.json"]])
  }

  @Test(
    "suspects of an earlier run rest after the start, and then take turns, the last to be blamed last"
  )
  mutating func turns() throws {
    inbox.ledger.begin(at: inbox.now)
    inbox.conclude(try offerPair("worst"), .formerSuspect(turn: 2))
    inbox.conclude(try offerPair("bad"), .formerSuspect(turn: 1))
    #expect(inbox.waiting() == ["bad.wav: suspect", "worst.wav: suspect"])
    inbox.advance(9.9)
    let good = try offerPair("good")
    #expect(good.name == FileName("good.wav"))
    inbox.advance(5)
    // Both have rested, but one is still being judged that can end nothing.
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["bad.wav: suspect", "worst.wav: suspect"])
    inbox.conclude(good, .taken)
    let bad = try #require(inbox.offers().first)
    #expect(bad.isSuspect && bad.name == FileName("bad.wav"))
    #expect(inbox.offered() == [])
    inbox.conclude(bad, .taken)
    #expect(inbox.offered() == [["worst.wav", "worst.json"]])
  }

  @Test("one of this run, which can only end its decoder, goes before those of an earlier one")
  mutating func order() throws {
    inbox = TestLedger(rules: .now)
    inbox.ledger.begin(at: inbox.now)
    let offers = try ["second", "first", "own"].map { try offerPair($0) }
    inbox.conclude(offers[0], .formerSuspect(turn: 2))
    inbox.conclude(offers[1], .formerSuspect(turn: 1))
    inbox.conclude(offers[2], .suspect)
    for name in ["own.wav", "first.wav", "second.wav"] {
      let offer = try #require(inbox.offers().first)
      #expect(offer.isSuspect && offer.name == FileName(name))
      inbox.conclude(offer, .taken)
    }
  }

  @Test("another content under a suspect's name is no suspect")
  mutating func formerSuspect() throws {
    inbox.conclude(try offerPair(), .suspect)
    inbox.drop("lunch.wav")
    inbox.drop("lunch.json")
    #expect(inbox.offers().map(\.isSuspect) == [false])
  }

  @Test("a memo that changed on the way waits for the settle time again")
  mutating func changed() throws {
    inbox.conclude(try offerPair(), .changed)
    inbox.advance(1.9)
    #expect(inbox.offered() == [])
    inbox.advance(0.1)
    #expect(inbox.offered() == [["lunch.wav", "lunch.json"]])
  }

  @Test("no more is offered than was asked for, in the order in which it came")
  mutating func limit() {
    for number in 0..<10 {
      inbox.drop("\(number).json")
      inbox.drop("\(number).wav")
    }
    #expect(inbox.offers(limit: 3).map(\.name.description) == ["0.wav", "1.wav", "2.wav"])
    #expect(inbox.looks.count == 6)
    #expect(inbox.offers(limit: 3).map(\.name.description) == ["3.wav", "4.wav", "5.wav"])
  }

  @Test("one sidecar for thousands of recordings of its stem is one offer, and ends like any other")
  mutating func hugeStem() throws {
    inbox = TestLedger(rules: .now)
    for number in 0..<5000 { inbox.find("memo.\(number)") }
    inbox.find("memo.json")
    let offer = try #require(inbox.offers().first)
    #expect(offer.files.count == 5001)
    inbox.conclude(offer, .taken)
    for number in 0..<5000 { inbox.remove("memo.\(number)") }
    inbox.remove("memo.json")
    #expect(inbox.counts().seen == 5001)
    #expect(inbox.counts().taken == 5001)
    #expect(inbox.ledger.entries.isEmpty)
  }

  @Test("a scan finds what came and what went, and counts ignored names once")
  mutating func scan() {
    inbox.find("gone.wav")
    inbox.find("stays.wav")
    for _ in 0..<2 {
      inbox.ledger.beginScan()
      inbox.ledger.observeIgnored(FileName(".DS_Store"))
      inbox.ledger.observeIgnored(FileName(".moneymom-1"))
      inbox.see("stays.wav", EntryEvent())
      for name in inbox.ledger.unseenNames() { inbox.ledger.lose(name, at: inbox.now) }
    }
    #expect(inbox.counts().waiting == 1)
    #expect(inbox.counts().withdrawn == 1)
    #expect(inbox.counts().ignored == 1)
  }

  @Test("a link or a folder is news once for each appearance, and ends what had the name")
  mutating func irregular() {
    inbox.find("memo.wav")
    func look(_ ledger: inout InboxLedger, _ now: TimeReading) -> Bool {
      ledger.observe(
        EntryFacts(
          name: FileName("memo.wav"),
          identity: FileIdentity(device: 1, inode: 9, size: 0, modified: 0), changed: now.wall,
          kind: .symbolicLink), at: now)
    }
    #expect(look(&inbox.ledger, inbox.now))
    #expect(!look(&inbox.ledger, inbox.now))
    #expect(inbox.counts().withdrawn == 1)
    inbox.ledger.lose(FileName("memo.wav"), at: inbox.now)
    #expect(look(&inbox.ledger, inbox.now))
    #expect(inbox.counts().ignored == 2)
  }

  @Test(
    "invariant 6: whatever happens in whatever order, each memo is counted once, and none is forgotten"
  )
  mutating func conservation() {
    var random = SeededBits(state: 42)
    let names = ["a.wav", "a.m4a", "a.json", "a.wav.json", "b", "b.json", "c.json"]
    for round in 0..<300 {
      inbox = TestLedger()
      var taken = 0
      var inFlight: [MemoOffer] = []
      for _ in 0..<40 {
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: inbox.drop(name)
        case 1: inbox.find(name)
        case 2: inbox.remove(name)
        case 3: inbox.advance(Double(Int.random(in: 0..<70, using: &random)))
        case 4: inFlight += inbox.offers(limit: 2)
        default:
          guard let offer = inFlight.popLast() else { continue }
          let conclusions: [Conclusion] = [
            .taken, .changed, .suspect, .formerSuspect(turn: 1), .unfinished(message: ""),
            .fault(.retry, message: ""),
          ]
          let conclusion = conclusions[Int.random(in: 0..<5, using: &random)]
          inbox.conclude(offer, conclusion)
          if conclusion == .taken { taken += offer.members.count }
        }
      }
      // Everything comes to an end, and every name that is left was taken.
      for _ in 0..<200 {
        inbox.advance(70)
        inFlight += inbox.offers()
        for offer in inFlight {
          inbox.conclude(offer, .taken)
          taken += offer.members.count
        }
        inFlight = []
      }
      #expect(inbox.counts().taken == taken, "round \(round)")
      #expect(inbox.counts().waiting == 0, "round \(round)")
      #expect(inbox.ledger.groups.isEmpty, "round \(round)")
      #expect(inbox.ledger.offers.isEmpty, "round \(round)")
      for (name, entry) in inbox.ledger.entries {
        #expect(entry.state == .done && inbox.files[name] == entry.identity, "round \(round)")
      }
      for name in inbox.files.keys {
        #expect(inbox.ledger.entries[name] != nil, "round \(round)")
      }
    }
  }
}
