import JSON
import TestSupport
import Testing

@Suite("Recordings that kill their decoder", .fewAtATime)
struct KillerTests {
  @Test(
    "A19: they cost the memos around them nothing, though the daemon too is killed in the middle")
  func killers() throws {
    let home = Household()
    let program = try home.install()
    for number in 0..<110 {
      if number % 11 == 5 {
        home.dropFragile("exit", seed: UInt64(number), name: "memo\(number).wav")
      } else {
        home.drop(
          "memo\(number).wav", seed: UInt64(number), frames: 800,
          sidecar: #"{"amount": \#(number)}"#)
      }
    }
    let daemon = RunningDaemon(
      program, home.places, in: home.folder, environment: Household.quiet)
    #expect(eventually { (try? home.records("list").count) ?? 0 >= 20 })
    _ = daemon.end(9)
    let last = BuiltProgram.run(
      program, ["--once", "--now"] + home.places, environment: Household.quiet)
    #expect(last.status == 0, "\(last.errors.suffix(500))")
    let records = try home.records("list")
    #expect(records.count == 100)
    let amounts = Set(records.compactMap { $0["amount"]?.string })
    #expect(amounts.count == 100 && !amounts.contains("1000.00"))
    let items = try home.records("quarantine", "list")
    #expect(items.count == 10)
    #expect(items.allSatisfy { $0["code"]?.string == "decoder-crashed" })
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
  }
}
