import Records
import SQLite

/// What came in or went out on one day in one currency, by the rows alone.
public struct DaySum: Hashable, Sendable {
  public let day: String
  public let type: String
  public let currency: String
  public let minorUnits: Int128

  public init(day: String, type: String, currency: String, minorUnits: Int128) {
    self.day = day
    self.type = type
    self.currency = currency
    self.minorUnits = minorUnits
  }
}

/// How many rows there are of everything, whatever their state.
public struct RowCounts: Hashable, Sendable {
  public let quickRecords: Int
  public let transactions: Int
  public let recordings: Int
  public let setAside: Int
  public let operations: Int
  public let pendingRemovals: Int
  public let suspects: Int
}

extension StoreReader {
  /// The sums of all live transactions, added up by SQLite. A sum of 64 bits could overflow; thousands of millions and the
  /// rest are added apart.
  public func daySums() throws(StoreError) -> [DaySum] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT occurred_day, type, currency, sum(amount / 1000000000), sum(amount % 1000000000)
          FROM transaction_record WHERE deleted_at IS NULL
          GROUP BY occurred_day, type, currency ORDER BY occurred_day, type, currency
        """
      ) { row in
        DaySum(
          day: row.text(), type: row.text(), currency: row.text(),
          minorUnits: Int128(row.integer()) * 1_000_000_000 + Int128(row.integer()))
      }
    }
  }

  public func rowCounts() throws(StoreError) -> RowCounts {
    func count(_ table: String) throws(StoreError) -> Int {
      try run { database throws(SQLiteError) in
        Int(try database.integer("SELECT count(*) FROM \(table)"))
      }
    }
    return RowCounts(
      quickRecords: try count("quick_record"), transactions: try count("transaction_record"),
      recordings: try count("audio"), setAside: try count("quarantine"),
      operations: try count("operation"), pendingRemovals: try count("pending_removal"),
      suspects: try count("suspect"))
  }

  /// The rows that name recordings which no record has, but for those of captures that were taken back.
  public func unusedRecordings() throws(StoreError) -> [String] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT path FROM audio
          WHERE id NOT IN (SELECT audio FROM quick_record WHERE audio IS NOT NULL)
            AND id NOT IN (SELECT audio FROM transaction_recording)
            AND id NOT IN (SELECT image.row FROM image JOIN operation ON operation.id = image.operation
              WHERE image.table_name = 'audio' AND \(schema < Schema6.number ? "0" : "undone_by IS NOT NULL"))
          ORDER BY path
        """
      ) { $0.text() }
    }
  }
}
