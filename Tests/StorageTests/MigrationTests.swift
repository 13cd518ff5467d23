import Linux
import Records
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// A store as an earlier version of the programs left it (`Fixtures`).
@Suite("A store of an earlier version")
struct MigrationTests {
  private let folder = TemporaryFolder()
  private var paths: StorePaths { StorePaths(root: folder["store"]) }

  private func makeStore(ofSchema schema: Int) throws {
    try makeDirectories(paths.root)
    let fixture =
      #filePath.dropLast("MigrationTests.swift".count) + "Fixtures/schema\(schema).sql"
    let text = try #require(readFile(String(fixture)))
    let connection = try Connection(opening: paths.database, .create)
    try connection.execute(String(decoding: text, as: UTF8.self))
    try connection.execute(
      """
      PRAGMA application_id = \(StoreCheck.applicationID);
      PRAGMA user_version = \(schema);
      PRAGMA journal_mode = WAL;
      """)
  }

  private typealias Columns = [(table: String, names: [String])]

  private func columns(_ connection: Connection) throws -> Columns {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { $0.text() }.filter { !$0.hasPrefix("sqlite_") }
    return try tables.map { table in
      let names = try connection.rows("SELECT name FROM pragma_table_info(?)", table) {
        $0.text()
      }
      return (table, names)
    }
  }

  /// Every row of every table, each as one text of these columns.
  private func rows(_ connection: Connection, _ columns: Columns) throws -> [String] {
    return try columns.flatMap { table, columns in
      let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try connection.rows("SELECT '\(table) ' || \(row) FROM \(table)") { $0.text() }
    }
  }

  /// The quick records of a fixture, and the frames of their recordings.
  private static let known: [(ids: [String], frames: [Int64?], priming: [Int64?])] = [
    (["q1", "q2"], [4_000, 2_000], [nil, nil]),
    (["q1", "q2", "q3"], [4_000, 33_792, 2_000], [nil, 1_024, nil]),
    (["q1", "q2"], [4_000, 2_000], [nil, nil]),
    (["q1", "q2"], [4_000, 2_000], [nil, nil]),
    (["q1", "q2"], [4_000, 2_000], [nil, nil]),
    (["q1", "q2"], [4_000, 2_000], [nil, nil]),
  ]

  @Test(
    "Opened for writing, it gets the new columns after a backup, and keeps every row as it was",
    arguments: [1, 2, 3, 4, 5, 6])
  func migrates(_ schema: Int) throws {
    try makeStore(ofSchema: schema)
    let old = try columns(Connection(opening: paths.database, .readOnly))
    let before = try rows(Connection(opening: paths.database, .readOnly), old)
    #expect(before.count > 30)
    let store = try Store(at: paths, .readWrite)
    #expect(try store.connection.integer("PRAGMA user_version") == Migration.newest)
    #expect(try rows(store.connection, old) == before)
    let records = try store.read { try $0.quickRecords(RecordQuery(.all)) }
      .sorted { $0.id < $1.id }
    let known = MigrationTests.known[schema - 1]
    #expect(records.map(\.id.description) == known.ids)
    #expect(records.map(\.audio?.frames) == known.frames)
    #expect(records.map(\.audio?.primingFrames) == known.priming)
    #expect(records.first?.transactions.map(\.description) == ["t1"])
    #expect(try store.connection.rows("PRAGMA integrity_check") { $0.text() } == ["ok"])
    // What was backed up is a store of the old schema with the same rows.
    let backup = try Connection(opening: paths.backup(ofVersion: schema), .readOnly)
    #expect(try backup.integer("PRAGMA user_version") == Int64(schema))
    #expect(try rows(backup, columns(backup)) == before)
  }

