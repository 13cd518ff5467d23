import JSON
import Records
import SQLite
import Testing

@testable import Storage

@Suite("The journal")
struct JournalTests {
  @Test("A change outside an operation is refused by the database")
  func outside() throws {
    let sample = try SampleStore()
    #expect(throws: StoreError.self) {
      try sample.store.write { writer in _ = try writer.insert(Sample.lunch(1)) }
    }
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    #expect(throws: SQLiteError.self) {
      try sample.store.connection.run("UPDATE quick_record SET amount = 1 WHERE id = ?", id.number)
    }
    #expect(try sample.store.read { try $0.quickRecord(id) }?.fields.amount == Sample.twd(12_000))
  }

  @Test("A record's history names each operation on it, its tags and its links, oldest first")
  func history() throws {
    let sample = try SampleStore()
    let (id, other) = try sample.change { writer in
      (try writer.insert(Sample.lunch(1)), try writer.insert(Sample.lunch(2)))
    }
    var revision = Revision(of: try #require(try sample.store.read { try $0.quickRecord(id) }))
    revision.fields.tags = []
    let bare = revision
    try sample.change(.revise) { try $0.revise(id, bare, at: Sample.noon) }
    let transaction = try sample.change(.organize) {
      try $0.organize(Sample.transaction(of: id, bare.fields))
    }
    try sample.change(.delete) { try $0.delete(other, at: Sample.noon) }
    let (first, second, third) = try sample.store.read {
      (
        try $0.operations(of: id), try $0.operations(of: other), try $0.operations(of: transaction)
      )
    }
    #expect(first.map(\.kind) == [.capture, .revise, .organize])
    #expect(second.map(\.kind) == [.capture, .delete])
    #expect(third.map(\.kind) == [.organize])
    #expect(first.allSatisfy { $0.program == .organize && $0.at == Sample.noon })
  }

  @Test("Invariant 8: the images of an operation are enough to restore every row exactly")
  func imagesAreWhole() throws {
    let sample = try SampleStore()
    let connection = sample.store.connection
    var states: [[String]] = [try dump(connection)]
    let id = try sample.change { writer in
      var new = try Sample.lunch(1)
      new.fields.note = "NUL \u{0} and \"quotes\" and 午餐"
      new.sourceName = FileName(bytes: [0xFF, 0xFE])
      return try writer.insert(new)
    }
    states.append(try dump(connection))
    let record = try #require(try sample.store.read { try $0.quickRecord(id) })
    var revision = Revision(of: record, sidecar: try Sample.sidecar("{}"))
    revision.fields.tags = [Sample.tag("Other")]
    revision.fields.amount = Money(minorUnits: Money.largest, currency: .twd)
    let bigger = revision
    try sample.change(.revise) { try $0.revise(id, bigger, at: Sample.noon) }
    states.append(try dump(connection))
    let transaction = try sample.change(.organize) {
      try $0.organize(Sample.transaction(of: id, bigger.fields))
    }
    states.append(try dump(connection))
    try sample.change(.delete) { try $0.delete(transaction, at: Sample.noon) }
    let operations = try connection.rows("SELECT id FROM operation ORDER BY id") { $0.integer() }
    #expect(operations.count == 4)
    for (operation, state) in zip(operations, states).reversed() {
      try restore(operation, connection)
      #expect(try dump(connection) == state, "before operation \(operation)")
    }
  }

  /// Every row of every journaled table, byte for byte.
  private func dump(_ connection: Connection) throws -> [String] {
    var rows: [String] = []
    for (table, _) in Schema1.journaled {
      let columns = try columns(of: table, connection)
        .map { "typeof(\"\($0.name)\") || hex(\"\($0.name)\")" }
      rows += try connection.rows(
        "SELECT \(columns.joined(separator: " || ',' || ")) FROM \(table) ORDER BY id"
      ) { "\(table) \($0.text())" }
    }
    return rows
  }

  private func columns(
    of table: String, _ connection: Connection
  ) throws -> [(name: String, isBlob: Bool)] {
    try connection.rows("SELECT name, type FROM pragma_table_info(?)", table) {
      (name: $0.text(), isBlob: $0.text() == "BLOB")
    }
  }

  /// Puts back what each row was before an operation, last change first, with nothing but the images.
  private func restore(_ operation: Int64, _ connection: Connection) throws {
    let images = try connection.rows(
      "SELECT table_name, row, before FROM image WHERE operation = ? ORDER BY id DESC", operation
    ) { (table: $0.text(), row: $0.integer(), before: $0.textIfAny()) }
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.immediateTransaction {
      // The journal stands still while it is read back.
      try connection.run(
        "INSERT INTO operation (kind, program, at, is_open) VALUES ('undo', 'test', 0, 1)")
      for image in images {
        try connection.run("DELETE FROM \(image.table) WHERE id = ?", image.row)
        guard let before = image.before else { continue }
        let columns = try columns(of: image.table, connection)
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let values = try JSONReader.read(Array(before.utf8)).object?.members.map(\.value) ?? []
        let bindings: [any Bindable] = zip(columns, values).map { column, value in
          if let integer = value.integer { return integer }
          guard let text = value.string else { return Value.null }
          return column.isBlob ? bytes(ofHexadecimal: text) : text
        }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try connection.run("INSERT INTO \(image.table) (\(names)) VALUES (\(places))", bindings)
      }
      try connection.run("UPDATE operation SET is_open = NULL")
    }
    try connection.execute("PRAGMA foreign_keys = ON")
  }

  private func bytes(ofHexadecimal text: String) -> [UInt8] {
    let digits = text.utf8.map { UInt8($0 <= 57 ? $0 - 48 : $0 - 55) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
