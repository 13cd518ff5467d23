import JSON
import Records

/// A record, a transaction or a quarantine item as it stood after an operation, put together from the journal's images of
/// its rows.
public struct JournaledRecord: Hashable, Sendable {
  /// False once the operation that made it was taken back.
  public var isThere = false
  public var fields = RecordFields()
  /// Of a transaction.
  public var occurredAt: Moment?
  public var sources: [Field: FieldSource] = [:]
  public var review: [ReviewCode] = []
  public var writerID: String?
  /// The recording of a quick record.
  public var audio: Digest?
  /// Those applied to a quick record, oldest first.
  public var sidecars: [Digest] = []
  public var isDeleted = false
  /// What a transaction is made of.
  public var quickRecords: [RecordID] = []
  /// Of a transaction: its whole, what it was put into, and the expense that it is a refund of.
  public var partOf: RecordID?
  public var mergedInto: RecordID?
  public var refundOf: RecordID?
  /// Of a quarantine item: `held`, `retried` or `dropped`.
  public var state: String?
  /// The quick record that a quarantine item names.
  public var named: RecordID?
  /// The names of its files in the inbox.
  public var names: [FileName] = []

  /// Of nothing that is known.
  public init() {}
}

/// What one operation did to one record.
public struct JournaledStep: Hashable, Sendable {
  public let operation: Operation
  public let record: RecordID
  /// Nil where it made the record.
  public let before: JournaledRecord?
  public let after: JournaledRecord
}

extension JournaledRecord {
  /// Rows by the name of their table and their number there.
  init(_ tables: [String: [Int64: JSONObject]], sources: [Field: FieldSource], review: [ReviewNote])
  {
    func rows(_ table: String) -> [JSONObject] {
      (tables[table] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
    self.sources = sources
    self.review = review.map(\.code)
    quickRecords = rows("transaction_quick_record").compactMap { row in
      row["quick_record"]?.integer.map { RecordID(.quickRecord, $0) }
    }
    isThere = ["quick_record", "transaction_record", "quarantine"].contains {
      tables[$0]?.isEmpty == false
    }
    if let row = rows("quick_record").first ?? rows("transaction_record").first {
      fields = JournaledRecord.fields(row)
      occurredAt = row["occurred_at"]?.string.flatMap(Moment.init(stored:))
      writerID = row["writer_id"]?.string
      audio = row["audio_sha256"]?.string.flatMap { Digest($0) }
      isDeleted = row["deleted_at"]?.integer != nil
      func transaction(_ column: String) -> RecordID? {
        row[column]?.integer.map { RecordID(.transaction, $0) }
      }
      partOf = transaction("part_of")
      mergedInto = transaction("merged_into")
      refundOf = transaction("refund_of")
    }
    fields.tags = (rows("quick_record_tag") + rows("transaction_tag"))
      .sorted { $0["position"]?.integer ?? 0 < $1["position"]?.integer ?? 0 }
      .compactMap { row in
        row["name"]?.string.map { Tag(storedName: $0, key: row["key"]?.string ?? $0) }
      }
    sidecars = rows("sidecar").compactMap { $0["sha256"]?.string.flatMap { Digest($0) } }
    state = rows("quarantine").first?["state"]?.string
    named = rows("quarantine").first?["quick_record"]?.integer.map { RecordID(.quickRecord, $0) }
    names = rows("quarantine_file").compactMap { row in
      row["name"]?.string.flatMap { FileName(hexadecimal: $0) }
    }
  }

  private static func fields(_ row: JSONObject) -> RecordFields {
    let currency = row["currency"]?.string.flatMap { Currency(code: $0) }
    var amount: Money?
    if let units = row["amount"]?.integer, let currency {
      amount = Money(minorUnits: units, currency: currency)
    }
    var coordinates: Coordinates?
    if let latitude = row["latitude"]?.string, let longitude = row["longitude"]?.string {
      coordinates = Coordinates(latitude: latitude, longitude: longitude)
    }
    return RecordFields(
      amount: amount, currency: currency,
      type: row["type"]?.string.flatMap(TransactionType.init(rawValue:)),
      note: row["note"]?.string,
      capturedAt: row["captured_at"]?.string.flatMap(Moment.init(stored:)),
      place: Place(name: row["place"]?.string, coordinates: coordinates))
  }
}
