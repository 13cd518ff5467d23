import Records
import SQLite

extension StoreWriter {
  /// Gives a record other tags, whether it is open, organised or deleted: what comes back later has no name that is gone.
  public func replaceTags(of id: RecordID, by tags: [Tag]) throws(StoreError) {
    try replaceTags(of: id, try self.tags(of: id), by: tags)
    try setSource(of: .tags, id)
  }

  /// Gives the place of a record another name; its coordinates stay.
  public func renamePlace(of id: RecordID, to name: String) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run("UPDATE \(table(of: id)) SET place = ? WHERE id = ?", name, id.number)
    }
    try setSource(of: .place, id)
  }

  /// A person has said it.
  private func setSource(of field: Field, _ id: RecordID) throws(StoreError) {
    let table = table(of: id)
    let text = try run { database throws(SQLiteError) in
      try database.firstRow("SELECT sources FROM \(table) WHERE id = ?", id.number) { $0.text() }
    }
    var sources = try self.sources(text ?? "{}")
    guard sources[field] != .user else { return }
    sources[field] = .user
    let changed = StoredFields.text(of: sources)
    try run { database throws(SQLiteError) in
      try database.run("UPDATE \(table) SET sources = ? WHERE id = ?", changed, id.number)
    }
  }

  private func table(of id: RecordID) -> String {
    id.kind == .transaction ? "transaction_record" : "quick_record"
  }
}
