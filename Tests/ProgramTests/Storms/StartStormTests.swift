import Glibc
import Linux
import Synchronization
import TestSupport
import Testing

@Suite("Storms: everybody starts at once", .serialized, .fewAtATime)
struct StartStormTests {
  /// What one of the programs was asked to do, and what it answered.
  private struct Start: Sendable {
    let words: [String]
    let outcome: BuiltProgram.Outcome
  }

  @Test(
    "Q01: fifty daemons and tools start on a store that is not there yet: one schema, every memo once",
    arguments: 1...3)
  func fifty(_ round: Int) throws {
    let home = Household()
    var dropped: Set<[UInt8]> = []
    for number in 0..<100 {
      if let digest = home.dropCounted(number) { dropped.insert(digest) }
    }
    let places = home.places
    let finished = Mutex<[Start]>([])
    try onThreads(50, name: "start") { number in
      let (program, words) =
        switch number % 5 {
        case 0, 1: ("mm-ingestd", ["--once", "--now", "--quiet"])
        case 2: ("mm-organize", ["add", "\(1000 + number)", "storm"])
        case 3: ("mm-organize", ["list", "--json"])
        default: ("mm-organize", ["status"])
        }
      let outcome = BuiltProgram.run(
        BuiltProgram.path(program), words + places, environment: Household.quiet)
      finished.withLock { $0.append(Start(words: words, outcome: outcome)) }
    }
    let starts = finished.withLock { $0 }
    #expect(starts.count == 50)
    // Whoever came too late or too early is told so; no other answer is one.
    var answers: [Int32: Int] = [:]
    for start in starts {
      answers[start.outcome.status, default: 0] += 1
      switch (start.words[0], start.outcome.status) {
      case (_, 0): break
      case ("--once", 75):
        #expect(start.outcome.errors.contains("Another mm-ingestd"), "\(start.outcome.errors)")
      case ("list", 66), ("status", 66):
        #expect(start.outcome.errors.contains("There is no store"), "\(start.outcome.errors)")
      default: Issue.record("\(start.words): \(start.outcome.status) \(start.outcome.errors)")
      }
    }
    print(
      "storm: fifty starts, round \(round): exit statuses \(answers.sorted { $0.key < $1.key })")
    #expect(home.ingestOnce().status == 0)
    let account = try home.account("fifty starts", of: dropped)
    #expect(account.isExact && account.recorded == 100)
    #expect(try Household.count("SELECT count(*) FROM quick_record", in: home.store) == 110)
    #expect(
      try Household.count(
        "SELECT sum(amount) FROM quick_record WHERE audio IS NULL", in: home.store)
        == (0..<50).filter { $0 % 5 == 2 }.reduce(0) { $0 + (1000 + $1) * 100 })
    #expect(listFolder(home.store).filter { $0.hasPrefix(".") } == [])
    try home.expectSoundStore()
  }
}
