import JSON
import Records
import SQLite

/// A row as the journal keeps it, to be put back into its table.
struct RowImage {
  let table: String
  let row: Int64
  /// Nil where there was no row.
  let before: String?
  let after: String?
}

extension StoreReader {
  /// What an operation did to each row, in the order in which it did it.
  func rowImages(of operation: Operation) throws(StoreError) -> [RowImage] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT table_name, row, before, after FROM image WHERE operation = ? ORDER BY id",
        operation.number
      ) { row in
        RowImage(
          table: row.text(), row: row.integer(), before: row.textIfAny(), after: row.textIfAny())
      }
    }
  }
}

extension StoreWriter {
  /// Makes the row what the image says, nil for none. Columns that are younger than the image keep what they have.
  func put(_ image: String?, into table: String, row: Int64) throws {
    guard let image else {
      return try connection.run("DELETE FROM \(table) WHERE id = ?", row)
    }
    let blobs = Set(
      try connection.rows("SELECT name FROM pragma_table_info(?) WHERE type = 'BLOB'", table) {
        $0.text()
      })
    let members = try json(image).object?.members ?? []
    let names = members.map { "\"\($0.key)\"" }.joined(separator: ", ")
    let places = members.map { _ in "?" }.joined(separator: ", ")
    let values = members.map { member in
      RowImage.value(member.value, isBlob: blobs.contains(member.key))
    }
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
