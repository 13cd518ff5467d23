import JSON
import TestSupport
import Testing

/// The programs on a system that lets the decoder give up all that it should, and on one that does not: there a filter
/// over the daemon refuses the calls, as an unfit unit or an old kernel would.
@Suite(.fewAtATime) struct ConfinementTests {
  private let household = Household()

  private func daemon(
    without calls: String, _ options: [String], confinement: String = "required"
  ) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      BuiltProgram.path("ConfinementProbe"),
      ["deny", calls, BuiltProgram.path("mm-ingestd")] + options + household.places,
      environment: Household.quiet.merging(["MONEYMOM_DECODER_CONFINEMENT": confinement]) { $1 })
  }

  private func statusFile() throws -> JSONObject {
    let bytes = try #require(readFile("\(household.store)/status.json"))
    return try #require(try JSONReader.read(bytes).object)
  }

  @Test("The status names the confinement before the first memo, and the command shows it")
  func status() throws {
    let daemon = household.startDaemon()
    let status = try #require(try household.json("status").object)
    let decoder = try #require(status["decoder"]?.object)
    #expect(decoder["confinement"] == "full")
    #expect(decoder["gaps"] == [])
    #expect(household.organize("status").output.contains("decoded in full confinement"))
    daemon.end()
  }

  @Test("--check has a line for each step of the confinement")
  func check() {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--check"] + household.places,
      environment: Household.quiet)
    #expect(outcome.status == 0, "\(outcome.output)")
    for step in ["no-new-privileges", "closed-descriptors", "memory-limit", "landlock", "seccomp"] {
      #expect(outcome.output.contains("ok    confinement \(step)\n"))
    }
  }

  @Test(
    "A step that fails keeps memos in the inbox until it does not",
    arguments: [
      ("landlock_create_ruleset", "landlock"), ("landlock_restrict_self", "landlock"),
      ("seccomp", "seccomp"), ("close_range", "closed-descriptors"),
      ("prctl", "no-new-privileges"),
    ])
  func required(_ call: String, _ step: String) throws {
    household.drop("lunch.wav", seed: 1)
    let check = daemon(without: call, ["--check"])
    #expect(check.status == 1)
    #expect(check.output.contains("WRONG confinement \(step)\n"))
    #expect(check.output.contains("This does not hold: "))
    let outcome = daemon(without: call, ["--once", "--now"])
    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("waiting lunch.wav: decoder-unconfined."), "\(outcome.errors)")
    #expect(outcome.errors.contains("\(step): Operation not "))
    let decoder = try #require(try statusFile()["decoder"]?.object)
    #expect(decoder["confinement"] == "partial" && decoder["required"] == true)
    let gaps = decoder["gaps"]?.array?.compactMap { $0.object?["step"]?.string } ?? []
    #expect(gaps.contains(step))
    #expect(listFolder(household.inbox) == ["lunch.wav"])
    #expect(household.ingestOnce().status == 0)
    #expect(try household.records("list").count == 1)
  }

  @Test(
    "Where full confinement is required, the status names what is missing, and that recordings wait"
  )
  func requiredStatus() throws {
    household.drop("lunch.wav", seed: 1)
    let daemon = RunningDaemon(
      BuiltProgram.path("ConfinementProbe"),
      ["deny", "landlock_create_ruleset", BuiltProgram.path("mm-ingestd")] + household.places,
      in: household.folder, environment: Household.quiet)
    let status = household.organize("status").output
    #expect(
      status.contains(
        "Recordings wait: the decoder runs in partial confinement, and full confinement is required.\n"
          + "  landlock: Operation not permitted (landlock_create_ruleset)\n"), "\(status)")
    #expect(daemon.end() == 0)
  }

  @Test("With best effort --check names a step that does not hold, and finds nothing wrong")
  func bestEffortCheck() {
    let check = daemon(
      without: "landlock_create_ruleset", ["--check"], confinement: "best-effort")
    #expect(check.status == 0, "\(check.output)")
    #expect(check.output.contains("note  confinement landlock\n      This does not hold: "))
    #expect(!check.output.contains("WRONG"))
  }

  @Test("With best effort memos are decoded all the same, and the status says what is missing")
  func bestEffort() throws {
    household.drop("lunch.wav", seed: 1)
    let outcome = daemon(
      without: "landlock_create_ruleset", ["--once", "--now"], confinement: "best-effort")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("The decoder is not fully confined: landlock: "))
    #expect(household.inboxIsEmpty)
    let decoder = try #require(try statusFile()["decoder"]?.object)
    #expect(decoder["confinement"] == "partial")
    #expect(
      decoder["gaps"] == [
        [
          "step": "landlock",
          "message": "Operation not permitted (landlock_create_ruleset)",
        ]
      ])
  }
}
