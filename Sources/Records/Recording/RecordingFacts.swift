/// What a recording says of itself, by its container and its name: when, where and what. Numbers in either are never
/// money.
public struct RecordingFacts: Hashable, Sendable {
  private let time: RecordedTime?
  private let place: Place?
  private let placeSource: FieldSource
  private let note: ContainerNote?

  /// A clock without an offset is one of the zone; what lies more than a day after `now` is not believed.
  public init(_ report: AudioReport, name: FileName, zone: TimeZoneRules, now: Instant) {
    time = RecordedTime(report, name: name, zone: zone, now: now)
    note = ContainerNote(report, name: name)
    let written = report.texts.first { $0.key == "location" }?.value
    let point = written.flatMap { GeographicPoint(SidecarReading.trimmed($0)) }
    let inside = point.flatMap { $0.isOrigin ? nil : $0 }
    placeSource = inside == nil ? .name : .container
    place = (inside ?? GeographicPoint(in: name)).flatMap {
      Place(name: nil, coordinates: $0.coordinates)
    }
  }

  /// Fills the fields that are empty and that nobody has emptied, and answers what a person should know of that. When it was last written is all that
  /// a file says which says nothing else.
  public func complete(
    _ fields: inout RecordFields, _ sources: inout [Field: FieldSource], modified: Instant,
    zone: TimeZoneRules
  ) -> [ReviewNote] {
    if fields.place == nil, sources[.place] == nil, let place {
      fields.place = place
      sources[.place] = placeSource
    }
    if fields.note == nil, sources[.note] == nil, let note {
      fields.note = note.text
      sources[.note] = .container
    }
    guard fields.capturedAt == nil else { return [] }
    fields.capturedAt =
      time?.moment ?? .time(Timestamp(modified, offset: zone.offset(modified.seconds)))
    sources[.capturedAt] = time?.source ?? .fileTime
    return time?.review.map { [$0] } ?? []
  }
}
