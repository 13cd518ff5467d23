import CTrace
import Glibc
import SQLite
import TestSupport

/// Kills a program before each of its system calls while it brings a store of an earlier schema to the newest, and looks
/// whether that was done whole or not at all, after a backup; then lets another program finish it.
struct MigrationWalk {
  let schema: Int

  /// The schemas of which a store is kept, the oldest first.
  static var schemas: [Int] {
    listFolder(fixtures).compactMap { name in
      name.hasPrefix("schema") ? Int(name.dropFirst("schema".count).dropLast(".sql".count)) : nil
    }.sorted()
  }

  private static var fixtures: String {
    String(#filePath.dropLast("Torture/MigrationWalk.swift".count)) + "StorageTests/Fixtures"
  }

  /// Tries one of so many points.
  func run(every stride: Int) -> Tally {
    var tally = Tally()
    do {
      let reference = try OldStore(of: schema, in: MigrationWalk.fixtures)
      guard reference.finish().isEmpty, let newest = reference.state() else {
        tally.add(["it is not migrated at all"], at: "by itself")
        return tally
      }
      var point = 1
      while true {
        let home = try OldStore(of: schema, in: MigrationWalk.fixtures)
        guard let place = home.kill(before: point) else { return tally }
        tally.add(
          home.check(newest: newest) + home.finish() + home.check(newest: newest, isOver: true),
          at: "before call \(point), \(place)")
        point += stride
      }
    } catch { tally.add(["\(error)"], at: "the start") }
    return tally
  }
}

/// A store as an earlier version left it.
private final class OldStore {
  /// What a database is and holds: its schema, the names of its columns, triggers and indices, and the rows that were
  /// there before, in the columns that they had.
  struct State: Equatable {
    let version: Int
    let shape: [String]
    let rows: [String]
  }

  private let folder = TemporaryFolder()
  private let schema: Int
  private var store: String { folder["store"] }
  private var backup: String { "\(store)/records.sqlite3.v\(schema).backup" }
  private let columns: [(table: String, names: [String])]
  private let before: State
  /// A command that opens the store for writing and then finds nothing to do.
  private var words: [String] { ["delete", "q999999", "--store", store] }

  init(of schema: Int, in fixtures: String) throws {
    self.schema = schema
    mkdir(folder["store"], 0o700)
    let text = String(
      decoding: readFile("\(fixtures)/schema\(schema).sql") ?? [], as: UTF8.self)
    let path = "\(folder["store"])/records.sqlite3"
    let connection = try Connection(opening: path, .create)
    try connection.execute(text)
    // "MMom", in the header of every store.
    try connection.execute(
      """
      PRAGMA application_id = \(0x4D4D_6F6D); PRAGMA user_version = \(schema);
      PRAGMA journal_mode = WAL;
      """)
    columns = try OldStore.columns(connection)
    before = try OldStore.state(connection, columns)
  }

  /// What the call was about; nil where the program ended before it made so many.
  func kill(before point: Int) -> String? {
    var count = 0
    var place: String?
    let tracee = Tracee(
      BuiltProgram.path("mm-organize"), words,
      environment: ["PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": "/proc/nonexistent"],
      errors: folder["log"])
    _ = tracee.run(before: { call in
      guard CountedCalls.count(call) else { return .proceed }
      count += 1
      guard count == point else { return .proceed }
      place = "\(call)"
      return .kill
    })
    return place
  }

  /// Lets another program do what is left.
  func finish() -> [String] {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), words, environment: ["XDG_CONFIG_HOME": "/proc/nonexistent"]
    )
    // There is no such record, which it says after the store has been opened.
    return outcome.status == 66 ? [] : ["the next start: \(outcome.status) \(outcome.errors)"]
  }

  /// The database as it is now, from a copy, since looking at it changes the files beside it.
  func state() -> State? {
    let copy = folder["copy.\(UInt32.random(in: .min ... .max))"]
    for ending in ["", "-wal"] {
      guard let bytes = readFile("\(store)/records.sqlite3\(ending)") else { continue }
      writeFile(copy + ending, bytes)
    }
    guard let connection = try? Connection(opening: copy, .readWrite) else { return nil }
    return try? OldStore.state(connection, columns)
  }

  func check(newest: State, isOver: Bool = false) -> [String] {
    guard let now = state() else { return ["the database cannot be read"] }
    var faults: [String] = []
    if now.rows != before.rows { faults.append("rows have changed") }
    if now.version == newest.version, now.shape != newest.shape {
      faults.append("it is not what schema \(now.version) is")
    }
    if now.version == schema, now.shape != before.shape {
      faults.append("schema \(schema) has been changed")
    }
    if isOver, now.version != newest.version { faults.append("it is still of \(now.version)") }
    if now.version != schema {
      let copied = (try? Connection(opening: backup, .readOnly)).flatMap {
        try? OldStore.state($0, columns)
      }
      if copied != before { faults.append("the backup is not what was there") }
    }
    if isOver {
      let left = listFolder(store).filter { $0.contains(".part") || $0.hasPrefix(".") }
      if !left.isEmpty { faults.append("left behind: \(left)") }
    }
    return faults
  }

  private static func state(
    _ connection: Connection, _ columns: [(table: String, names: [String])]
  ) throws -> State {
    let found = try OldStore.columns(connection).map { "\($0.table)(\($0.names))" }
    let others = try connection.rows(
      "SELECT type || ' ' || name FROM sqlite_schema WHERE type <> 'table' ORDER BY 1"
    ) { $0.text() }
    let sound = try connection.rows("PRAGMA integrity_check") { $0.text() }
    let rows = try columns.flatMap { table, names in
      let row = names.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try connection.rows("SELECT '\(table) ' || \(row) FROM \(table)") { $0.text() }
    }
    return State(
      version: Int(try connection.integer("PRAGMA user_version")), shape: found + others + sound,
      rows: rows)
  }

  private static func columns(
    _ connection: Connection
  ) throws -> [(table: String, names: [String])] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1"
    ) { $0.text() }
    return try tables.map { table in
      let names = try connection.rows("SELECT name FROM pragma_table_info(?)", table) { $0.text() }
      return (table, names)
    }
  }
}
