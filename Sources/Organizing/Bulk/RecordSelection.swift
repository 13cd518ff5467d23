import Records
import Storage

/// Which records one command is about, where they are asked for by a query and not by their IDs.
public struct RecordSelection: Hashable, Sendable {
  /// Its own state does not count.
  public var query: RecordQuery
  /// Nil where no quick records are meant.
  public var quickRecords: RecordQuery.State?
  /// Nil where no transactions are meant.
  public var transactions: RecordQuery.State?

  public init(
    _ query: RecordQuery, quickRecords: RecordQuery.State?, transactions: RecordQuery.State?
  ) {
    self.query = query
    self.quickRecords = quickRecords
    self.transactions = transactions
  }

  /// Quick records first, each kind by day and time.
  func records(_ reader: StoreReader) throws(StoreError) -> [StoredRecord] {
    var found: [StoredRecord] = []
    var query = query
    if let quickRecords {
      query.state = quickRecords
      found += try reader.quickRecords(query).map(StoredRecord.quickRecord)
    }
    if let transactions {
      query.state = transactions
      found += try reader.transactions(query).map(StoredRecord.transaction)
    }
    return found
  }
}
