import SQLite
import TestSupport
import Testing

@Suite("A long session with both programs, taken back and returned", .fewAtATime)
struct LongSessionTests {
  private let home = Household()

  /// What has been made so far, whatever became of it.
  private struct Made {
    var memos = 0
    var transactions = 8
  }

  @Test("1,000 operations of both programs, as many undos, and the redos of all of them")
  func session() throws {
    home.drop("before.wav", seed: 9_999, sidecar: #"{"amount": 1, "note": "was there before"}"#)
    #expect(home.ingestOnce().status == 0)
    let start = try dump()
    let first = try operations().count
    var random = SeededBits(state: 0x2545_F491_4F6C_DD1D)
    var made = Made()
    var refused = 0
    while try count() - first < 1_000 {
      if Int.random(in: 0..<8, using: &random) == 0 {
        capture(&random, &made)
        continue
      }
      let words = command(&random, made)
      let outcome = BuiltProgram.run(
        BuiltProgram.path("mm-organize"), words + home.places, environment: Household.quiet)
      switch outcome.status {
      case 0: made.transactions += 1
      case 65, 66: refused += 1
      default: Issue.record("\(words): \(outcome.status) \(outcome.errors)")
      }
    }
    // Otherwise nothing would have been in the way of anything.
    #expect(refused > 50)
    let end = try dump()
    #expect(end != start)
    let operations = try operations()
    let kinds = Set(operations.map(\.kind))
    #expect(
      kinds == [
        "capture", "revise", "organize", "delete", "restore", "split", "merge", "edit", "reopen",
      ])
    try takeBack(operations.dropFirst(first).reversed())
    #expect(try dump() == start)
    let returned = home.organize("redo", "\(operations.count - first)")
    #expect(returned.status == 0, "\(returned.errors)")
    #expect(try dump() == end)
    try home.expectSoundStore()
  }

  /// Some memos, of which some have a sidecar that comes late.
  private func capture(_ random: inout SeededBits, _ made: inout Made) {
    var bare: [Int] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      made.memos += 1
      let number = made.memos
      let isBare = Int.random(in: 0..<4, using: &random) == 0
      if isBare { bare.append(number) }
      home.drop(
        "\(number).wav", seed: UInt64(number),
        sidecar: isBare
          ? nil : #"{"amount": "\#(number).50", "tags": ["tag\#(number % 7)", "memo"]}"#)
    }
    ingest()
    if bare.isEmpty { return }
    for number in bare {
      dropFile("\(number).wav.json", into: home.inbox, Array(#"{"amount": \#(number)}"#.utf8))
    }
    ingest()
  }

  private func ingest() {
    let outcome = home.ingestOnce()
    if outcome.status != 0 { Issue.record("\(outcome.status) \(outcome.errors)") }
  }

  /// Something that somebody might type now. The records may not allow it.
  private func command(_ random: inout SeededBits, _ made: Made) -> [String] {
    func any(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let record = "q\(any(1...made.memos + 1))"
    let number = any(1...made.transactions)
    let transaction = "t\(number)"
    let tag = "tag\(any(0...6))"
    switch any(0...13) {
    case 0, 1, 2:
      return ["organize", record, "--type", "expense", "--place", "Place \(any(1...9))"]
    case 3: return ["organize", record, "q\(any(1...made.memos + 1))", "--tag", "+\(tag)"]
    case 4: return ["edit", record, "--amount", "\(any(1...999)).25"]
    case 5: return ["edit", transaction, "--note", "note \(any(1...999))"]
    case 6: return ["tag", record, transaction, "+\(tag)", "-memo"]
    case 7: return ["delete", any(0...1) == 0 ? record : transaction]
    case 8: return ["restore", any(0...1) == 0 ? record : transaction]
    case 9: return ["split", transaction, "--into", "\(any(2...4))"]
    case 10: return ["merge", transaction, "t\(number + any(1...3))"]
    case 11: return ["reopen", transaction]
    case 12: return ["tags", "rename", tag, "tag\(any(0...6))x", "--yes"]
    default: return ["edit", transaction, "--refund-of", "t\(any(1...made.transactions))"]
    }
  }

  /// What one did with `mm-organize` by plain `undo`, and the captures between by their numbers.
  private func takeBack(_ operations: [(number: Int, kind: String, program: String)]) throws {
    var own = 0
    func undoOwn() throws {
      if own > 0 { try undo("\(own)") }
      own = 0
    }
    for operation in operations {
      guard operation.program == "mm-ingestd" else {
        own += 1
        continue
      }
      try undoOwn()
      try undo("--op", "\(operation.number)")
    }
    try undoOwn()
  }

  private func undo(_ words: String...) throws {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), ["undo"] + words + home.places,
      environment: Household.quiet)
    try #require(outcome.status == 0, "undo \(words): \(outcome.errors)")
  }

  private func operations() throws -> [(number: Int, kind: String, program: String)] {
    let connection = try Connection(
      opening: "\(home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
    return try connection.rows("SELECT id, kind, program FROM operation ORDER BY id") { row in
      (number: Int(row.integer()), kind: row.text(), program: row.text())
    }
  }

  private func count() throws -> Int {
    try Household.count("SELECT count(*) FROM operation", in: home.store)
  }

  /// All that a person can see, deleted records too, as the programs write it.
  private func dump() throws -> [String] {
    let commands = [
      ["export", "json"], ["list", "--all", "--json"], ["list", "--deleted", "--json"],
      ["transactions", "--json"], ["transactions", "--deleted", "--json"], ["tags", "--json"],
      ["places", "--json"],
    ]
    return try commands.map(answer)
  }

  private func answer(_ words: [String]) throws -> String {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), words + home.places, environment: Household.quiet)
    try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    return outcome.output
  }
}
