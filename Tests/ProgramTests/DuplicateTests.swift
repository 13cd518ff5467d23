import JSON
import TestSupport
import Testing

@Suite("A memo that comes again")
struct DuplicateTests {
  @Test(
    "W21: what is recorded already is moved once, told in one line, and is no failure",
    arguments: ["set-aside", "discard"])
  func again(_ duplicates: String) throws {
    let home = Household()
    let environment = ["MONEYMOM_INBOX_DUPLICATES": duplicates]
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    #expect(home.ingestOnce(environment: environment).status == 0)
    home.drop("again.wav", seed: 1)
    let came = home.ingestOnce(environment: environment)
    #expect(came.status == 0)
    let lines = came.errors.split(separator: "\n").filter { $0.contains("again.wav") }
    #expect(lines.count == 1, "\(came.errors)")
    #expect(lines.first?.contains("q1") == true, "\(came.errors)")
    #expect(home.inboxIsEmpty)

    func state() throws -> [JSONValue] {
      [
        try home.json("list"), try home.json("quarantine", "list"), try home.json("history"),
        .object(try home.named(by: "audit").counts["outcomes"]?.object ?? JSONObject()),
      ]
    }
    let before = try state()
    #expect(before[3].object?["recorded"] == 1 && before[3].object?["duplicate"] == 1)
    #expect(before[3].object?["quarantined"]?.integer ?? 0 == 0)
    let held = (before[1].array ?? []).compactMap(\.object)
    #expect(held.map { $0.text("record") } == (duplicates == "discard" ? [] : ["q1"]))
    #expect(held.map { $0.text("code") } == (duplicates == "discard" ? [] : ["duplicate"]))
    let moved = home.allFiles(below: "quarantine").filter { $0.hasSuffix("/again.wav") }
    #expect(moved.count == held.count)
    for _ in 0..<3 {
      let restarted = home.ingestOnce(environment: environment)
      #expect(restarted.status == 0)
      #expect(!restarted.errors.contains("again.wav"), "\(restarted.errors)")
      #expect(try state() == before)
    }
    try home.expectSoundStore()
  }
}
