import Linux
import Records
import Storage
import Testing

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
