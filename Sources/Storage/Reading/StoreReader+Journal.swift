import JSON
import Records
import SQLite

extension StoreReader {
  /// What was done to a record, oldest first, and how it stood before and after each time.
  public func steps(of id: RecordID) throws(StoreError) -> [JournaledStep] {
    var steps: [JournaledStep] = []
    var tables: [String: [Int64: JSONObject]] = [:]
    var before: JournaledRecord?
    for operation in try operations(of: id) {
      for image in try images(of: id, in: operation) {
        tables[image.table, default: [:]][image.row] = try image.after.flatMap {
          text throws(StoreError) in try json(text).object
        }
      }
      let after = try record(tables)
      steps.append(
        JournaledStep(operation: operation, record: id, before: before, after: after))
      before = after.isThere ? after : nil
    }
    return steps
  }

  /// The records that an operation changed, by their kind and number.
  public func records(changedBy operation: Operation) throws(StoreError) -> [RecordID] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT DISTINCT record FROM image WHERE operation = ? AND record IS NOT NULL",
        operation.number
      ) { RecordID($0.text()) }
    }.compactMap { $0 }.sorted()
  }

  private func images(
    of id: RecordID, in operation: Operation
  ) throws(StoreError) -> [(table: String, row: Int64, after: String?)] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT table_name, row, after FROM image WHERE record = ? AND operation = ? ORDER BY id",
        id.description, operation.number
      ) { (table: $0.text(), row: $0.integer(), after: $0.textIfAny()) }
    }
  }

  private func record(
    _ tables: [String: [Int64: JSONObject]]
  ) throws(StoreError) -> JournaledRecord {
    let row = (tables["quick_record"] ?? tables["transaction_record"])?.values.first
    return JournaledRecord(
      tables, sources: try sources(row?["sources"]?.string ?? "{}"),
      review: try review(row?["review"]?.string ?? "[]"))
  }
}
