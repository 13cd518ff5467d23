import Records
import SQLite

extension StoreWriter {
  public func insert(_ new: NewQuarantineItem) throws(StoreError) -> RecordID {
    precondition(new.record?.kind != .transaction, "an item names a quick record")
    let id = try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO quarantine (uuid, code, message, quick_record, inbox, at, state)
          VALUES (?, ?, ?, ?, ?, ?, 'held')
        """, new.uuid.description, new.code.rawValue, new.message, new.record?.number, new.inbox,
        new.at.nanoseconds)
      return RecordID(.quarantine, database.lastInsertedRow)
    }
    for file in new.files { try insert(file, of: id) }
    return id
  }

  /// A file that joins a held item later; it lies in the item's folder already.
  public func join(_ file: QuarantineItem.File, to id: RecordID) throws(StoreError) {
    try requireHeld(id)
    try insert(file, of: id)
  }

  /// Ends a held item. `fixed` and `accepted` are what the operation around this says (`fix`, `accept`): the table
  /// holds `dropped` for them too. From then on it names the record that came of it, if one is given.
  public func setState(
    _ id: RecordID, to state: QuarantineItem.State, naming record: RecordID? = nil
  ) throws(StoreError) {
    try requireHeld(id)
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE quarantine SET state = ?, quick_record = coalesce(?, quick_record) WHERE id = ?",
        state.stored, record?.number, id.number)
    }
  }

  private func requireHeld(_ id: RecordID) throws(StoreError) {
    guard let item = try quarantineItem(id) else { throw .refused(.noSuchRecord(id)) }
    guard item.state == .held else { throw .refused(.notHeld(id)) }
  }

  private func insert(_ file: QuarantineItem.File, of id: RecordID) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO quarantine_file (quarantine, role, name, path, bytes, sha256)
          VALUES (?, ?, ?, ?, ?, ?)
        """, id.number, file.role.rawValue, file.name.bytes, file.path, file.bytes,
        file.sha256.bytes)
    }
  }
}
