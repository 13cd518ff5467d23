import JSON
import TestSupport
import Testing

@Suite("A recording that its recorder never finished", .fewAtATime)
struct UnfinishedRecordingTests {
  private static let sidecar = #"{"amount": "12.50 EUR", "tags": ["taxi"]}"#

  private func killed() throws -> (home: Household, bytes: [UInt8]) {
    let recordings = try GeneratedRecording.all.get()
    let whole = try #require(recordings.first { $0.kind.name == "aac.m4a" }).bytes
    try #require(whole.count > 25_000)
    let home = Household()
    let bytes = Array(whole.prefix(20_000))
    dropFile("memo.m4a.json", into: home.inbox, Array(Self.sidecar.utf8))
    dropFile("memo.m4a", into: home.inbox, bytes)
    return (home, bytes)
  }

  @Test("A21: it is kept with the reason, and its sidecar's money becomes a record that says so")
  func accepted() throws {
    let (home, bytes) = try killed()
    #expect(home.ingestOnce().status == 0)
    #expect(home.inboxIsEmpty)
    #expect(try home.records("list").isEmpty)
    let item = try #require(try home.records("quarantine", "list").first)
    #expect(item["code"]?.string == "unfinished")
    #expect(item["message"]?.string?.contains("moov") == true)
    #expect(item["names"] == ["memo.m4a", "memo.m4a.json"])
    let path = try #require(item["audio"]?.string)
    #expect(readFile("\(home.store)/\(path)") == bytes)

    #expect(home.organize("quarantine", "accept", "x1", "--without-audio").status == 0)
    let record = try #require(try home.records("list").first)
    #expect(record["amount"]?.string == "12.50")
    #expect(record["currency"]?.string == "EUR")
    #expect(record["tags"] == ["taxi"])
    #expect(record["audio"] == .null)
    #expect(record["source_name"]?.string == "memo.m4a")
    let note = try #require(record["review"]?.array?.first?.object)
    #expect(note["field"]?.string == "audio")
    // No longer set aside, though its file is kept.
    #expect(try home.records("quarantine", "list").isEmpty)
    #expect(note["message"]?.string?.contains("set aside") == false)
    #expect(note["message"]?.string?.contains("mm-organize quarantine show x1") == true)
    #expect(note["message"]?.string?.contains("never finished") == true)
    #expect(home.organize("show", "q1").output.contains("! audio"))
    // The file is not gone.
    #expect(readFile("\(home.store)/\(path)") == bytes)
    #expect(home.organize("organize", "q1", "--type", "expense").status == 0)
    try home.expectSoundStore()
  }

  @Test("A21: while it may still grow it waits in the inbox, and once whole it is a record")
  func grows() throws {
    let (home, _) = try killed()
    let whole = try GeneratedRecording.all.get().first { $0.kind.name == "aac.m4a" }
    let daemon = home.startDaemon()
    let isWaiting = try eventually {
      try home.json("inbox").array?.contains { $0.object?["code"]?.string == "unfinished" } == true
    }
    #expect(isWaiting)
    #expect(try home.records("quarantine", "list").isEmpty)
    dropFile("memo.m4a", into: home.inbox, try #require(whole).bytes)
    #expect(eventually { home.inboxIsEmpty })
    #expect(daemon.end() == 0)
    let record = try #require(try home.records("list").first)
    #expect(record["amount"]?.string == "12.50")
    #expect(record["review"] == [])
  }
}
