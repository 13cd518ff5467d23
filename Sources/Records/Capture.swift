/// What a memo says, put together: the fields of the quick record to be, each with its source.
public struct Capture: Hashable, Sendable {
  public var fields: RecordFields
  public var sources: [Field: FieldSource]
  public var review: [ReviewNote]
  public var writerID: String?

  public init(
    fields: RecordFields, sources: [Field: FieldSource], review: [ReviewNote], writerID: String?
  ) {
    self.fields = fields
    self.sources = sources
    self.review = review
    self.writerID = writerID
  }

  /// The sidecar first, then what the recording itself tells, and at last its time of modification. A capture without a
  /// recording has no report.
  public init(
    sidecar: Sidecar?, report: AudioReport?, name: FileName, modified: Instant,
    zone: TimeZoneRules, now: Instant
  ) {
    fields = sidecar?.fields ?? RecordFields()
    review = (sidecar?.review ?? []) + (report?.reviewNotes ?? [])
    writerID = sidecar?.writerID
    sources = [:]
    for field in sidecar?.given ?? [] { sources[field] = .sidecar }
    if fields.amount != nil && sources[.currency] == nil { sources[.currency] = .defaults }
    if let report {
      review += RecordingFacts(report, name: name, zone: zone, now: now)
        .complete(&fields, &sources, modified: modified, zone: zone)
    } else if fields.capturedAt == nil {
      fields.capturedAt = .time(Timestamp(modified, offset: zone.offset(modified.seconds)))
      sources[.capturedAt] = .fileTime
    }
  }
}
