import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

/// What is remembered of a recording that was being tried when the daemon itself died.
@Suite("Recordings that end the daemon", .fewAtATime)
struct PoisonTests {
  private let home = Household()
  /// Kills the daemon when it gets the recording that says so.
  private static let murder =
    #""$0.real" "$@"; status=$?; if [ $status = 99 ]; then kill -9 $PPID; fi; exit $status"#

  private func runOnce(_ program: String) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      program, ["--once", "--now"] + home.places, environment: Household.quiet)
  }

  private func start(_ program: String) -> RunningDaemon {
    RunningDaemon(program, home.places, in: home.folder, environment: Household.quiet)
  }

  /// How often a lone decoder died on each suspect.
  private func suspects() throws -> [Int64] {
    try Connection(opening: "\(home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
      .rows("SELECT deaths FROM suspect ORDER BY at") { $0.integer() }
  }

  private var inHand: String {
    String(decoding: readFile("\(home.store)/in-hand") ?? [], as: UTF8.self)
  }

  @Test("S08: the next start skips such a recording, shows it, and takes all others")
  func poison() throws {
    let program = try home.install(behind: PoisonTests.murder)
    for number in 1...10 {
      home.drop(
        "good\(number).wav", seed: UInt64(number), sidecar: #"{"amount": \#(number)}"#)
      if number == 3 { home.dropFragile("murder") }
    }
    // Those that were in hand with it at first cannot be told from it; from then on it comes after them.
    for _ in 1...3 {
      #expect(runOnce(program).status == 128 + SIGKILL)
      #expect(!inHand.isEmpty)
    }
    #expect(try home.records("list").count == 10)
    #expect(listFolder(home.inbox) == ["bad.wav", "bad.wav.json"])
    #expect(try suspects() == [0])

    let daemon = start(program)
    home.drop("later.wav", seed: 11, sidecar: #"{"amount": 11}"#)
    let shown = try eventually {
      try home.records("inbox").contains {
        $0["name"]?.string == "bad.wav" && $0["code"]?.string == "suspect"
      }
    }
    #expect(shown)
    #expect(eventually { (try? home.records("list").count) == 11 })
    #expect(daemon.end() == 0)
    #expect(try home.records("quarantine", "list").isEmpty)

    #expect(runOnce(try home.install("mm-decoder")).status == 0)
    #expect(try home.records("list").count == 12)
    #expect(try suspects() == [])
    #expect(inHand.isEmpty && home.inboxIsEmpty)
    try home.expectSoundStore()
  }

  @Test("A stop is no death: what is in hand then is no suspect at the next start")
  func stopped() throws {
    let daemon = start(try home.install())
    home.dropFragile("hang")
    #expect(eventually { !inHand.isEmpty })
    #expect(daemon.end() == 0)
    #expect(inHand.isEmpty)
    let outcome = runOnce(try home.install("mm-decoder"))
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("suspect"))
    #expect(try home.records("list").count == 1)
  }

  @Test("A16: lone deaths are counted across restarts")
  func restarts() throws {
    let program = try home.install()
    home.dropFragile("hang")
    let environment = Household.quiet.merging(["MONEYMOM_DECODER_TIMEOUT": "1s"]) { $1 }
    let daemon = RunningDaemon(program, home.places, in: home.folder, environment: environment)
    let hasDiedAlone = eventually { (try? suspects()) == [1] }
    #expect(hasDiedAlone)
    #expect(daemon.end() == 0)
    let before = try #require(try suspects().first)
    let last = BuiltProgram.run(
      program, ["--once", "--now"] + home.places, environment: environment)
    #expect(last.status == 0)
    // Of this run: as it is recognised, and after each lone death but the third of all.
    let waits = last.errors.split(separator: "\n").count { $0.contains("bad.wav: suspect.") }
    #expect(Int64(waits) == 3 - before, "\(last.errors)")
    #expect(
      try home.records("quarantine", "list").map { $0["code"]?.string } == ["decoder-timeout"])
    #expect(try suspects() == [])
  }

  @Test("What is in hand when the daemon is killed is tried alone after the rest, and recorded")
  func innocent() throws {
    let daemon = start(try home.install())
    home.dropFragile("hang")
    #expect(eventually { !inHand.isEmpty })
    daemon.end(SIGKILL)
    for number in 1...5 { home.drop("good\(number).wav", seed: UInt64(number), sidecar: "{}") }
    let outcome = runOnce(try home.install("mm-decoder"))
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("waiting bad.wav: suspect."))
    let recorded = outcome.errors.split(separator: "\n").filter { $0.contains("recorded q") }
    #expect(recorded.count == 6)
    #expect(recorded.last?.contains(" bad.wav ") == true)
    #expect(try suspects() == [] && inHand.isEmpty)
  }
}
