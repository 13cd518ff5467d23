import JSON
import Linux
import TestSupport
import Testing

@Suite("Recordings of phones")
struct PhoneRecordingTests {
  static let recordings =
    String(#filePath.dropLast("ProgramTests/PhoneRecordingTests.swift".count))
    + "MediaAudioTests/Recordings"

  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(readFile("\(Self.recordings)/\(name)"))
  }

  @Test(
    "A06, A07: what libsndfile does not know is decoded by the other decoder, whatever its name says",
    arguments: [
      ("aac.m4a", "lunch.m4a", "m4a", "aac"), ("aac.m4a", "0F3C2A7E", "m4a", "aac"),
      ("alac.m4a", "lunch.wav", "m4a", "alac"), ("aac.aac", "lunch.aac", "adts", "aac"),
      ("amr-nb.3gp", "lunch.3gp", "3gp", "amr_nb"), ("dtx.amr", "lunch.amr", "amr", "amr_nb"),
      ("amr-wb.awb", "lunch.awb", "amr", "amr_wb"), ("opus.webm", "lunch.webm", "webm", "opus"),
      ("wmav2.wma", "lunch.wma", "asf", "wmav2"), ("alac.caf", "lunch.caf", "caf", "alac"),
    ])
  func recorded(_ source: String, _ name: String, _ format: String, _ codec: String) throws {
    let home = Household()
    dropFile("\(name).json", into: home.inbox, Array(#"{"amount": "120"}"#.utf8))
    dropFile(name, into: home.inbox, try bytes(source))
    #expect(home.ingestOnce().status == 0)
    let record = try #require(try home.records("list").first)
    let audio = try #require(record["audio"]?.object)
    #expect(audio["format"]?.string == format)
    #expect(audio["codec"]?.string == codec)
    #expect(record["amount"]?.string == "120.00")
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
  }

  @Test(
    "Without the other decoder they wait, what is no recording does not, and they are taken once it is there"
  )
  func waits() throws {
    let home = Household()
    let programs = home.folder["programs"]
    try makeDirectories(programs)
    for name in ["mm-ingestd", "mm-decoder"] {
      let copied = BuiltProgram.run("/bin/cp", [BuiltProgram.path(name), programs])
      #expect(copied.status == 0)
    }
    func drain() -> BuiltProgram.Outcome {
      BuiltProgram.run(
        "\(programs)/mm-ingestd", ["--once", "--now"] + home.places,
        environment: Household.quiet)
    }
    dropFile("phone.m4a", into: home.inbox, try bytes("aac.m4a"))
    dropFile("text.m4a", into: home.inbox, Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8))
    let waiting = drain()
    #expect(waiting.status == 75)
    #expect(waiting.errors.contains("waiting phone.m4a: decoder-missing"))
    #expect(listFolder(home.inbox) == ["phone.m4a"])
    let copied = BuiltProgram.run("/bin/cp", [BuiltProgram.path("mm-decoder-av"), programs])
    #expect(copied.status == 0)
    #expect(drain().status == 0)
    #expect(try home.records("list").count == 1)
    #expect(home.inboxIsEmpty)
  }
}
