import Records
import SQLite

extension StoreReader {
  /// Deleted ones too; nil when the number was never given.
  public func quickRecord(_ id: RecordID) throws(StoreError) -> QuickRecord? {
    guard id.kind == .quickRecord else { return nil }
    return try quickRecords(where: "quick_record.id = ?", [id.number]).first
  }

  /// The one live record of a recording (invariant 4).
  public func liveQuickRecord(digest: Digest) throws(StoreError) -> QuickRecord? {
    try quickRecords(where: "audio_sha256 = ? AND deleted_at IS NULL", [digest.bytes]).first
  }

  /// The deleted record of a recording that was deleted last.
  public func deletedQuickRecord(digest: Digest) throws(StoreError) -> QuickRecord? {
    try quickRecords(
      where: "audio_sha256 = ? AND deleted_at IS NOT NULL", [digest.bytes],
      order: "deleted_at DESC LIMIT 1"
    ).first
  }

  /// The record, live or deleted, that a writer's own identifier names.
  public func quickRecord(writerID: String) throws(StoreError) -> QuickRecord? {
    try quickRecords(where: "writer_id = ?", [writerID]).first
  }

  /// The record, live or deleted, that was made last from a recording of this name, whatever the clock said then, and
  /// whether it came with a sidecar.
  public func latestQuickRecord(
    inbox: String, name: FileName
  ) throws(StoreError) -> (record: QuickRecord, hadSidecar: Bool)? {
    guard
      let record = try quickRecords(
        where: "inbox = ? AND source_name = ?", [inbox, name.bytes],
        order: "quick_record.id DESC LIMIT 1"
      ).first
    else { return nil }
    let hadSidecar = try run { database throws(SQLiteError) in
      try database.integer("SELECT had_sidecar FROM quick_record WHERE id = ?", record.id.number)
    }
    return (record, hadSidecar == 1)
  }

  /// The digests of all sidecars that were applied to a record, oldest first.
  public func sidecarDigests(of id: RecordID) throws(StoreError) -> [Digest] {
    try run { database throws(SQLiteError) in
      try database.rows("SELECT sha256 FROM sidecar WHERE quick_record = ? ORDER BY id", id.number)
      { Digest(bytes: $0.blob()) }
    }.compactMap { $0 }
  }

  /// The bytes of all sidecars that were applied to a record, oldest first.
  public func sidecars(of id: RecordID) throws(StoreError) -> [SidecarContent] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT bytes, sha256 FROM sidecar WHERE quick_record = ? ORDER BY id", id.number
      ) { row -> SidecarContent? in
        let bytes = row.blob()
        return Digest(bytes: row.blob()).map { SidecarContent(bytes: bytes, sha256: $0) }
      }
    }.compactMap { $0 }
  }

  /// By day and time, oldest first.
  public func quickRecords(_ query: RecordQuery) throws(StoreError) -> [QuickRecord] {
    let condition = query.condition(.quickRecord)
    return try quickRecords(
      where: condition.sql, condition.values,
      order: "coalesce(captured_instant, quick_record.created_at), quick_record.id")
  }

  func quickRecords(
    where condition: String, _ values: [any Bindable], order: String = "quick_record.id"
  ) throws(StoreError) -> [QuickRecord] {
    let found = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT quick_record.id, quick_record.uuid, created_at, \(StoredFields.columns),
            sources, review, source_name, writer_id, organized_at IS NOT NULL,
            deleted_at IS NOT NULL, audio.id, \(StoredAudio.columns(ofSchema: schema))
          FROM quick_record LEFT JOIN audio ON audio.id = quick_record.audio
          WHERE \(condition) ORDER BY \(order)
        """, values
      ) { row in
        let number = row.integer()
        let uuid = row.text()
        let createdAt = Instant(nanoseconds: row.integer())
        let fields = StoredFields.read(&row)
        let sources = row.text()
        let review = row.text()
        let name = row.blobIfAny().map { FileName(bytes: $0) }
        let writerID = row.textIfAny()
        let isOrganized = row.bool()
        let record = QuickRecord(
          id: RecordID(.quickRecord, number), uuid: UUID(stored: uuid), fields: fields,
          sources: [:], review: [], audio: nil, sourceName: name, writerID: writerID,
          createdAt: createdAt, transactions: [], deleted: row.bool())
        let audio = row.integerIfAny() == nil ? nil : StoredAudio.read(&row)
        return (record: record, audio: audio, sources: sources, review: review, isOrganized)
      }
    }
    var records: [QuickRecord] = []
    records.reserveCapacity(found.count)
    for (record, audio, sources, review, isOrganized) in found {
      var record = record
      record.audio = audio
      record.sources = try self.sources(sources)
      record.review = try self.review(review)
      record.fields.tags = try tags(of: record.id)
      if isOrganized { record.transactions = try transactions(of: record.id) }
      records.append(record)
    }
    return records
  }

  func tags(of id: RecordID) throws(StoreError) -> [Tag] {
    let owner = id.kind == .transaction ? "transaction" : "quick_record"
    let column = id.kind == .transaction ? "transaction_record" : "quick_record"
    return try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT name, key FROM \(owner)_tag WHERE \(column) = ? ORDER BY position", id.number
      ) { Tag(storedName: $0.text(), key: $0.text()) }
    }
  }

  /// The transactions that a quick record was made into: the live ones, then those that are deleted.
  func transactions(of id: RecordID) throws(StoreError) -> [RecordID] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT transaction_record FROM transaction_quick_record
          JOIN transaction_record ON transaction_record.id = transaction_record
          WHERE quick_record = ? ORDER BY deleted_at IS NOT NULL, transaction_record
        """, id.number
      ) { RecordID(.transaction, $0.integer()) }
    }
  }
}
