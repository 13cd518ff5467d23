import Linux
import Records
import SQLite
import TestSupport
import Testing

@testable import Storage

/// A store as an earlier version of the programs left it (`Fixtures`).
@Suite("A store of an earlier version")
struct MigrationTests {
  private let folder = TemporaryFolder()
  private var paths: StorePaths { StorePaths(root: folder["store"]) }

  private func makeStore() throws {
    try makeDirectories(paths.root)
    let fixture =
      #filePath.dropLast("MigrationTests.swift".count) + "Fixtures/schema1.sql"
    let text = try #require(readFile(String(fixture)))
    let connection = try Connection(opening: paths.database, .create)
    try connection.execute(String(decoding: text, as: UTF8.self))
    try connection.execute(
      """
      PRAGMA application_id = \(StoreCheck.applicationID);
      PRAGMA user_version = 1;
      PRAGMA journal_mode = WAL;
      """)
  }

  /// Every row of every table but those of the recordings, as one text.
  private func rows(_ connection: Connection) throws -> [String] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { $0.text() }.filter { $0 != "audio" && !$0.hasPrefix("sqlite_") }
    return try tables.flatMap { table in
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", table) {
        $0.text()
      }
      let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try connection.rows("SELECT '\(table) ' || \(row) FROM \(table)") { $0.text() }
    }
  }

  @Test("Opened for writing, it gets the new column after a backup, and keeps every row as it was")
  func migrates() throws {
    try makeStore()
    let before = try rows(Connection(opening: paths.database, .readOnly))
    #expect(before.count > 30)
    let store = try Store(at: paths, .readWrite)
    #expect(try store.connection.integer("PRAGMA user_version") == Migration.newest)
    #expect(try rows(store.connection) == before)
    let records = try store.read { try $0.quickRecords(RecordQuery(.all)) }
    #expect(records.map(\.id.description) == ["q1", "q2"])
    #expect(records.map(\.audio?.frames) == [4_000, 2_000])
    #expect(records.allSatisfy { $0.audio != nil && $0.audio?.primingFrames == nil })
    #expect(records.first?.transactions.map(\.description) == ["t1"])
    #expect(try store.connection.rows("PRAGMA integrity_check") { $0.text() } == ["ok"])
    // What was backed up is a store of the old schema with the same rows.
    let backup = try Connection(opening: paths.backup(ofVersion: 1), .readOnly)
    #expect(try backup.integer("PRAGMA user_version") == 1)
    #expect(try rows(backup) == before)
  }

  @Test("What is new is stored, read again and journaled")
  func stores() throws {
    try makeStore()
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

  @Test("Opened for reading, it is read as it is and not changed")
  func reads() throws {
    try makeStore()
    let before = readFile(paths.database)
    let store = try Store(at: paths, .readOnly)
    let records = try store.read { try $0.quickRecords(RecordQuery(.all)) }
    #expect(records.map(\.audio?.frames) == [4_000, 2_000])
    let transactions = try store.read { try $0.transactions(RecordQuery(.all)) }
    #expect(transactions.first?.recordings.map(\.frames) == [4_000])
    #expect(readFile(paths.database) == before)
    #expect(listFolder(paths.root).filter { $0.contains("backup") } == [])
  }
}
