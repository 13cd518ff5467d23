import JSON
import TestSupport
import Testing

@Suite("Recordings that kill their decoder")
struct KillerTests {
  @Test(
    "A19: they cost the memos around them nothing, though the daemon too is killed in the middle")
  func killers() throws {
    let home = Household()
    let programs = home.folder["programs"]
    let copied = BuiltProgram.run(
      "/bin/sh",
      [
        "-c",
        #"mkdir "$4" && cp "$1" "$4/" && cp "$2" "$3" "$4/" && mv "$4/FragileDecoder" "$4/mm-decoder""#,
        "sh", BuiltProgram.path("mm-ingestd"), BuiltProgram.path("FragileDecoder"),
        BuiltProgram.path("mm-decoder-av"), programs,
      ])
    try #require(copied.status == 0, "\(copied.errors)")
    for number in 0..<110 {
      var recording = Wave.tone(frames: 800, seed: UInt64(number))
      if number % 11 == 5 { recording.replaceSubrange(44..<46, with: [0x4B, 0x4B]) }
      dropFile("memo\(number).wav.json", into: home.inbox, Array(#"{"amount": \#(number)}"#.utf8))
      dropFile("memo\(number).wav", into: home.inbox, recording)
    }
    let daemon = RunningDaemon(
      "\(programs)/mm-ingestd", home.places, in: home.folder, environment: Household.quiet)
    #expect(eventually { (try? home.records("list").count) ?? 0 >= 20 })
    _ = daemon.end(9)
    let last = BuiltProgram.run(
      "\(programs)/mm-ingestd", ["--once", "--now"] + home.places, environment: Household.quiet)
    #expect(last.status == 0, "\(last.errors.suffix(500))")
    let records = try home.records("list")
    #expect(records.count == 100)
    let amounts = Set(records.compactMap { $0["amount"]?.string })
    #expect(amounts.count == 100 && !amounts.contains("5.00") && !amounts.contains("104.00"))
    let items = try home.records("quarantine", "list")
    #expect(items.count == 10)
    #expect(items.allSatisfy { $0["code"]?.string == "decoder-crashed" })
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
  }
}
