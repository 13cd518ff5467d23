import Linux
import Records
import Testing

@testable import InboxWatch

@Suite("Files that were taken and stay")
struct KnownFilesTests {
  var inbox = TestLedger()

  /// A pair that was taken, found again by the next start.
  private mutating func takeLunch() throws {
    inbox.drop("lunch.wav.json")
    inbox.drop("lunch.wav")
    inbox.conclude(try #require(inbox.offers().first), .taken)
    inbox.know("lunch.wav.json")
    inbox.know("lunch.wav")
    inbox.startAgain()
  }

  @Test("a start finds them, asks once for each, offers none, and counts none")
  mutating func start() throws {
    try takeLunch()
    #expect(inbox.questions == 2)
    for _ in 0..<3 {
      inbox.ledger.beginScan()
      inbox.see("lunch.wav", EntryEvent())
      inbox.see("lunch.wav.json", EntryEvent())
      inbox.advance(100)
      #expect(inbox.offered() == [])
    }
    #expect(inbox.questions == 2)
    #expect(inbox.looks == ["lunch.wav", "lunch.wav.json"].map { FileName($0) })
    #expect(inbox.waiting() == [])
    #expect(inbox.counts() == InboxCounts())
  }

  @Test("one that goes away is not withdrawn, and one that comes back as it was is known")
  mutating func goneAndBack() throws {
    try takeLunch()
    let identity = try #require(inbox.files[FileName("lunch.wav")])
    inbox.remove("lunch.wav")
    #expect(inbox.counts() == InboxCounts())
    inbox.files[FileName("lunch.wav")] = identity
    var event = EntryEvent()
    event.arrivedByRename = true
    event.departed = true
    inbox.see("lunch.wav", event)
    inbox.advance(100)
    #expect(inbox.offered() == [])
  }

  @Test("one that is touched is offered, and when its content is known it counts no more")
  mutating func touched() throws {
    try takeLunch()
    inbox.grow("lunch.wav")
    inbox.see("lunch.wav", EntryEvent())
    inbox.advance(12)
    let offer = try #require(inbox.offers().first)
    #expect(offer.files.map(\.name) == [FileName("lunch.wav")])
    inbox.conclude(offer, .known([FileName("lunch.wav")]))
    inbox.advance(100)
    #expect(inbox.offered() == [])
    #expect(inbox.counts() == InboxCounts())
  }

  @Test(
    "one that was written anew and looks the same is offered, and what is done with it counts",
    arguments: [true, false])
  mutating func rewritten(_ isStart: Bool) throws {
    try takeLunch()
    inbox.rewrite("lunch.wav")
    if isStart { inbox.startAgain() } else { inbox.see("lunch.wav", EntryEvent()) }
    inbox.advance(12)
    let offer = try #require(inbox.offers().first)
    #expect(offer.files.map(\.name) == [FileName("lunch.wav")])
    // Once more, while it is looked at: what that finds says nothing of what is there now.
    inbox.rewrite("lunch.wav")
    inbox.see("lunch.wav", EntryEvent())
    inbox.conclude(offer, .taken)
    inbox.advance(12)
    let second = try #require(inbox.offers().first)
    inbox.conclude(second, .known([FileName("lunch.wav")]))
    inbox.see("lunch.wav", EntryEvent())
    inbox.advance(100)
    #expect(inbox.offered() == [])
    #expect(inbox.counts().seen == 1)
    #expect(inbox.counts().taken == 1)
  }

  @Test("where what is taken leaves, a change of attributes alone offers nothing again")
  func attributes() {
    var ledger = InboxLedger(rules: TimingRules())
    func see(_ changed: Int64) {
      ledger.observe(
        EntryFacts(
          name: FileName("a.wav"),
          identity: FileIdentity(device: 1, inode: 1, size: 9, modified: 1),
          changed: Instant(seconds: changed), kind: .regular),
        at: TimeReading(
          wall: Instant(seconds: 1_800_000_000), steady: SteadyTime(nanoseconds: changed)))
    }
    see(1)
    let later = TimeReading(
      wall: Instant(seconds: 1_800_000_100), steady: SteadyTime(nanoseconds: 100_000_000_000))
    let offers = ledger.offer(limit: 9, at: later) { _ in .same(.free) }
    for offer in offers { ledger.conclude(offer, .taken, at: later) }
    #expect(offers.count == 1)
    see(2)
    ledger.advance(to: later)
    #expect(!ledger.hasRipe && ledger.counts.waiting == 0)
  }

  @Test("of a pair whose recording is known, the sidecar goes on alone after patience")
  mutating func changedSidecar() throws {
    inbox.drop("lunch.wav.json")
    inbox.drop("lunch.wav")
    let pair = try #require(inbox.offers().first)
    inbox.conclude(pair, .known([FileName("lunch.wav")]))
    #expect(inbox.offered() == [])
    #expect(inbox.waiting() == ["lunch.wav.json: for-recording"])
    inbox.advance(60)
    let sidecar = try #require(inbox.offers().first)
    #expect(sidecar.content == .loneSidecar(try #require(pair.files.last)))
    inbox.conclude(sidecar, .taken)
    #expect(inbox.counts().seen == 1)
    #expect(inbox.counts().taken == 1)
  }

  @Test("known ones among several that cannot be told apart leave those that can")
  mutating func ambiguous() throws {
    inbox.drop("memo.wav")
    inbox.drop("memo.m4a")
    inbox.drop("memo.json")
    inbox.advance(12)
    let offer = try #require(inbox.offers().first)
    #expect(offer.files.count == 3)
    inbox.conclude(offer, .known([FileName("memo.wav")]))
    inbox.advance(12)
    #expect(inbox.offered() == [["memo.m4a", "memo.json"]])
  }

  @Test("another content over a known one while that is looked at is a memo")
  mutating func replacedMeanwhile() throws {
    try takeLunch()
    inbox.grow("lunch.wav")
    inbox.see("lunch.wav", EntryEvent())
    inbox.advance(12)
    let offer = try #require(inbox.offers().first)
    inbox.drop("lunch.wav")
    inbox.conclude(offer, .known([FileName("lunch.wav")]))
    inbox.advance(12)
    #expect(inbox.offered() == [["lunch.wav"]])
  }

  @Test("one that becomes again what was taken, while it waits, waits no longer")
  mutating func restored() throws {
    try takeLunch()
    let identity = try #require(inbox.files[FileName("lunch.wav")])
    inbox.grow("lunch.wav")
    inbox.see("lunch.wav", EntryEvent())
    #expect(inbox.counts().waiting == 1)
    inbox.files[FileName("lunch.wav")] = identity
    inbox.see("lunch.wav", EntryEvent())
    #expect(inbox.counts() == InboxCounts())
    inbox.advance(100)
    #expect(inbox.offered() == [])
  }

  @Test(
    "one that is to be judged again is offered with its sidecar; another content of its name is not"
  )
  mutating func again() throws {
    try takeLunch()
    let other = FileIdentity(device: 1, inode: 999, size: 1, modified: 1)
    inbox.ledger.judgeAgain(InboxFile(name: FileName("lunch.wav"), identity: other), at: inbox.now)
    inbox.ledger.judgeAgain(InboxFile(name: FileName("none.wav"), identity: other), at: inbox.now)
    inbox.advance(100)
    #expect(inbox.offered() == [])
    for file in inbox.known { inbox.ledger.judgeAgain(file, at: inbox.now) }
    inbox.advance(100)
    #expect(inbox.offered() == [["lunch.wav", "lunch.wav.json"]])
  }
}
