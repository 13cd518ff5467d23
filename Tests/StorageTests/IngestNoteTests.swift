import Linux
import Records
import Testing

@testable import Storage

@Suite("Notes of the ingest path")
struct IngestNoteTests {
  @Test("Invariant 3: pending removals outlive the program, to the last bit of their identity")
  func removals() throws {
    let sample = try SampleStore()
    let removals = try (0..<3).map { seed in
      PendingRemoval(
        inbox: "/inbox", name: FileName(bytes: [0xF1, UInt8(seed)]),
        privateName: FileName(".moneymom-\(seed)"),
        identity: FileIdentity(
          device: .max, inode: .max - UInt64(seed), size: 7, modified: .min),
        sha256: try Sample.digest(seed))
    }
    let numbers = try sample.store.write { writer in
      try removals.map { try writer.addPendingRemoval($0) }
    }
    let again = try Store(at: sample.paths, .readWrite)
    let stored = try again.read { try $0.pendingRemovals() }
    #expect(stored.map(\.removal) == removals && stored.map(\.number) == numbers)
    try again.write { try $0.removePendingRemovals([numbers[0], numbers[2]]) }
    #expect(try again.read { try $0.pendingRemovals() }.map(\.removal) == [removals[1]])
  }

  @Test("Deaths on a suspect are counted across restarts, and forgotten once it is judged")
  func suspects() throws {
    let sample = try SampleStore()
    let digest = try Sample.digest(1)
    try sample.store.write { writer in
      try writer.markSuspect(digest, at: Sample.noon)
      #expect(try writer.suspects().map(\.deaths) == [0])
      #expect(try writer.addSuspectDeath(digest, at: Sample.noon) == 1)
      try writer.markSuspect(digest, at: Sample.noon)
    }
    let again = try Store(at: sample.paths, .readWrite)
    #expect(try again.write { try $0.addSuspectDeath(digest, at: Sample.noon) } == 2)
    try again.write { try $0.clearSuspect(digest) }
    #expect(try again.read { try $0.suspects() } == [])
  }

  @Test("What a memo waited for is kept with its end, and found by record and by name")
  func stories() throws {
    let sample = try SampleStore()
    let id = RecordID(.quickRecord, 1)
    let name = FileName(bytes: [0xF1, 0x2E])
    let late = Sample.noon.advanced(by: .seconds(9))
    let outcome = Outcome(
      kind: .recorded, at: late, inbox: "/inbox", recording: name,
      sidecar: FileName("a.json"), record: id, recordingArrived: Sample.noon,
      sidecarArrived: Instant(nanoseconds: .max),
      waits: [
        MemoWait(code: .settling, since: Sample.noon, until: late),
        MemoWait(
          code: .retry, since: late, until: nil, times: 7, message: "\u{1b}\"quoted\" 午餐"),
      ])
    let plain = Outcome(
      kind: .duplicate, at: late, inbox: "/other", recording: nil, sidecar: FileName("a.json"))
    try sample.store.write { writer in
      try writer.note(outcome)
      try writer.note(plain)
    }
    func found(_ name: FileName, _ inbox: String?) throws -> [Outcome] {
      try sample.store.read { try $0.outcomes(of: name, inbox: inbox) }
    }
    #expect(try sample.store.read { try $0.outcomes(of: id) } == [outcome])
    #expect(try found(name, "/inbox") == [outcome])
    #expect(try found(name, "/other") == [])
    #expect(try found(FileName("a.json"), nil) == [outcome, plain])
    // A memo that waited for nothing, as most, adds nothing to its row.
    let waits = try sample.store.connection.rows("SELECT waits IS NULL FROM outcome ORDER BY id") {
      $0.bool()
    }
    #expect(waits == [false, true])
  }

  @Test("The ends of memos are looked up by index, however many there are")
  func indexed() throws {
    let connection = try SampleStore().store.connection
    for condition in [
      "record = 'q1'", "(recording = x'00' OR sidecar = x'00')",
      "(recording = x'00' OR sidecar = x'00') AND inbox = '/inbox'",
    ] {
      let plan = try connection.rows(
        "EXPLAIN QUERY PLAN SELECT * FROM outcome WHERE \(condition)"
      ) { row -> String in
        for _ in 0..<3 { _ = row.integer() }
        return row.text()
      }
      #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
  }

  @Test("Invariant 6: outcomes are counted by kind, and only those that were committed")
  func outcomes() throws {
    let sample = try SampleStore()
    struct Stop: Error {}
    func note(_ kind: Outcome.Kind, _ writer: StoreWriter) throws {
      try writer.note(
        Outcome(
          kind: kind, at: Sample.noon, inbox: "/inbox", recording: FileName("a.wav"), sidecar: nil,
          record: RecordID(.quickRecord, 1)))
    }
    try sample.store.write { writer in
      for kind in Outcome.Kind.allCases { try note(kind, writer) }
      try note(.recorded, writer)
    }
    #expect(throws: Stop.self) {
      try sample.store.write { writer in
        try note(.recorded, writer)
        throw Stop()
      }
    }
    let counts = try sample.store.read { try $0.outcomeCounts() }
    #expect(counts[.recorded] == 2)
    #expect(counts.count == Outcome.Kind.allCases.count)
    #expect(counts.values.reduce(0, +) == 7)
  }
}
