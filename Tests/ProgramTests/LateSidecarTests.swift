import Hashing
import JSON
import TestSupport
import Testing

@Suite("A sidecar that comes after its recording", .fewAtATime)
struct LateSidecarTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("C02: it revises the record that was made without it, with a note")
  func revises() throws {
    let home = Household()
    home.drop("memo.wav", seed: 1)
    home.ingestOnce()
    #expect(try home.records("list").map { $0["amount"] } == [.null])
    dropFile("memo.json", into: home.inbox, Array(#"{"amount": 120}"#.utf8))
    home.ingestOnce()
    let record = try #require(try home.records("list").first)
    #expect(record["amount"]?.string == "120.00")
    #expect(record["review"]?.array?.compactMap { $0.object?["code"]?.string } == ["revised-late"])
    #expect(home.inboxIsEmpty)
  }

  @Test("C04: the same bytes again change nothing, and a removed sidecar wipes nothing")
  func again() throws {
    let home = Household()
    home.drop("memo.wav", seed: 1, sidecar: #"{"amount": 120, "id": "m1"}"#)
    home.ingestOnce()
    dropFile("memo.wav.json", into: home.inbox, Array(#"{"amount": 120, "id": "m1"}"#.utf8))
    home.ingestOnce()
    #expect(home.inboxIsEmpty)
    dropFile("memo.wav.json", into: home.inbox, Array(#"{"amount": 130, "id": "m1"}"#.utf8))
    home.ingestOnce()
    #expect(try home.records("list").map { $0["amount"]?.string } == ["130.00"])
    home.organize("organize", "q1")
    dropFile("memo.wav.json", into: home.inbox, Array(#"{"amount": 140, "id": "m1"}"#.utf8))
    home.ingestOnce()
    #expect(try home.records("quarantine", "list").map { $0["code"]?.string } == ["sidecar-late"])
    #expect(try home.records("transactions").map { $0["amount"]?.string } == ["130.00"])
  }

  @Test("one whose sha256 names another recording never lands on the record of its name")
  func reusedName() throws {
    let home = Household()
    let second = Wave.tone(frames: 300, seed: 2)
    home.drop("memo.wav", seed: 1)
    home.ingestOnce()
    let sidecar = #"{"amount": 999, "sha256": "\#(hexadecimal(second))"}"#
    dropFile("memo.wav.json", into: home.inbox, Array(sidecar.utf8))
    home.ingestOnce()
    #expect(try home.records("list").map { $0["amount"] } == [.null])
    #expect(listFolder(home.inbox) == ["memo.wav.json"])
    dropFile("memo.wav", into: home.inbox, second)
    home.ingestOnce()
    #expect(
      try home.records("list").map { $0["amount"] ?? .null }.sorted { "\($0)" < "\($1)" }
        == [.null, "999.00"])
    #expect(home.inboxIsEmpty)
  }

  @Test("one that no recording came for is listed, and never deleted")
  func orphan() throws {
    let home = Household()
    dropFile("lone.json", into: home.inbox, Array(#"{"amount": 1}"#.utf8))
    #expect(home.ingestOnce().status == 0)
    #expect(listFolder(home.inbox) == ["lone.json"])
    let waiting = try home.records("inbox")
    #expect(waiting.map { $0["name"]?.string } == ["lone.json"])
    #expect(waiting.map { $0["role"]?.string } == ["sidecar"])
  }
}
