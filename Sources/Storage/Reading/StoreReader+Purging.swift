import Records
import SQLite

/// A deleted record, or something set aside, as a purge looks at it.
public struct Discarded: Hashable, Sendable {
  public let id: RecordID
  /// Whether nobody has let it go: something set aside that is held still.
  public let isHeld: Bool
  /// Whether its capture was taken back, and only its recording is there, for a redo.
  public let isTakenBack: Bool
  /// When it was deleted, let go or taken back; when it was set aside for what is held.
  public let since: Instant
  /// Of its files.
  public let bytes: Int64

  public init(
    id: RecordID, isHeld: Bool, isTakenBack: Bool = false, since: Instant, bytes: Int64
  ) {
    self.id = id
    self.isTakenBack = isTakenBack
    self.isHeld = isHeld
    self.since = since
    self.bytes = bytes
  }
}

extension StoreReader {
  /// Everything that a purge may take: deleted records, the recordings of captures that were taken back, and what was set
  /// aside and not given back. By ID.
  public func discarded() throws(StoreError) -> [Discarded] {
    // Before that schema nothing was taken back.
    let takenBack =
      schema < Schema6.number
      ? ""
      : """
      UNION ALL SELECT made.record, 0, 1, undo.at, iif(present, bytes, 0)
        FROM operation JOIN operation AS undo ON undo.id = operation.undone_by
        JOIN image AS made ON made.operation = operation.id
          AND made.table_name = 'quick_record' AND made.before IS NULL
        JOIN audio ON audio.id = made.after ->> 'audio'
      """
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT 'q' || quick_record.id, 0, 0, deleted_at, iif(present, bytes, 0)
          FROM quick_record LEFT JOIN audio ON audio.id = audio WHERE deleted_at IS NOT NULL
        UNION ALL SELECT 't' || id, 0, 0, deleted_at, 0
          FROM transaction_record WHERE deleted_at IS NOT NULL
        UNION ALL SELECT 'x' || id, state = 'held', 0,
            iif(state = 'held', at, (SELECT operation.at
              FROM image JOIN operation ON operation.id = image.operation
              WHERE image.record = 'x' || quarantine.id AND image.table_name = 'quarantine'
                AND image.before ->> 'state' = 'held' AND image.after ->> 'state' <> 'held'
              ORDER BY image.id DESC LIMIT 1)),
            (SELECT coalesce(sum(bytes), 0) FROM quarantine_file WHERE quarantine = quarantine.id)
          FROM quarantine WHERE state <> 'retried'
        \(takenBack)
        """
      ) { row -> Discarded? in
        guard let id = RecordID(row.text()) else { return nil }
        let isHeld = row.bool()
        let isTakenBack = row.bool()
        let since = Instant(nanoseconds: row.integerIfAny() ?? .max)
        return Discarded(
          id: id, isHeld: isHeld, isTakenBack: isTakenBack, since: since,
          bytes: row.integerIfAny() ?? 0)
      }
    }.compactMap { $0 }.sorted { $0.id < $1.id }
  }

  /// Which transactions were made of which quick records, deleted or not.
  public func transactionLinks() throws(StoreError) -> [(transaction: RecordID, quick: RecordID)] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT transaction_record, quick_record FROM transaction_quick_record ORDER BY id"
      ) { row in
        (RecordID(.transaction, row.integer()), RecordID(.quickRecord, row.integer()))
      }
    }
  }

  /// Which transactions have the money of which others: the parts of a whole, and what was merged in what it was put into.
  public func heirLinks() throws(StoreError) -> [(transaction: RecordID, heir: RecordID)] {
    guard schema >= Schema7.number else { return [] }
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT part_of, id FROM transaction_record
          WHERE part_of IS NOT NULL AND merged_into IS NOT part_of
        UNION ALL SELECT id, merged_into FROM transaction_record WHERE merged_into IS NOT NULL
        """
      ) { row in
        (RecordID(.transaction, row.integer()), RecordID(.transaction, row.integer()))
      }
    }
  }

  /// Whether a file with this content is still to be taken out of an inbox: its bytes there are not the store's to forget.
  public func isAwaitingRemoval(_ digest: Digest) throws(StoreError) -> Bool {
    try run { database throws(SQLiteError) in
      try database.integer(
        "SELECT EXISTS (SELECT 1 FROM pending_removal WHERE sha256 = ?)", digest.bytes) == 1
    }
  }

  /// What a purge has left to be removed, relative to the store.
  public func purgedFiles() throws(StoreError) -> [String] {
    guard schema >= Schema5.number else { return [] }
    return try run { database throws(SQLiteError) in
      try database.rows("SELECT path FROM purged_file ORDER BY path") { $0.text() }
    }
  }

  /// When a record was purged; nil where it was not.
  public func purge(of id: RecordID) throws(StoreError) -> Operation? {
    try operations(of: id).last { $0.kind == .purge }.flatMap { operation throws(StoreError) in
      let isErased = try run { database throws(SQLiteError) in
        try database.integer(
          """
          SELECT EXISTS (SELECT 1 FROM image
            WHERE record = ? AND operation = ? AND before IS NULL AND after IS NULL)
          """, id.description, operation.number) == 1
      }
      return isErased ? operation : nil
    }
  }

  /// The recording of a capture that was taken back: the row that is kept for a redo. Nil for any other record.
  func recordingTakenBack(_ id: RecordID) throws(StoreError) -> Int64? {
    guard id.kind == .quickRecord, schema >= Schema6.number else { return nil }
    return try run { database throws(SQLiteError) in
      try database.firstRow(
        """
        SELECT image.after ->> 'audio' FROM image JOIN operation ON operation.id = image.operation
          WHERE image.record = ? AND image.table_name = 'quick_record' AND image.before IS NULL
            AND operation.undone_by IS NOT NULL
        """, id.description
      ) { $0.integerIfAny() } ?? nil
    }
  }
}
