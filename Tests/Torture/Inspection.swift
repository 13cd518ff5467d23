import Glibc
import Hashing
import SQLite
import TestSupport

/// What is wrong with a store and its inbox by the promises of the README, found without the programs that made them.
struct Inspection {
  private(set) var faults: [String] = []
  private let home: Home
  private var outcome: Scenario.Outcome

  /// What was given back has left the quarantine.
  private static let held =
    "quarantine_file JOIN quarantine ON quarantine.id = quarantine AND state <> 'retried'"

  /// At the instant of a crash (invariants 1 and 2).
  static func atOnce(_ home: Home, _ outcome: Scenario.Outcome) -> [String] {
    var inspection = Inspection(home, outcome)
    inspection.checkContents()
    inspection.checkInbox()
    inspection.checkRows(at: inspection.copyOfDatabase())
    return inspection.faults
  }

  /// After the start that follows.
  static func inTheEnd(_ home: Home, _ outcome: Scenario.Outcome) -> [String] {
    var inspection = Inspection(home, outcome)
    inspection.checkContents()
    inspection.checkRows(at: "\(home.store)/records.sqlite3")
    inspection.checkCounts()
    inspection.checkFiles(sparing: outcome.strays)
    inspection.checkEnd()
    return inspection.faults
  }

  /// Whether what was filed so far is what was dropped, and each file of the store has its row. From then on what is
  /// there is what was expected, so that each fault is told once.
  static func soFar(_ home: Home, _ outcome: inout Scenario.Outcome) -> [String] {
    var inspection = Inspection(home, outcome)
    inspection.checkCounts()
    inspection.checkFiles(sparing: outcome.strays)
    inspection.outcome.lost = []
    outcome = inspection.outcome
    return inspection.faults
  }

  private init(_ home: Home, _ outcome: Scenario.Outcome) {
    self.home = home
    self.outcome = outcome
  }

  /// Invariant 1: each content is whole in the inbox, the archive or the quarantine.
  private mutating func checkContents() {
    let places = [home.inbox, "\(home.store)/audio", "\(home.store)/quarantine"]
    let there = Set(
      places.flatMap { place in Home.files(below: place).compactMap { readFile("\(place)/\($0)") } }
    )
    for content in outcome.contents where !there.contains(content) {
      faults.append("a memo of \(content.count) bytes is nowhere")
    }
  }

  /// Invariant 2: what a row names is there, with its digest.
  private mutating func checkRows(at path: String?) {
    guard let path, let database = try? Connection(opening: path, .readWrite) else { return }
    // A store that is being made has no tables yet.
    guard (try? database.integer("PRAGMA user_version")) ?? 0 > 0 else { return }
    do {
      let named = try database.rows(
        "SELECT path, sha256 FROM audio WHERE present UNION ALL SELECT path, sha256 FROM \(Inspection.held)"
      ) { (path: $0.text(), sha256: $0.blob()) }
      for file in named where !outcome.lost.contains(file.path) {
        let bytes = readFile("\(home.store)/\(file.path)")
        if bytes == nil { faults.append("\(file.path) is missing") }
        if let bytes, SHA256.hash(bytes) != file.sha256 {
          faults.append("\(file.path) has other bytes")
        }
      }
      let names = try database.rows("PRAGMA integrity_check") { $0.text() }
      if names != ["ok"] { faults.append("integrity: \(names)") }
      let foreign = try database.rows("PRAGMA foreign_key_check") { $0.text() }
      if !foreign.isEmpty { faults.append("foreign keys: \(foreign)") }
    } catch { faults.append("the database: \(error)") }
  }

  /// Invariants 4 and 6.
  private mutating func checkCounts() {
    do {
      let database = try Connection(opening: "\(home.store)/records.sqlite3", .readWrite)
      let amounts = try database.rows(
        "SELECT coalesce(amount, -1) FROM quick_record WHERE deleted_at IS NULL ORDER BY amount"
      ) { $0.integer() }
      let held = try database.rows("SELECT code FROM quarantine WHERE state = 'held' ORDER BY code")
      {
        $0.text()
      }
      let ends = try database.rows("SELECT kind, count FROM outcome_count") {
        ($0.text(), $0.integer())
      }
      expect("amounts", amounts, outcome.amounts.sorted())
      expect(
        "quarantine", held.filter { !outcome.mayHold.contains($0) },
        outcome.held.filter { !outcome.mayHold.contains($0) }.sorted())
      let found = Dictionary(uniqueKeysWithValues: ends)
      let isExpected = outcome.again.contains { again in
        found
          == outcome.ends.merging(
            ["quarantined": again].filter { $0.value > 0 }, uniquingKeysWith: +)
      }
      if !isExpected { expect("ends of memos", found, outcome.ends) }
      outcome.amounts = amounts
      outcome.held = held
      outcome.ends = Dictionary(uniqueKeysWithValues: ends)
    } catch { faults.append("the database: \(error)") }
  }

  /// That nothing in an inbox that must not be emptied is touched.
  private mutating func checkInbox() {
    guard let kept = outcome.kept else { return }
    expect("names in the inbox", listFolder(home.inbox), kept.keys.sorted())
    for (name, bytes) in kept where readFile("\(home.inbox)/\(name)") != bytes {
      faults.append("\(name) in the inbox is not as it was")
    }
  }

  /// Invariant 3, and that nothing is left over.
  private mutating func checkEnd() {
    let left = listFolder(home.inbox)
    if outcome.kept == nil, !left.isEmpty { faults.append("left in the inbox: \(left)") }
    checkInbox()
    do {
      let database = try Connection(opening: "\(home.store)/records.sqlite3", .readWrite)
      expect("pending removals", try database.integer("SELECT count(*) FROM pending_removal"), 0)
    } catch { faults.append("the database: \(error)") }
  }

  private mutating func expect<Value: Equatable>(_ what: String, _ found: Value, _ right: Value) {
    if found != right { faults.append("\(what): \(end(of: found)), not \(end(of: right))") }
  }

  /// Invariant 2: each file of archive and quarantine has its row, and each row its file.
  private mutating func checkFiles(sparing known: Set<String> = []) {
    do {
      let database = try Connection(opening: "\(home.store)/records.sqlite3", .readWrite)
      let rows = try database.rows(
        "SELECT path FROM audio UNION ALL SELECT path FROM \(Inspection.held)"
      ) { $0.text() }
      let files = ["audio", "quarantine"].flatMap { folder in
        Home.files(below: "\(home.store)/\(folder)").map { "\(folder)/\($0)" }
      }.filter { !$0.hasSuffix("/reason.json") }
      let strays = Set(files).subtracting(rows)
      expect("files without a row", strays.subtracting(known).sorted(), [])
      expect("rows without a file", Set(rows).subtracting(files).sorted(), [])
      outcome.strays = strays
    } catch { faults.append("the database: \(error)") }
  }

  private func end(of value: some Any) -> Substring { "\(value)".suffix(200) }

  /// With its log, so that looking changes nothing of what the next start finds.
  private func copyOfDatabase() -> String? {
    let copy = "\(home.store).looked-at"
    mkdir(copy, 0o700)
    for ending in ["", "-wal"] {
      let name = "records.sqlite3\(ending)"
      unlink("\(copy)/\(name)")
      guard let bytes = readFile("\(home.store)/\(name)") else { continue }
      writeFile("\(copy)/\(name)", bytes)
    }
    return "\(copy)/records.sqlite3"
  }
}
