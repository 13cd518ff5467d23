import Linux
import Records
import Testing

@testable import InboxWatch

@Suite("What an offer tells of the way to it")
struct WaitingStoryTests {
  var inbox = TestLedger()

  /// `code since..until`, in seconds after `start`, and how often where it was more than once.
  private func lines(_ waits: [MemoWait], from start: Instant) -> [String] {
    waits.map { wait in
      let since = wait.since.duration(since: start) / .seconds(1)
      let until = wait.until.map { "\($0.duration(since: start) / .seconds(1))" } ?? ""
      return "\(wait.code.rawValue) \(since)..\(until)" + (wait.times > 1 ? " x\(wait.times)" : "")
    }
  }

  @Test("each file of a pair has its own time, and the first has waited for the other")
  mutating func atOnce() throws {
    let start = inbox.now.wall
    inbox.drop("lunch.wav.json")
    #expect(inbox.offered() == [])
    inbox.advance(3)
    inbox.drop("lunch.wav")
    let offer = try #require(inbox.offers().first)
    #expect(offer.arrivals[FileName("lunch.wav")] == start.advanced(by: .seconds(3)))
    #expect(offer.arrivals[FileName("lunch.wav.json")] == start)
    // The sidecar was alone until then.
    #expect(lines(offer.waits, from: start) == ["for-recording 0.0..3.0"])
  }

  @Test(
    "a copy without a sidecar settles, waits for one, and is dated by its inode where a scan finds it"
  )
  mutating func alone() throws {
    let start = inbox.now.wall
    inbox.find("lunch.wav", age: 1)
    #expect(inbox.offered() == [])
    inbox.advance(1)
    #expect(inbox.offered() == [])
    inbox.advance(10)
    let offer = try #require(inbox.offers().first)
    #expect(offer.arrivals == [FileName("lunch.wav"): start.advanced(by: .seconds(-1))])
    #expect(lines(offer.waits, from: start) == ["settling 0.0..1.0", "for-sidecar 1.0..11.0"])
  }

  @Test("a fault that is met again and again is one wait with a count, and the last message")
  mutating func faults() throws {
    let start = inbox.now.wall
    inbox.drop("lunch.wav.json")
    inbox.drop("lunch.wav")
    for attempt in 1...50 {
      let offer = try #require(inbox.offers().first)
      inbox.conclude(
        offer, .fault(attempt.isMultiple(of: 2) ? .retry : .storeFull, message: "No \(attempt)"))
      #expect(inbox.offered() == [])
      inbox.advance(60)
    }
    let offer = try #require(inbox.offers().first)
    #expect(
      lines(offer.waits, from: start) == [
        "store-full 0.0..2940.0 x25", "retry 60.0..3000.0 x25",
      ])
    #expect(offer.waits.map(\.message) == ["No 49", "No 50"])
  }

  @Test("whatever happens, a story has at most one entry a code")
  mutating func bounded() throws {
    inbox.drop("lunch.wav")
    for round in 0..<200 {
      inbox.grow("lunch.wav")
      inbox.see("lunch.wav", EntryEvent())
      inbox.advance([0.5, 2.5, 11][round % 3])
      for offer in inbox.offers() {
        let code = WaitingCode.allCases[round % WaitingCode.allCases.count]
        inbox.conclude(offer, .fault(code, message: String(repeating: "m", count: 5000)))
      }
    }
    inbox.advance(100)
    let offer = try #require(inbox.offers().first)
    #expect(offer.waits.count <= WaitingCode.allCases.count)
    #expect(Set(offer.waits.map(\.code)).count == offer.waits.count)
    #expect(offer.waits.allSatisfy { ($0.message?.count ?? 0) <= 300 && $0.until != nil })
  }

  @Test("another file of the same name begins a story of its own")
  mutating func replaced() throws {
    inbox.find("lunch.wav")
    inbox.advance(2)
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.wav: for-sidecar"])
    inbox.remove("lunch.wav")
    let start = inbox.now.wall
    inbox.drop("lunch.wav")
    #expect(inbox.offered() == [])
    inbox.advance(10)
    let offer = try #require(inbox.offers().first)
    #expect(offer.arrivals == [FileName("lunch.wav"): start])
    #expect(lines(offer.waits, from: start) == ["for-sidecar 0.0..10.0"])
  }

  @Test("a suspect waits as one, and the status tells what was waited for before")
  mutating func suspect() throws {
    let start = inbox.now.wall
    inbox.find("lunch.wav")
    inbox.drop("lunch.json")
    #expect(inbox.waiting() == ["lunch.wav: settling"])
    inbox.advance(2)
    let first = try #require(inbox.offers().first)
    inbox.conclude(first, .suspect)
    inbox.ledger.advance(to: inbox.now)
    let waiting = try #require(inbox.ledger.waiting(at: inbox.now).first)
    #expect(waiting.code == .suspect && waiting.arrived == start)
    #expect(lines(waiting.before, from: start) == ["settling 0.0..2.0"])
    inbox.advance(1)
    let again = try #require(inbox.offers().first)
    #expect(lines(again.waits, from: start) == ["settling 0.0..2.0", "suspect 2.0..3.0"])
  }

  @Test("a clock that is set does not put a story out of order")
  mutating func clockJump() throws {
    inbox.find("lunch.wav")
    inbox.drop("lunch.json")
    #expect(inbox.waiting() == ["lunch.wav: settling"])
    inbox.now = TimeReading(
      wall: inbox.now.wall.advanced(by: .seconds(-86_400)), steady: inbox.now.steady)
    inbox.advance(2)
    let offer = try #require(inbox.offers().first)
    let wait = try #require(offer.waits.first)
    let arrived = try #require(offer.arrivals[FileName("lunch.wav")])
    #expect(arrived <= wait.since)
    #expect(wait.until == inbox.now.wall)
    #expect(wait.until?.duration(since: wait.since) == .seconds(2))
  }
}
