import Records
import SQLite

/// One use of a tag's or a place's name in one record.
public struct NameUse: Hashable, Sendable {
  public enum Standing: Hashable, Sendable {
    case open
    /// In a quick record that counts as its transaction.
    case organized
    case transaction
    /// In a deleted record of either kind.
    case deleted
  }

  /// As it was typed.
  public let name: String
  /// By which names are the same.
  public let key: String
  public let standing: Standing
  public let amount: Money?
  public let type: TransactionType?

  public init(
    name: String, key: String, standing: Standing, amount: Money?, type: TransactionType?
  ) {
    self.name = name
    self.key = key
    self.standing = standing
    self.amount = amount
    self.type = type
  }
}

extension StoreReader {
  /// Every tag of every record, in the order in which they came to be used.
  public func tagUses() throws(StoreError) -> [NameUse] {
    try nameUses(
      """
      SELECT tag.name, tag.key, organized_at, deleted_at, 0, amount, currency, type
        FROM quick_record_tag AS tag JOIN quick_record ON quick_record.id = tag.quick_record
      """,
      """
      SELECT tag.name, tag.key, NULL, deleted_at, 1, amount, currency, type
        FROM transaction_tag AS tag
        JOIN transaction_record ON transaction_record.id = tag.transaction_record
      """)
  }

  /// The name of every place, in the order in which they came to be used.
  public func placeUses() throws(StoreError) -> [NameUse] {
    try nameUses(
      """
      SELECT place, NULL, organized_at, deleted_at, 0, amount, currency, type
        FROM quick_record WHERE place IS NOT NULL
      """,
      """
      SELECT place, NULL, NULL, deleted_at, 1, amount, currency, type
        FROM transaction_record WHERE place IS NOT NULL
      """)
  }

  private func nameUses(_ queries: String...) throws(StoreError) -> [NameUse] {
    var uses: [NameUse] = []
    for query in queries {
      uses += try run { database throws(SQLiteError) in
        try database.rows(query) { row in
          let name = row.text()
          let key = row.textIfAny()
          let isOrganized = row.integerIfAny() != nil
          let isDeleted = row.integerIfAny() != nil
          let isTransaction = row.bool()
          let units = row.integerIfAny()
          let currency = row.textIfAny().flatMap { Currency(code: $0) }
          var amount: Money?
          if let units, let currency { amount = Money(minorUnits: units, currency: currency) }
          return NameUse(
            name: name, key: key ?? Place.key(of: name),
            standing: isDeleted
              ? .deleted : isTransaction ? .transaction : isOrganized ? .organized : .open,
            amount: amount, type: row.textIfAny().flatMap(TransactionType.init(rawValue:)))
        }
      }
    }
    return uses
  }

  /// The records of either kind, deleted ones too, that have one of these tags.
  public func records(withTags keys: Set<String>) throws(StoreError) -> [RecordID] {
    try records(RecordID.Kind.quickRecord, "quick_record_tag", "quick_record", "key", keys)
      + records(RecordID.Kind.transaction, "transaction_tag", "transaction_record", "key", keys)
  }

  /// The records of either kind, deleted ones too, whose place has one of these names, by its key.
  public func records(withPlaces keys: Set<String>) throws(StoreError) -> [RecordID] {
    var names: Set<String> = []
    for table in ["quick_record", "transaction_record"] {
      names.formUnion(
        try run { database throws(SQLiteError) in
          try database.rows("SELECT DISTINCT place FROM \(table) WHERE place IS NOT NULL") {
            $0.text()
          }
        }.filter { keys.contains(Place.key(of: $0)) })
    }
    return try records(RecordID.Kind.quickRecord, "quick_record", "id", "place", names)
      + records(RecordID.Kind.transaction, "transaction_record", "id", "place", names)
  }

  private func records(
    _ kind: RecordID.Kind, _ table: String, _ owner: String, _ column: String,
    _ values: Set<String>
  ) throws(StoreError) -> [RecordID] {
    var found: Set<RecordID> = []
    for value in values {
      found.formUnion(
        try run { database throws(SQLiteError) in
          try database.rows("SELECT \(owner) FROM \(table) WHERE \(column) = ?", value) {
            RecordID(kind, $0.integer())
          }
        })
    }
    return found.sorted()
  }
}
