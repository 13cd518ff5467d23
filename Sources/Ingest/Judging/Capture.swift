import Records

/// What a memo says, put together: the fields of the quick record to be, each with its source.
struct Capture: Hashable, Sendable {
  var fields: RecordFields
  var sources: [Field: FieldSource]
  var review: [ReviewNote]
  var writerID: String?

  /// The sidecar first, then what the file itself tells: so far its time of modification, as a clock of the
  /// configured zone showed it.
  init(sidecar: Sidecar?, report: AudioReport, modified: Instant, zone: TimeZoneRules) {
    fields = sidecar?.fields ?? RecordFields()
    review = (sidecar?.review ?? []) + report.reviewNotes
    writerID = sidecar?.writerID
    sources = [:]
    for field in sidecar?.given ?? [] { sources[field] = .sidecar }
    if fields.amount != nil && sources[.currency] == nil { sources[.currency] = .defaults }
    if fields.capturedAt == nil {
      fields.capturedAt = .time(Timestamp(modified, offset: zone.offset(modified.seconds)))
      sources[.capturedAt] = .fileTime
    }
  }
}
