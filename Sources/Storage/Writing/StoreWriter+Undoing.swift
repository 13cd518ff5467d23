import Records
import SQLite

/// Taking operations back and returning them, from their images. Both are operations themselves, and end in the journal.
/// What they throw must end the transaction.
extension StoreWriter {
  /// Makes every row what it was before the operation. Refused where a later operation that stands has changed one of
  /// them, and where the records would not fit together then.
  public func undo(_ operation: Operation, at: Instant) throws {
    if let undo = operation.undoneBy {
      throw StoreError.refused(.undoneAlready(operation.number, by: undo))
    }
    guard operation.kind.isUndoable else {
      throw StoreError.refused(.notUndoable(operation.number, operation.kind))
    }
    try stepOver(operation, as: .undo, at: at) { images in
      for image in images.reversed() {
        // The bytes of a recording stay in the archive, under their row: a redo finds them there.
        if image.table == "audio", image.before == nil { continue }
        try put(image.before, into: image.table, row: image.row)
      }
    }
  }

  /// Makes every row what the operation had made of it. Refused where a row is not what the operation had found, as when
  /// an earlier one was taken back too: the images are of whole rows.
  public func redo(_ operation: Operation, at: Instant) throws {
    try stepOver(operation, as: .redo, at: at) { images in
      try requireAsFound(images, by: operation)
      for image in images where image.table != "audio" {
        try put(image.after, into: image.table, row: image.row)
      }
    }
  }

  private func stepOver(
    _ operation: Operation, as kind: OperationKind, at: Instant,
    _ body: ([RowImage]) throws -> Void
  ) throws {
    if let purge = try lastPurge(touching: operation) {
      throw StoreError.refused(.beforePurge(operation.number, purge: purge.number))
    }
    if let later = try laterChange(than: operation) {
      throw StoreError.refused(
        .changedSince(
          operation.number, by: later.number, later.kind,
          try records(changedBy: operation).filter(Set(try records(changedBy: later)).contains)))
    }
    let images = try rowImages(of: operation)
    try soleOperation(kind, by: .organize, at: at, of: operation) { number in
      // Rows come and go in an order in which they may refer to one that is not there yet.
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      do { try body(images) } catch let error as SQLiteError
        where error.code.primary == .constraint
      { throw StoreError.refused(.inTheWay(operation.number)) }
      try requireThere(images, operation)
      try connection.run(
        "UPDATE operation SET undone_by = ? WHERE id = ?", kind == .undo ? number : nil,
        operation.number)
      let isAsBefore = try isAllElseAsBefore(operation)
      for record in try records(changedBy: operation) {
        try requireFit(record, after: operation, kind, isAsBefore)
      }
    }
  }

  /// What a row refers to may have been purged, though the row itself was not.
  private func requireThere(_ images: [RowImage], _ operation: Operation) throws {
    guard let purge = try lastPurge(), purge.number > operation.number else { return }
    for table in Set(images.map(\.table)) {
      let missing = try run { database throws(SQLiteError) in
        try database.rows("PRAGMA foreign_key_check(\(table))") { $0.text() }
      }
      guard missing.isEmpty else {
        throw StoreError.refused(.beforePurge(operation.number, purge: purge.number))
      }
    }
  }

  private func requireAsFound(_ images: [RowImage], by operation: Operation) throws {
    var seen: Set<RowImage.Row> = []
    // The recording of a capture stays when that is taken back.
    for image in images where image.table != "audio" && seen.insert(image.place).inserted {
      if try holds(image.before, in: image.table, row: image.row) { continue }
      if let missing = try undoneSince(operation, image) {
        throw StoreError.refused(.comesAfter(operation.number, missing.number, missing.kind))
      }
      if let extra = try returnedSince(operation, image) {
        throw StoreError.refused(
          .changedSince(
            operation.number, by: extra.number, extra.kind,
            try records(changedBy: operation).filter(Set(try records(changedBy: extra)).contains)))
      }
      throw StoreError.refused(.inTheWay(operation.number))
    }
  }

  /// Where nothing else is another than it was before the operation, or for a redo after it, the records fit together as they
  /// did then: however a store came to be as it was, its last operation can be taken back.
  private func requireFit(
    _ id: RecordID, after operation: Operation, _ kind: OperationKind, _ isAsBefore: Bool
  ) throws(StoreError) {
    if isAsBefore { return try requireUnnamedIfGone(id) }
    do throws(StoreError) { try requireFit(id) } catch {
      guard case .refused(let why) = error, why.isMendable else { throw error }
      throw .refused(.unfit(operation.number, why, isRedo: kind == .redo))
    }
  }

  private func requireUnnamedIfGone(_ id: RecordID) throws(StoreError) {
    switch id.kind {
    case .quickRecord: if try quickRecord(id) == nil { try requireUnnamed(id) }
    case .transaction: if try transaction(id) == nil { try requireUnnamed(transaction: id) }
    case .quarantine: break
    }
  }

  /// A live transaction needs its quick records and money that nothing else has, and what was set aside, like a transaction,
  /// the records that it names.
  private func requireFit(_ id: RecordID) throws(StoreError) {
    switch id.kind {
    case .quickRecord:
      guard let record = try quickRecord(id) else { return try requireUnnamed(id) }
      guard record.deleted else { return }
      for transaction in record.transactions
      where try self.transaction(transaction)?.deleted == false {
        throw .refused(.neededBy(id, transaction: transaction))
      }
    case .transaction:
      guard let transaction = try transaction(id) else {
        return try requireUnnamed(transaction: id)
      }
      try requireNamed(by: transaction)
      if transaction.deleted { return }
      try requireCountedOnce(transaction)
      for record in transaction.quickRecords where try quickRecord(record)?.deleted == true {
        throw .refused(.needs(id, quickRecord: record))
      }
    case .quarantine: break
    }
  }

  private func requireUnnamed(_ id: RecordID) throws(StoreError) {
    let item = try run { database throws(SQLiteError) in
      try database.firstRow("SELECT id FROM quarantine WHERE quick_record = ?", id.number) {
        RecordID(.quarantine, $0.integer())
      }
    }
    if let item { throw .refused(.namedBy(id, item: item)) }
  }
}

extension Refusal {
  /// Whether a change of records is what helps: that is then the last operation, and a plain `undo` would take it back.
  fileprivate var isMendable: Bool {
    switch self {
    case .falseRefund, .refunded, .needs, .neededBy: true
    default: false
    }
  }
}

extension OperationKind {
  /// What has moved files to where they cannot be had back, or is itself a way back, is not.
  var isUndoable: Bool {
    switch self {
    case .capture, .revise, .organize, .edit, .reopen, .split, .merge, .delete, .restore, .drop,
      .fix,
      .accept:
      true
    case .setAside, .retry, .purge, .undo, .redo: false
    }
  }
}
