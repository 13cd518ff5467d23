import Records
import SQLite

/// A moment as its three columns have it.
public struct MomentColumns: Hashable, Sendable {
  public let record: RecordID
  /// `captured_at` or `occurred_at`.
  public let column: String
  public let text: String
  public let instant: Int64
  public let day: String
}

/// What does not fit together among records, each named by one of them.
public struct LinkFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// Two live quick records have one recording (invariant 4); `other` is the earlier.
    case twin
    /// A quick record is marked organised, and no transaction is made of it (invariant 8).
    case unlinked
    /// A transaction is made of a quick record that is not marked organised.
    case unmarked
    /// A live transaction is made of no quick record.
    case baseless
    /// A live transaction is made of a deleted quick record.
    case undermined
  }

  public let kind: Kind
  public let record: RecordID
  public let other: RecordID?
}

extension StoreReader {
  /// Calls `body` for every moment of every record.
  public func forEachMoment(_ body: (MomentColumns) -> Void) throws(StoreError) {
    let columns: [(kind: RecordID.Kind, table: String, start: String)] = [
      (.quickRecord, "quick_record", "captured"), (.transaction, "transaction_record", "captured"),
      (.transaction, "transaction_record", "occurred"),
    ]
    for (kind, table, start) in columns {
      _ = try run { database throws(SQLiteError) in
        try database.rows(
          """
          SELECT id, \(start)_at, \(start)_instant, \(start)_day FROM \(table)
            WHERE \(start)_at IS NOT NULL ORDER BY id
          """
        ) { row in
          body(
            MomentColumns(
              record: RecordID(kind, row.integer()), column: "\(start)_at", text: row.text(),
              instant: row.integer(), day: row.text()))
        }
      }
    }
  }

  /// Calls `body` for every tag of every record: its name and its key.
  public func forEachTag(_ body: (RecordID, String, String) -> Void) throws(StoreError) {
    let tables: [(kind: RecordID.Kind, table: String, owner: String)] = [
      (.quickRecord, "quick_record_tag", "quick_record"),
      (.transaction, "transaction_tag", "transaction_record"),
    ]
    for (kind, table, owner) in tables {
      _ = try run { database throws(SQLiteError) in
        try database.rows("SELECT \(owner), name, key FROM \(table) ORDER BY id") { row in
          body(RecordID(kind, row.integer()), row.text(), row.text())
        }
      }
    }
  }

  /// The rule by which tags are the same, as the store has it.
  public func tagRule() throws(StoreError) -> String? {
    try run { database throws(SQLiteError) in
      try database.firstRow("SELECT value FROM meta WHERE key = 'tag_rule'") { $0.text() }
    }
  }

  /// Calls `body` for every UUID, and for whose it is; nil for a recording's.
  public func forEachUUID(_ body: (RecordID?, String) -> Void) throws(StoreError) {
    let tables: [(kind: RecordID.Kind?, table: String)] = [
      (.quickRecord, "quick_record"), (.transaction, "transaction_record"),
      (.quarantine, "quarantine"), (nil, "audio"),
    ]
    for (kind, table) in tables {
      _ = try run { database throws(SQLiteError) in
        try database.rows("SELECT id, uuid FROM \(table) ORDER BY id") { row in
          let number = row.integer()
          body(kind.map { RecordID($0, number) }, row.text())
        }
      }
    }
  }

  /// Calls `body` for the currency of every record that has one.
  public func forEachCurrency(_ body: (RecordID, String) -> Void) throws(StoreError) {
    let tables: [(kind: RecordID.Kind, table: String)] = [
      (.quickRecord, "quick_record"), (.transaction, "transaction_record"),
    ]
    for (kind, table) in tables {
      _ = try run { database throws(SQLiteError) in
        try database.rows(
          "SELECT id, currency FROM \(table) WHERE currency IS NOT NULL ORDER BY id"
        ) { row in body(RecordID(kind, row.integer()), row.text()) }
      }
    }
  }

  public func linkFaults() throws(StoreError) -> [LinkFault] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT 'twin', 'q' || later.id, 'q' || first.id
          FROM quick_record AS later
          JOIN (SELECT audio_sha256, min(id) AS id FROM quick_record
            WHERE deleted_at IS NULL AND audio_sha256 IS NOT NULL
            GROUP BY audio_sha256 HAVING count(*) > 1) AS first
            ON later.audio_sha256 = first.audio_sha256 AND later.id > first.id
          WHERE later.deleted_at IS NULL
        UNION ALL SELECT 'unlinked', 'q' || id, NULL FROM quick_record
          WHERE organized_at IS NOT NULL
            AND id NOT IN (SELECT quick_record FROM transaction_quick_record)
        UNION ALL SELECT 'unmarked', 'q' || quick_record.id, 't' || transaction_record
          FROM transaction_quick_record
          JOIN quick_record ON quick_record.id = transaction_quick_record.quick_record
          WHERE organized_at IS NULL
        UNION ALL SELECT 'baseless', 't' || id, NULL FROM transaction_record
          WHERE id NOT IN (SELECT transaction_record FROM transaction_quick_record)
            AND deleted_at IS NULL
        UNION ALL SELECT 'undermined', 't' || transaction_record.id, 'q' || quick_record.id
          FROM transaction_quick_record
          JOIN quick_record ON quick_record.id = transaction_quick_record.quick_record
          JOIN transaction_record
            ON transaction_record.id = transaction_quick_record.transaction_record
          WHERE quick_record.deleted_at IS NOT NULL AND transaction_record.deleted_at IS NULL
        """
      ) { row -> LinkFault? in
        guard let kind = LinkFault.Kind(rawValue: row.text()), let record = RecordID(row.text())
        else { return nil }
        return LinkFault(
          kind: kind, record: record, other: row.textIfAny().flatMap { RecordID($0) })
      }
    }.compactMap { $0 }
  }
}
