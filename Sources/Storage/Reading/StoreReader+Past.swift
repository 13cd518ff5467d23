import Records
import SQLite

/// What a transaction says of when, where and what for: by this a new record is compared with it.
public struct PastTransaction: Hashable, Sendable {
  public let id: RecordID
  public let tags: [Tag]
  public let place: Place?
  public let type: TransactionType?
  public let occurredAt: Moment

  public init(
    id: RecordID, tags: [Tag], place: Place?, type: TransactionType?, occurredAt: Moment
  ) {
    self.id = id
    self.tags = tags
    self.place = place
    self.type = type
    self.occurredAt = occurredAt
  }
}

/// A tag or a place, and how many records have it.
public struct NameCount: Hashable, Sendable {
  public let name: String
  public let count: Int
}

extension StoreReader {
  /// All open quick records, oldest first.
  public func openQuickRecords() throws(StoreError) -> [RecordID] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT id FROM quick_record WHERE organized_at IS NULL AND deleted_at IS NULL
          ORDER BY coalesce(captured_instant, created_at), id
        """
      ) { RecordID(.quickRecord, $0.integer()) }
    }
  }

  /// The transactions that were made last, newest first.
  public func recentTransactions(_ limit: Int) throws(StoreError) -> [PastTransaction] {
    try pastTransactions(
      "SELECT id FROM transaction_record WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ?",
      [limit])
  }

  /// Those of them with a tag.
  public func recentTransactions(
    with tag: Tag, _ limit: Int
  ) throws(StoreError) -> [PastTransaction] {
    try pastTransactions(
      "SELECT transaction_record FROM transaction_tag WHERE key = ? ORDER BY id DESC LIMIT ?",
      [tag.key, limit])
  }

  private func pastTransactions(
    _ ids: String, _ values: [any Bindable]
  ) throws(StoreError) -> [PastTransaction] {
    var tags: [Int64: [Tag]] = [:]
    let named = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT transaction_record, name, key FROM transaction_tag
          WHERE transaction_record IN (\(ids)) ORDER BY transaction_record, position
        """, values
      ) { row in
        let owner = row.integer()
        return (owner, Tag(storedName: row.text(), key: row.text()))
      }
    }
    for (owner, tag) in named { tags[owner, default: []].append(tag) }
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT id, type, place, latitude, longitude, occurred_at FROM transaction_record
          WHERE id IN (\(ids)) AND deleted_at IS NULL ORDER BY id DESC
        """, values
      ) { row -> PastTransaction? in
        let number = row.integer()
        let type = TransactionType(rawValue: row.text())
        let place = row.textIfAny()
        let latitude = row.textIfAny()
        let longitude = row.textIfAny()
        guard let occurredAt = Moment(stored: row.text()) else { return nil }
        var coordinates: Coordinates?
        if let latitude, let longitude {
          coordinates = Coordinates(latitude: latitude, longitude: longitude)
        }
        return PastTransaction(
          id: RecordID(.transaction, number), tags: tags[number] ?? [],
          place: Place(name: place, coordinates: coordinates), type: type, occurredAt: occurredAt)
      }
    }.compactMap { $0 }
  }

  /// The tags of all records, most used first, each as it was written last. Deleted records count here.
  public func tagCounts() throws(StoreError) -> [NameCount] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT coalesce(
            (SELECT name FROM transaction_tag WHERE key = used.key ORDER BY id DESC LIMIT 1),
            (SELECT name FROM quick_record_tag WHERE key = used.key ORDER BY id DESC LIMIT 1)),
          sum(count) AS total
        FROM (SELECT key, count(*) AS count FROM transaction_tag GROUP BY key
          UNION ALL SELECT key, count(*) FROM quick_record_tag GROUP BY key) AS used
        GROUP BY used.key ORDER BY total DESC, used.key
        """
      ) { NameCount(name: $0.text(), count: Int($0.integer())) }
    }
  }

  /// The names of places of all records that are not deleted, most used first.
  public func placeCounts() throws(StoreError) -> [NameCount] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT place, count(*) AS total FROM
          (SELECT place FROM transaction_record WHERE place IS NOT NULL AND deleted_at IS NULL
            UNION ALL SELECT place FROM quick_record
              WHERE place IS NOT NULL AND deleted_at IS NULL AND organized_at IS NULL)
        GROUP BY place ORDER BY total DESC, place
        """
      ) { NameCount(name: $0.text(), count: Int($0.integer())) }
    }
  }

  /// Whether a record that is not deleted has the tag.
  public func isUsed(_ tag: Tag) throws(StoreError) -> Bool {
    try run { database throws(SQLiteError) in
      try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM transaction_tag JOIN transaction_record AS record
            ON record.id = transaction_record WHERE key = ?1 AND deleted_at IS NULL)
          OR EXISTS (SELECT 1 FROM quick_record_tag JOIN quick_record AS record
            ON record.id = quick_record WHERE key = ?1 AND deleted_at IS NULL)
        """, tag.key) == 1
    }
  }
}
