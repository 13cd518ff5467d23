import JSON
import Records
import SQLite

extension StoreWriter {
  /// Refused with `recorded` where the recording has a live record already.
  public func insert(_ new: NewQuickRecord) throws(StoreError) -> RecordID {
    if let digest = new.recording?.sha256, let twin = try liveTwin(of: digest) {
      throw .refused(.recorded(as: twin))
    }
    let audio = try new.recording.map { recording throws(StoreError) in try insert(recording) }
    let id = try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO quick_record (uuid, created_at, \(StoredFields.columns), sources, review,
            audio, audio_sha256, inbox, source_name, had_sidecar, writer_id)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [new.uuid.description, new.createdAt.nanoseconds] + StoredFields.values(of: new.fields) + [
          StoredFields.text(of: new.sources), StoredFields.text(of: new.review), audio,
          new.recording?.sha256.bytes, new.inbox, new.sourceName?.bytes, new.sidecar != nil,
          new.writerID,
        ])
      return RecordID(.quickRecord, database.lastInsertedRow)
    }
    try insertTags(new.fields.tags, of: id)
    if let sidecar = new.sidecar { try insert(sidecar, of: id, at: new.createdAt) }
    return id
  }

  /// Replaces the captured fields of an open record and keeps the sidecar that brought them.
  public func revise(
    _ id: RecordID, _ revision: Revision, at: Instant
  ) throws(StoreError) {
    let record = try openQuickRecord(id)
    try run { database throws(SQLiteError) in
      try database.run(
        """
        UPDATE quick_record SET (\(StoredFields.columns), sources, review, writer_id)
          = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?
        """,
        StoredFields.values(of: revision.fields) + [
          StoredFields.text(of: revision.sources), StoredFields.text(of: revision.review),
          revision.writerID, id.number,
        ])
    }
    try replaceTags(of: id, record.fields.tags, by: revision.fields.tags)
    if let sidecar = revision.sidecar { try insert(sidecar, of: id, at: at) }
  }

  func insertTags(_ tags: [Tag], of id: RecordID) throws(StoreError) {
    let owner = id.kind == .transaction ? "transaction" : "quick_record"
    let column = id.kind == .transaction ? "transaction_record" : "quick_record"
    try run { database throws(SQLiteError) in
      for (position, tag) in tags.enumerated() {
        try database.run(
          "INSERT INTO \(owner)_tag (\(column), position, name, key) VALUES (?, ?, ?, ?)",
          id.number, position, tag.name, tag.key)
      }
    }
  }

  /// The record, which is neither deleted nor organised.
  func openQuickRecord(_ id: RecordID) throws(StoreError) -> QuickRecord {
    guard let record = try quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
    if record.deleted { throw .refused(try deleted(record)) }
    if let transaction = record.transactions.first {
      throw .refused(.alreadyOrganized(id, as: transaction))
    }
    return record
  }

  func liveTwin(of digest: Digest) throws(StoreError) -> RecordID? {
    try run { database throws(SQLiteError) in
      try database.firstRow(
        "SELECT id FROM quick_record WHERE audio_sha256 = ? AND deleted_at IS NULL", digest.bytes
      ) { RecordID(.quickRecord, $0.integer()) }
    }
  }

  private func insert(_ recording: NewRecording) throws(StoreError) -> Int64 {
    let report = recording.report
    let texts = JSONValue.array(
      report.texts.map { ["key": .string($0.key), "value": .string($0.value)] })
    return try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO audio (uuid, sha256, path, present, format, codec, sample_rate, channels,
            frames, claimed_frames, bytes, peak, rms, clipped_samples, ended_early, waveform,
            texts, broadcast, priming_frames)
          VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        recording.uuid.description, recording.sha256.bytes, recording.path, report.format,
        report.codec, report.sampleRate, report.channels, report.frames, report.claimedFrames,
        recording.bytes, report.peak, report.rms, report.clippedSamples, report.endedEarly,
        report.waveform, texts.text(), report.broadcast.map { json($0).text() },
        report.primingFrames)
      return database.lastInsertedRow
    }
  }

  private func json(_ broadcast: BroadcastExtension) -> JSONValue {
    .object([
      "description": .string(broadcast.description), "originator": .string(broadcast.originator),
      "originator_reference": .string(broadcast.originatorReference),
      "origination_date": .string(broadcast.originationDate),
      "origination_time": .string(broadcast.originationTime),
      "time_reference": .integer(broadcast.timeReference),
      "coding_history": .string(broadcast.codingHistory),
    ])
  }

  private func insert(
    _ sidecar: SidecarContent, of id: RecordID, at: Instant
  ) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        "INSERT INTO sidecar (quick_record, sha256, bytes, applied_at) VALUES (?, ?, ?, ?)",
        id.number, sidecar.sha256.bytes, sidecar.bytes, at.nanoseconds)
    }
  }
}
