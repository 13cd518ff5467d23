import Records

/// A quick record that is not in the store yet.
public struct NewQuickRecord: Hashable, Sendable {
  public var uuid: UUID
  public var fields: RecordFields
  public var sources: [Field: FieldSource]
  public var review: [ReviewNote]
  public var recording: NewRecording?
  public var sidecar: SidecarContent?
  /// The inbox folder it came from, and the recording's name there; nil for a record from the keyboard.
  public var inbox: String?
  public var sourceName: FileName?
  /// Must not be another record's: look with `StoreReader.quickRecord(writerID:)` first.
  public var writerID: String?
  public var createdAt: Instant

  public init(
    uuid: UUID, fields: RecordFields, sources: [Field: FieldSource] = [:],
    review: [ReviewNote] = [], recording: NewRecording? = nil, sidecar: SidecarContent? = nil,
    inbox: String? = nil, sourceName: FileName? = nil, writerID: String? = nil, createdAt: Instant
  ) {
    self.uuid = uuid
    self.fields = fields
    self.sources = sources
    self.review = review
    self.recording = recording
    self.sidecar = sidecar
    self.inbox = inbox
    self.sourceName = sourceName
    self.writerID = writerID
    self.createdAt = createdAt
  }
}

/// A recording that the archive holds under its final name.
public struct NewRecording: Hashable, Sendable {
  public var uuid: UUID
  public var sha256: Digest
  /// Relative to the store, as `ArchiveDraft.place` returned it.
  public var path: String
  public var bytes: Int64
  public var report: AudioReport

  public init(uuid: UUID, sha256: Digest, path: String, bytes: Int64, report: AudioReport) {
    self.uuid = uuid
    self.sha256 = sha256
    self.path = path
    self.bytes = bytes
    self.report = report
  }
}

/// A sidecar byte for byte as it is kept, with the digest of these bytes.
public struct SidecarContent: Hashable, Sendable {
  public var bytes: [UInt8]
  public var sha256: Digest

  public init(bytes: [UInt8], sha256: Digest) {
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// A file called `.json` that is larger than this is not even read: it waits as unreadable, for a person.
  public static let largest: Int64 = 64 << 20
}

/// What a quick record is to be after a revision: all of its captured fields, those that stay among them.
public struct Revision: Hashable, Sendable {
  public var fields: RecordFields
  public var sources: [Field: FieldSource]
  public var review: [ReviewNote]
  public var writerID: String?
  /// The sidecar that brought it, kept with the record; nil for a change by a person.
  public var sidecar: SidecarContent?

  public init(
    fields: RecordFields, sources: [Field: FieldSource], review: [ReviewNote], writerID: String?,
    sidecar: SidecarContent? = nil
  ) {
    self.fields = fields
    self.sources = sources
    self.review = review
    self.writerID = writerID
    self.sidecar = sidecar
  }

  /// The record as it is.
  public init(of record: QuickRecord, sidecar: SidecarContent? = nil) {
    self.init(
      fields: record.fields, sources: record.sources, review: record.review,
      writerID: record.writerID, sidecar: sidecar)
  }
}

/// A transaction that is not in the store yet.
public struct NewTransaction: Hashable, Sendable {
  public var uuid: UUID
  /// Amount and type must be there.
  public var fields: RecordFields
  public var occurredAt: Moment
  /// At least one; their recordings become the transaction's.
  public var quickRecords: [RecordID]
  public var sources: [Field: FieldSource]
  public var createdAt: Instant
  /// The expense of which it gives money back.
  public var refundOf: RecordID?
  /// The whole that is split.
  var partOf: RecordID?

  public init(
    uuid: UUID, fields: RecordFields, occurredAt: Moment, quickRecords: [RecordID],
    sources: [Field: FieldSource], createdAt: Instant, refundOf: RecordID? = nil
  ) {
    self.uuid = uuid
    self.fields = fields
    self.occurredAt = occurredAt
    self.quickRecords = quickRecords
    self.sources = sources
    self.createdAt = createdAt
    self.refundOf = refundOf
  }
}

/// Something set aside that is not in the store yet; its files lie in the quarantine already.
public struct NewQuarantineItem: Hashable, Sendable {
  public var uuid: UUID
  public var code: QuarantineCode
  public var message: String
  public var files: [QuarantineItem.File]
  /// The quick record it names.
  public var record: RecordID?
  public var inbox: String
  public var at: Instant

  public init(
    uuid: UUID, code: QuarantineCode, message: String, files: [QuarantineItem.File],
    record: RecordID? = nil, inbox: String, at: Instant
  ) {
    self.uuid = uuid
    self.code = code
    self.message = message
    self.files = files
    self.record = record
    self.inbox = inbox
    self.at = at
  }
}
