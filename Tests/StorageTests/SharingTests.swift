import Linux
import Records
import SQLite
import Testing
import TestSupport

@testable import Storage

@Suite("Sharing a store")
struct SharingTests {
  @Test("Q01: four writers that read before they write never fail locked, and the counts are exact")
  func manyWriters() async throws {
    let sample = try SampleStore()
    let paths = sample.paths
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let store = try Store(at: paths, .readWrite, busyTimeout: .seconds(60))
          for step in 0..<40 {
            let seed = worker * 1000 + step
            let id = try store.write { writer in
              // The read that would pin a deferred transaction to an old state.
              #expect(try writer.liveQuickRecord(digest: Sample.digest(seed)) == nil)
              return try writer.operation(.capture, by: .ingest, at: Sample.noon) {
                try writer.insert(Sample.lunch(seed))
              }
            }
            try store.write { writer in
              try writer.operation(.organize, by: .organize, at: Sample.noon) {
                let fields = try #require(try writer.quickRecord(id)).fields
                _ = try writer.organize(Sample.transaction(of: id, fields))
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let counts = try sample.store.read { reader in
      (
        try reader.quickRecords(RecordQuery(.open)).count,
        try reader.quickRecords(RecordQuery(.organized)).count,
        try reader.transactions(RecordQuery(.all)).count
      )
    }
    #expect(counts == (0, 160, 160))
    #expect(try sample.store.connection.integer("SELECT count(*) FROM operation") == 320)
  }

  @Test("Q01: whoever reads before it writes has the write lock from the start")
  func readsThenWrites() throws {
    let sample = try SampleStore()
    let other = try Store(at: sample.paths, .readWrite, busyTimeout: .milliseconds(5))
    func insert(_ seed: Int, _ writer: StoreWriter) throws -> RecordID {
      try writer.operation(.capture, by: .ingest, at: Sample.noon) {
        try writer.insert(Sample.lunch(seed))
      }
    }
    let id = try sample.store.write { writer in
      #expect(try writer.quickRecords(RecordQuery()) == [])
      // In a deferred transaction this would succeed, and the write after it fail whatever its timeout.
      #expect(throws: StoreError.busy(path: sample.paths.database)) {
        try other.write { try insert(2, $0) }
      }
      return try insert(1, writer)
    }
    #expect(try other.read { try $0.quickRecords(RecordQuery()) }.map(\.id) == [id])
  }

  @Test("Q02: a writer waits for another's lock, then succeeds")
  func waits() async throws {
    let sample = try SampleStore()
    let paths = sample.paths
    let other = try Store(at: paths, .readWrite)
    try other.connection.run("BEGIN IMMEDIATE")
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    async let waiting: RecordID = Task.detached {
      let store = try Store(at: paths, .readWrite, busyTimeout: .seconds(60))
      continuation.yield()
      return try store.write { writer in
        try writer.operation(.capture, by: .organize, at: Sample.noon) {
          try writer.insert(Sample.lunch(1))
        }
      }
    }.value
    for await _ in started { break }
    try other.connection.run("COMMIT")
    let id = try await waiting
    #expect(try other.read { try $0.quickRecord(id) } != nil)
  }

  @Test(
    "Q02: past the timeout a writer is told plainly, a reader is not held up, nothing is changed")
  func timesOut() throws {
    let sample = try SampleStore()
    let other = try Store(at: sample.paths, .readWrite, busyTimeout: .milliseconds(5))
    try sample.store.write { writer in
      try writer.operation(.capture, by: .ingest, at: Sample.noon) {
        _ = try writer.insert(Sample.lunch(1))
        #expect(throws: StoreError.busy(path: sample.paths.database)) {
          try other.write { _ in }
        }
        #expect(try other.read { try $0.quickRecords(RecordQuery()) } == [])
      }
    }
    #expect(try other.read { try $0.quickRecords(RecordQuery()).count } == 1)
  }

  @Test("A store opened for reading refuses to write")
  func readOnly() throws {
    let sample = try SampleStore()
    let reader = try Store(at: sample.paths, .readOnly)
    #expect(throws: StoreError.readOnly(path: sample.paths.database)) {
      try reader.write { writer in try writer.clearSuspect(Sample.digest(1)) }
    }
  }

  @Test("A reader sees one state, whatever is written meanwhile")
  func snapshot() throws {
    let sample = try SampleStore()
    let other = try Store(at: sample.paths, .readOnly)
    try other.read { reader in
      #expect(try reader.quickRecords(RecordQuery()).isEmpty)
      try sample.change { try $0.insert(Sample.lunch(1)) }
      #expect(try reader.quickRecords(RecordQuery()).isEmpty)
    }
    #expect(try other.read { try $0.quickRecords(RecordQuery()).count } == 1)
  }

  @Test("A store that is copied in the middle of a transaction holds what was committed")
  func crash() throws {
    let sample = try SampleStore()
    let kept = try sample.change { try $0.insert(Sample.lunch(1)) }
    let copy = StorePaths(root: sample.folder["copy"])
    try makeDirectories(copy.root)
    try sample.change { writer in
      for seed in 2...400 { _ = try writer.insert(Sample.lunch(seed)) }
      // What the disk holds if the power goes now.
      for name in ["records.sqlite3", "records.sqlite3-wal"] {
        writeFile("\(copy.root)/\(name)", readFile("\(sample.paths.root)/\(name)") ?? [])
      }
    }
    let store = try Store(at: copy, .readWrite)
    #expect(try store.read { try $0.quickRecords(RecordQuery()) }.map(\.id) == [kept])
    #expect(
      try store.connection.rows("PRAGMA integrity_check") { $0.text() } == ["ok"])
    // The number that was never committed is the next one.
    let next = try store.write { writer in
      try writer.operation(.capture, by: .ingest, at: Sample.noon) {
        try writer.insert(Sample.lunch(2))
      }
    }
    #expect(next == RecordID(.quickRecord, 2))
  }

  @Test("A full disk is said to be full, and the transaction leaves nothing")
  func full() throws {
    let sample = try SampleStore()
    let connection = sample.store.connection
    let pages = try connection.integer("PRAGMA page_count")
    try connection.execute("PRAGMA max_page_count = \(pages + 4)")
    #expect(throws: StoreError.full(path: sample.paths.database)) {
      try sample.store.write { writer in
        for seed in 1...500 {
          try writer.operation(.capture, by: .ingest, at: Sample.noon) {
            _ = try writer.insert(Sample.lunch(seed))
          }
        }
      }
    }
    try connection.execute("PRAGMA max_page_count = 1000000")
    #expect(try sample.store.read { try $0.quickRecords(RecordQuery()) } == [])
    try sample.change { try $0.insert(Sample.lunch(1)) }
  }

  @Test(
    "a database without a log is still until somebody opens it to write, and again is another then")
  func stillness() throws {
    let folder = TemporaryFolder()
    let paths = StorePaths(root: folder["store"])
    do {
      var store: Store? = try Store(at: paths, .createIfMissing)
      _ = try store?.write { try $0.markSuspect(Sample.digest(1), at: Sample.noon) }
      #expect(StillDatabase(at: paths.database)?.isStill == nil, "its log is there")
      store = nil
    }
    let still = try #require(StillDatabase(at: paths.database))
    #expect(still.isStill)
    do {
      let store = try Store(at: paths, .readWrite)
      try store.write { try $0.markSuspect(Sample.digest(2), at: Sample.noon) }
      #expect(!still.isStill)
    }
    #expect(!still.isStill, "what was in the log is in the file now")
    #expect(try #require(StillDatabase(at: paths.database)).isStill)
  }
}