  @Test("A backup before it that fails leaves nothing, and the store as it was")
  func failedBackup() throws {
    try makeStore(ofSchema: 1)
    try makeDirectories(paths.backup(ofVersion: 1))
    #expect(throws: StoreError.self) { try Store(at: paths, .readWrite) }
    #expect(!listFolder(paths.root).contains { $0.hasSuffix(".part") })
    #expect(
      try Connection(opening: paths.database, .readOnly).integer("PRAGMA user_version") == 1)
  }

  @Test("What was done before operations could be taken back can be taken back", arguments: [1, 4])
  func undoes(_ schema: Int) throws {
    try makeStore(ofSchema: schema)
    let store = try Store(at: paths, .readWrite)
    let id = RecordID(.quickRecord, 1)
    try store.write { writer in
      let organize = try #require(try writer.operations(of: id).last)
      try writer.undo(organize, at: Sample.noon)
      #expect(try writer.quickRecord(id)?.organized == false)
      #expect(try writer.transactions(RecordQuery(.all)).isEmpty)
      try writer.redo(organize, at: Sample.noon)
      #expect(try writer.transactions(RecordQuery(.all)).first?.fields.tags.count == 2)
    }
    // A number of a row that is gone is not given again.
    try store.write { writer in
      let organize = try #require(try writer.operations(of: id).first { $0.kind == .organize })
      try writer.undo(organize, at: Sample.noon)
      let other = try writer.operation(.capture, by: .organize, at: Sample.noon) {
        try writer.insert(Sample.lunch(7))
      }
      try writer.operation(.organize, by: .organize, at: Sample.noon) {
        let fields = try #require(try writer.quickRecord(other)).fields
        _ = try writer.organize(Sample.transaction(of: other, fields))
      }
      try writer.redo(organize, at: Sample.noon)
      #expect(try writer.transactions(RecordQuery(.all)).count == 2)
    }
  }

  @Test("What is new is stored, read again and journaled")
  func stores() throws {
    try makeStore(ofSchema: 1)
    let store = try Store(at: paths, .readWrite)
    var new = try Sample.lunch(3)
    new.recording?.report.primingFrames = 1_024
    let id = try store.write { writer in
      try writer.operation(.capture, by: .organize, at: Sample.noon) { try writer.insert(new) }
    }
    #expect(try store.read { try $0.quickRecord(id) }?.audio?.primingFrames == 1_024)
    let image = try store.connection.rows(
      "SELECT after FROM image WHERE table_name = 'audio' ORDER BY id DESC LIMIT 1"
    ) { $0.text() }
    #expect(image.first?.contains("\"priming_frames\":1024") == true)
  }

  @Test("Opened for reading, it is read as it is and not changed", arguments: [1, 2, 3, 4, 5, 6])
  func reads(_ schema: Int) throws {
    try makeStore(ofSchema: schema)
    let before = readFile(paths.database)
    let store = try Store(at: paths, .readOnly)
    let records = try store.read { try $0.quickRecords(RecordQuery(.all)) }
      .sorted { $0.id < $1.id }
    #expect(records.map(\.audio?.frames) == MigrationTests.known[schema - 1].frames)
    let ends = try store.read { try $0.outcomes(of: FileName("lunch.wav"), inbox: "/inbox") }
    #expect(ends.map(\.record?.description) == ["q1"])
    #expect(ends.allSatisfy { ($0.recordingArrived == nil) == (schema < 3) && $0.waits.isEmpty })
    // What came later was never kept.
    #expect(try store.read { try $0.keepsFiles(inbox: "/kept") } == (schema >= 4))
    #expect(try store.read { try $0.purgedFiles() } == [])
    let steps = try store.read { try $0.steps(of: RecordID(.quickRecord, 1)) }
    #expect(steps.map(\.operation.kind) == [.capture, .organize])
    #expect(steps.first?.after.fields.tags.map(\.name) == ["food", "lunch"])
    let transactions = try store.read { try $0.transactions(RecordQuery(.all)) }
    #expect(transactions.first?.recordings.map(\.frames) == [4_000])
    #expect(readFile(paths.database) == before)
    #expect(listFolder(paths.root).filter { $0.contains("backup") } == [])
  }

  @Test(
    "two that migrated at once made their backup at once too, and of the new schema: it is made once, of the old one",
    arguments: [1, 2, 3, 4, 5, 6])
  func migratesTogether(_ schema: Int) throws {
    for _ in 0..<10 {
      removeTree(paths.root)
      try makeStore(ofSchema: schema)
      let old = try columns(Connection(opening: paths.database, .readOnly))
      let before = try rows(Connection(opening: paths.database, .readOnly), old)
      let faults = Mutex<[String]>([])
      let paths = paths
      try onThreads(8, name: "opener") { _ in
        do { _ = try Store(at: paths, .readWrite, busyTimeout: .seconds(60)) } catch {
          faults.withLock { $0.append("\(error)") }
        }
      }
      #expect(faults.withLock { $0 } == [])
      let made = listFolder(paths.root).filter { $0.contains("backup") }
      #expect(made.count == 1, "\(made)")
      let backup = try Connection(opening: paths.backup(ofVersion: schema), .readOnly)
      #expect(try backup.integer("PRAGMA user_version") == Int64(schema))
      #expect(try rows(backup, columns(backup)) == before)
      #expect(try rows(Connection(opening: paths.database, .readOnly), old) == before)
    }
  }

  @Test("a store that eight make at once is one, and none of them is told that it is damaged")
  func madeTogether() throws {
    for _ in 0..<50 {
      removeTree(paths.root)
      let faults = Mutex<[String]>([])
      let paths = paths
      try onThreads(8, name: "maker") { number in
        do {
          let store = try Store(at: paths, .createIfMissing, busyTimeout: .seconds(60))
          try store.write { try $0.markSuspect(Sample.digest(number), at: Sample.noon) }
        } catch { faults.withLock { $0.append("\(error)") } }
      }
      #expect(faults.withLock { $0 } == [])
      let store = try Store(at: paths, .readOnly)
      #expect(try store.connection.integer("SELECT count(*) FROM suspect") == 8)
      #expect(listFolder(paths.root).filter { $0.hasPrefix(".") } == [])
    }
  }
}
