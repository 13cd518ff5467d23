import Records
import SQLite

extension StoreWriter {
  /// Removes records, and what was set aside, with all that the store remembers of them: rows, images, sidecars and, once
  /// this is durable, files (`PurgedFiles`). That there was such a record stays known, and the ends of memos stay counted. A
  /// recording stays that another record has.
  ///
  /// Refused where one of them is live, or where it is linked to a record that is not among them. To be called in an
  /// operation.
  public func purge(_ ids: [RecordID]) throws(StoreError) {
    let all = Set(ids)
    // What is freed in the database is overwritten; Debian's SQLite does so anyway.
    try run { database throws(SQLiteError) in
      try database.execute("PRAGMA secure_delete = ON")
    }
    for id in ids { try requireDiscarded(id) }
    for id in ids {
      if let other = try partners(of: id).first(where: { !all.contains($0) }) {
        throw .refused(.linked(id, to: other))
      }
    }
    let recordings = try recordings(of: all)
    // Transactions first: they name quick records, and one another in any order.
    try run { database throws(SQLiteError) in
      try database.execute("PRAGMA defer_foreign_keys = ON")
    }
    for id in all.filter({ $0.kind == .transaction }) { try erase(transaction: id.number) }
    for id in all.filter({ $0.kind == .quarantine }) { try erase(item: id.number) }
    for id in all.filter({ $0.kind == .quickRecord }) { try erase(quickRecord: id.number) }
    try erase(recordings: recordings)
    for id in all { try eraseImages(of: id) }
  }

  private func requireDiscarded(_ id: RecordID) throws(StoreError) {
    let isDiscarded: Bool
    switch id.kind {
    case .quickRecord:
      if try recordingTakenBack(id) != nil { return }
      guard let record = try quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
      isDiscarded = record.deleted
    case .transaction:
      guard let transaction = try transaction(id) else { throw .refused(.noSuchRecord(id)) }
      isDiscarded = transaction.deleted
    case .quarantine:
      guard let item = try quarantineItem(id) else { throw .refused(.noSuchRecord(id)) }
      isDiscarded = item.state != .retried
    }
    guard isDiscarded else { throw .refused(.notDeleted(id)) }
  }

  /// The transactions of a quick record; the quick records of a transaction, its whole, its parts, and what it was merged
  /// with.
  private func partners(of id: RecordID) throws(StoreError) -> [RecordID] {
    switch id.kind {
    case .quickRecord: try quickRecord(id)?.transactions ?? []
    case .transaction: try transaction(id)?.partners ?? []
    case .quarantine: []
    }
  }

  private func recordings(of ids: Set<RecordID>) throws(StoreError) -> Set<Int64> {
    var found: Set<Int64> = []
    for id in ids {
      if let number = try recordingTakenBack(id) { found.insert(number) }
      let query =
        switch id.kind {
        case .quickRecord: "SELECT audio FROM quick_record WHERE id = ? AND audio IS NOT NULL"
        case .transaction: "SELECT audio FROM transaction_recording WHERE transaction_record = ?"
        case .quarantine: "SELECT NULL WHERE ? IS NULL"
        }
      found.formUnion(
        try run { database throws(SQLiteError) in
          try database.rows(query, id.number) { $0.integer() }
        })
    }
    return found
  }

  private func erase(transaction number: Int64) throws(StoreError) {
    // A refund outlives what it was a refund of.
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE transaction_record SET refund_of = NULL WHERE refund_of = ?", number)
    }
    try delete(
      number,
      [
        "transaction_recording WHERE transaction_record",
        "transaction_tag WHERE transaction_record",
        "transaction_quick_record WHERE transaction_record", "transaction_record WHERE id",
      ])
  }

  private func erase(quickRecord number: Int64) throws(StoreError) {
    // What was set aside as its duplicate, say, outlives it.
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE quarantine SET quick_record = NULL WHERE quick_record = ?", number)
    }
    try delete(
      number,
      [
        "sidecar WHERE quick_record", "quick_record_tag WHERE quick_record",
        "quick_record WHERE id",
      ])
  }

  private func erase(item number: Int64) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        "INSERT OR IGNORE INTO purged_file (path) SELECT 'quarantine/' || uuid FROM quarantine WHERE id = ?",
        number)
    }
    try delete(number, ["quarantine_file WHERE quarantine", "quarantine WHERE id"])
  }

  private func delete(_ number: Int64, _ rows: [String]) throws(StoreError) {
    for rows in rows {
      try run { database throws(SQLiteError) in
        try database.run("DELETE FROM \(rows) = ?", number)
      }
    }
  }

  /// Those that no record has any more.
  private func erase(recordings: Set<Int64>) throws(StoreError) {
    for number in recordings {
      try run { database throws(SQLiteError) in
        let isUsed = try database.integer(
          """
          SELECT EXISTS (SELECT 1 FROM quick_record WHERE audio = ?)
            OR EXISTS (SELECT 1 FROM transaction_recording WHERE audio = ?)
          """, number, number)
        if isUsed == 1 { return }
        try database.run(
          "INSERT OR IGNORE INTO purged_file (path) SELECT path FROM audio WHERE id = ? AND present",
          number)
        try database.run("DELETE FROM audio WHERE id = ?", number)
        try database.run("DELETE FROM image WHERE table_name = 'audio' AND row = ?", number)
      }
    }
  }

  /// All but one that says that there was such a record, and one of each operation that had changed it: that cannot be
  /// stepped over any more.
  private func eraseImages(of id: RecordID) throws(StoreError) {
    let table =
      switch id.kind {
      case .quickRecord: "quick_record"
      case .transaction: "transaction_record"
      case .quarantine: "quarantine"
      }
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO image (operation, table_name, row, record)
          SELECT DISTINCT operation, ?, ?, ? FROM image
            WHERE record = ? AND operation NOT IN (SELECT id FROM operation WHERE is_open IS NOT NULL)
        """, table, id.number, id.purged, id.description)
      try database.run("DELETE FROM image WHERE record = ?", id.description)
      try database.run(
        """
        INSERT INTO image (operation, table_name, row, record)
          VALUES ((SELECT id FROM operation WHERE is_open IS NOT NULL), ?, ?, ?)
        """, table, id.number, id.description)
    }
  }

  /// These are gone from the disk, for good.
  func forgetPurgedFiles(_ paths: [String]) throws(StoreError) {
    try run { database throws(SQLiteError) in
      for path in paths { try database.run("DELETE FROM purged_file WHERE path = ?", path) }
    }
  }
}

extension RecordID {
  /// What stands for a purged record in the operations that had changed it. No record is called so.
  var purged: String { "-\(self)" }
}

extension Transaction {
  /// What goes with it or stays with it.
  fileprivate var partners: [RecordID] {
    quickRecords + parts + mergedFrom + [partOf, mergedInto].compactMap { $0 }
  }
}
