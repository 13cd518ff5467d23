import Hashing
import Records
import SQLite
import Testing
import TestSupport

@testable import Storage

@Suite("The schema")
struct SchemaTests {
  @Test("M08: no column can hold a floating-point number, and every table is strict")
  func noFloats() throws {
    let connection = try SampleStore().store.connection
    let tables = try connection.rows(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    ) { (name: $0.text(), isStrict: $0.bool()) }.filter { !$0.name.hasPrefix("sqlite_") }
    #expect(tables.count >= 15)
    for table in tables {
      #expect(table.isStrict, "\(table.name)")
      let types = try connection.rows("SELECT type FROM pragma_table_info(?)", table.name) {
        $0.text()
      }
      #expect(Set(types).isSubset(of: ["INTEGER", "TEXT", "BLOB"]), "\(table.name): \(types)")
    }
  }

  @Test("M08: ten thousand times 0.10 is 1000.00, and a purchase with its refund is 0.00")
  func exactSums() throws {
    let sample = try SampleStore()
    try sample.change { writer in
      for seed in 1...10_000 {
        _ = try writer.insert(
          NewQuickRecord(
            uuid: Sample.uuid(seed), fields: RecordFields(amount: Sample.twd(10)),
            createdAt: Sample.noon))
      }
    }
    let records = try sample.store.read { try $0.quickRecords(RecordQuery(.open)) }
    var total = Total(in: .twd)
    for amount in records.compactMap(\.fields.amount) { total.add(amount) }
    #expect(total.description == "TWD 1000.00")
    let sum = try sample.store.connection.integer("SELECT sum(amount) FROM quick_record")
    #expect(sum == 100_000)
    #expect(Sample.twd(49_999).map { Money(minorUnits: 0 - $0.minorUnits, currency: .twd) } != nil)
  }

  @Test(
    "A released schema never changes: what comes later is a migration of its own",
    arguments: [
      (1, "80d973bcecbcbae9390e4e7b06a2c367cdf7a8b8be8515b9c489ac36dd055d84"),
      (2, "e8b82db737f715484bb08696330572986a565b256729633b5e5de850dcd23411"),
      (3, "51dd1052375268f3afa4fa69d4fe8551d4c17170170620ec23271a3c19eda896"),
    ])
  func fixture(_ version: Int, _ expected: String) throws {
    let folder = TemporaryFolder()
    let connection = try Connection(opening: folder["records"], .create)
    try Migration.migrate(connection, steps: Array(Migration.all.prefix(version))) { _ in }
    let schema = try connection.rows(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"
    ) { $0.text() }.joined(separator: "\n")
    let digest = Digest(bytes: SHA256.hash(Array(schema.utf8)))?.description
    #expect(digest == expected)
    #expect(try connection.integer("PRAGMA user_version") == version)
    let rule = try connection.rows("SELECT value FROM meta WHERE key = 'tag_rule'") { $0.text() }
    #expect(rule == ["1"])
  }

  @Test("A migration runs after a backup of what was, all steps of it or none")
  func migrates() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    let connection = sample.store.connection
    let newest = Migration.newest
    let good = Migration { database throws(SQLiteError) in
      try database.execute("ALTER TABLE quick_record ADD COLUMN mood TEXT")
      try JournalTriggers.install(on: "quick_record", record: "'q' || %.id", database)
    }
    let bad = Migration { database throws(SQLiteError) in
      try database.execute("CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)")
    }
    let mood = "SELECT count(*) FROM pragma_table_info('quick_record') WHERE name = 'mood'"
    let backUp = { version in try StoreBackup.make(version: version, at: sample.paths) }
    #expect(throws: SQLiteError.self) {
      try Migration.migrate(connection, steps: Migration.all + [good, bad], backUp: backUp)
    }
    #expect(try connection.integer("PRAGMA user_version") == newest)
    #expect(
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0)
    #expect(try connection.integer(mood) == 0)
    let backup = try Connection(opening: sample.paths.backup(ofVersion: newest), .readOnly)
    #expect(try backup.integer("PRAGMA user_version") == newest)
    #expect(try backup.integer("PRAGMA application_id") == StoreCheck.applicationID)
    #expect(try backup.integer("SELECT id FROM quick_record") == id.number)
    #expect(listFolder(sample.paths.root).filter { $0.hasSuffix(".part") } == [])
    try Migration.migrate(connection, steps: Migration.all + [good], backUp: backUp)
    #expect(try connection.integer("PRAGMA user_version") == newest + 1)
    #expect(try connection.integer(mood) == 1)
    // The journal has the new column.
    try sample.change(.delete) { try $0.delete(id, at: Sample.noon) }
    let image = try connection.rows(
      "SELECT after FROM image WHERE table_name = 'quick_record' ORDER BY id DESC LIMIT 1"
    ) { $0.text() }
    #expect(image.first?.contains("\"mood\":null") == true)
  }
}
