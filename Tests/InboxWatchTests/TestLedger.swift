import Linux
import Records

@testable import InboxWatch

/// A ledger with an inbox that exists only in the test: what is in it, who writes, and what time it is.
struct TestLedger {
  var ledger: InboxLedger
  var files: [FileName: FileIdentity] = [:]
  /// When the inode of each last changed.
  var changes: [FileName: Instant] = [:]
  var leases: [FileName: LeaseProbe] = [:]
  /// Files that were taken before, and stay.
  var known: Set<InboxFile> = []
  /// Of those, the ones that have changed since they were taken, though they look the same.
  var rewritten: [FileName: Instant] = [:]
  /// How often it was asked whether one is.
  var questions = 0
  /// Names whose lease was asked for.
  var looks: [FileName] = []
  var now = TimeReading(
    wall: Instant(seconds: 1_800_000_000), steady: SteadyTime(nanoseconds: 5_000_000_000_000))
  private var lastInode: UInt64 = 100

  init(rules: TimingRules = TimingRules()) { ledger = InboxLedger(rules: rules) }

  mutating func advance(_ seconds: Double) {
    let duration = Duration.milliseconds(Int(seconds * 1000))
    now = TimeReading(
      wall: now.wall.advanced(by: duration), steady: now.steady.advanced(by: duration))
  }

  /// A new file that gets its name by a rename, as inotify reports it.
  mutating func drop(_ name: String) {
    lastInode += 1
    put(FileName(name), inode: lastInode)
    var event = EntryEvent()
    event.arrivedByRename = true
    see(name, event)
  }

  /// A new file that a scan finds, `age` seconds old.
  mutating func find(_ name: String, age: Double = 0) {
    lastInode += 1
    put(FileName(name), inode: lastInode)
    changes[FileName(name)] = now.wall.advanced(by: .milliseconds(-Int(age * 1000)))
    see(name, EntryEvent())
  }

  /// A program writes into a file that is there; it is not looked at.
  mutating func grow(_ name: String) {
    guard let old = files[FileName(name)] else { preconditionFailure("no \(name)") }
    put(FileName(name), inode: old.inode, size: old.size + 1000)
  }

  mutating func see(_ name: String, _ event: EntryEvent) {
    guard let identity = files[FileName(name)] else { preconditionFailure("no \(name)") }
    let known = known
    let rewritten = rewritten
    var questions = questions
    ledger.observe(facts(FileName(name), identity), event: event, at: now) { facts in
      questions += 1
      return known.contains(facts.file) && rewritten[facts.name] != facts.changed
    }
    self.questions = questions
  }

  /// A program writes into a file without changing its size, and puts its time back; it is not looked at.
  mutating func rewrite(_ name: String) {
    advance(1)
    changes[FileName(name)] = now.wall
    rewritten[FileName(name)] = now.wall
  }

  /// What is there under a name counts as taken before.
  mutating func know(_ name: String) {
    guard let identity = files[FileName(name)] else { preconditionFailure("no \(name)") }
    known.insert(InboxFile(name: FileName(name), identity: identity))
  }

  /// The files that are there, as a scan finds them after a start.
  mutating func startAgain() {
    ledger = InboxLedger(rules: ledger.rules)
    questions = 0
    for name in files.keys { see("\(name)", EntryEvent()) }
  }

  mutating func remove(_ name: String) {
    files[FileName(name)] = nil
    ledger.lose(FileName(name), at: now)
  }

  mutating func offers(limit: Int = 100) -> [MemoOffer] {
    let files = files
    let leases = leases
    let now = now
    var looks = looks
    let offers = ledger.offer(limit: limit, at: now) { file in
      looks.append(file.name)
      guard let identity = files[file.name] else { return .gone }
      guard identity == file.identity else {
        return .changed(
          EntryFacts(name: file.name, identity: identity, changed: now.wall, kind: .regular))
      }
      return .same(leases[file.name] ?? .free)
    }
    self.looks = looks
    return offers
  }

  /// The names of each offer that can be made now.
  mutating func offered(limit: Int = 100) -> [[String]] {
    offers(limit: limit).map { $0.files.map { "\($0.name)" } }
  }

  mutating func conclude(_ offer: MemoOffer, _ conclusion: Conclusion) {
    ledger.conclude(offer, conclusion, at: now)
  }

  /// `name: code` of all that waits.
  mutating func waiting() -> [String] {
    ledger.advance(to: now)
    return ledger.waiting(at: now).map { "\($0.name): \($0.code.rawValue)" }
  }

  mutating func counts() -> InboxCounts {
    ledger.advance(to: now)
    return ledger.counts
  }

  private mutating func put(_ name: FileName, inode: UInt64, size: Int64 = 1000) {
    files[name] = FileIdentity(
      device: 1, inode: inode, size: size, modified: now.wall.nanoseconds)
    changes[name] = now.wall
  }

  private func facts(_ name: FileName, _ identity: FileIdentity) -> EntryFacts {
    EntryFacts(name: name, identity: identity, changed: changes[name] ?? now.wall, kind: .regular)
  }
}
