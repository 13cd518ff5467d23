import JSON
import Records
import SQLite

/// A row as the journal keeps it, to be put back into its table.
struct RowImage {
  let table: String
  let row: Int64
  /// The record to which the row belongs; a recording has none.
  let record: String?
  /// Nil where there was no row.
  let before: String?
  let after: String?

  struct Row: Hashable {
    let table: String
    let row: Int64
  }

  var place: Row { Row(table: table, row: row) }
}

extension StoreReader {
  /// What an operation did to each row, in the order in which it did it.
  func rowImages(of operation: Operation) throws(StoreError) -> [RowImage] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT table_name, row, record, before, after FROM image WHERE operation = ? ORDER BY id",
        operation.number
      ) { row in
        RowImage(
          table: row.text(), row: row.integer(), record: row.textIfAny(),
          before: row.textIfAny(), after: row.textIfAny())
      }
    }
  }
}

extension StoreReader {
  /// Whether the row is what the image says, nil for none. Columns that are younger than the image may be anything.
  func holds(_ image: String?, in table: String, row: Int64) throws -> Bool {
    let members = try image.map { try json($0).object?.members ?? [] } ?? []
    let comparison = members.map { " AND \"\($0.key)\" IS ?" }.joined()
    let values = try self.values(of: members, in: table)
    let found = try run { database throws(SQLiteError) in
      try database.rows("SELECT 1 FROM \(table) WHERE id = ?\(comparison)", [row] + values) {
        $0.integer()
      }
    }
    return found.isEmpty == (image == nil)
  }

  fileprivate func values(
    of members: [JSONObject.Member], in table: String
  ) throws(StoreError) -> [any Bindable] {
    let blobs = try run { database throws(SQLiteError) in
      Set(
        try database.rows("SELECT name FROM pragma_table_info(?) WHERE type = 'BLOB'", table) {
          $0.text()
        })
    }
    return members.map { RowImage.value($0.value, isBlob: blobs.contains($0.key)) }
  }
}

extension StoreWriter {
  /// Makes the row what the image says, nil for none. Columns that are younger than the image keep what they have.
  func put(_ image: String?, into table: String, row: Int64) throws {
    guard let image else {
      return try connection.run("DELETE FROM \(table) WHERE id = ?", row)
    }
    let members = try json(image).object?.members ?? []
    let names = members.map { "\"\($0.key)\"" }.joined(separator: ", ")
    let places = members.map { _ in "?" }.joined(separator: ", ")
    let values = try values(of: members, in: table)
    try connection.run(
      "UPDATE \(table) SET (\(names)) = (\(places)) WHERE id = ?", values + [row])
    if connection.changedRows == 0 {
      try connection.run("INSERT INTO \(table) (\(names)) VALUES (\(places))", values)
    }
  }
}

extension RowImage {
  fileprivate static func value(_ value: JSONValue, isBlob: Bool) -> any Bindable {
    if let integer = value.integer { return integer }
    guard let text = value.string else { return Value.null }
    return isBlob ? FileName(hexadecimal: text)?.bytes ?? [] : text
  }
}
