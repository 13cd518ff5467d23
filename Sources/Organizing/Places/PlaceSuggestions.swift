import Records
import Storage

/// Names of places for somebody who is about to say where something was: from the user's own past first, then from a
/// gazetteer. Nothing but these two is asked, and nothing is stored.
///
/// Made once for a session, since it reads the whole past; asking is quick then.
public struct PlaceSuggestions: Sendable {
  /// How typed text finds a name. Letter case and normal form never count.
  public enum Match: Sendable {
    /// At the beginning of the name or of one of its words, as one types it.
    case beginning
    case anywhere
  }

  /// What is farther off is not suggested unless it is typed.
  public static let reach: Double = 5000

  private struct Known: Sendable {
    var name: String
    let key: String
    var visits: [Moment?] = []
    var points: [(coordinates: Coordinates, point: EarthPoint)] = []
  }

  private let known: [Known]
  private let gazetteer: Gazetteer

  public init(past: [PlaceVisit], gazetteer: Gazetteer = Gazetteer()) {
    var groups: [String: Known] = [:]
    for visit in past {
      let key = Place.key(of: visit.name)
      var place = groups[key] ?? Known(name: visit.name, key: key)
      // As it was written last.
      place.name = visit.name
      place.visits.append(visit.moment)
      if let coordinates = visit.coordinates {
        place.points.append((coordinates, EarthPoint(coordinates)))
      }
      groups[key] = place
    }
    known = groups.values.sorted { $0.key < $1.key }
    self.gazetteer = gazetteer
  }

  public init(_ reader: StoreReader, gazetteer: Gazetteer = Gazetteer()) throws(StoreError) {
    self.init(past: try reader.placeVisits(), gazetteer: gazetteer)
  }

  /// The likeliest first. `here` and `moment` are those of the record that is asked for, as far as they are known.
  public func ranked(
    near here: Coordinates? = nil, at moment: Moment? = nil, typed: String = "",
    _ match: Match = .beginning, limit: Int = 20
  ) -> [PlaceSuggestion] {
    let point = here.map { EarthPoint($0) }
    let text = Place.key(of: typed.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    let past = known.filter { match.fits($0.key, text) }
      .map { place in (place, suggestion(place, from: point)) }
      .filter { !text.isEmpty || $0.1.meters ?? 0 <= PlaceSuggestions.reach }
      .map { place, suggestion in
        (
          suggestion,
          PlaceAffinity.score(
            visits: place.visits, at: moment, meters: suggestion.meters,
            isHereKnown: point != nil)
        )
      }
      .sorted { ($1.1, $0.0.name) < ($0.1, $1.0.name) }.map(\.0)
    guard past.count < limit, point != nil || !text.isEmpty else {
      return Array(past.prefix(limit))
    }
    let names = Set(known.map(\.key))
    let others = gazetteer.entries.filter { !names.contains($0.key) && match.fits($0.key, text) }
      .map { suggestion($0, from: point) }
      .filter { !text.isEmpty || $0.meters ?? 0 <= PlaceSuggestions.reach }
      .sorted { ($0.meters ?? 0, $0.name) < ($1.meters ?? 0, $1.name) }
    return Array((past + others).prefix(limit))
  }

  /// The known place that is nearest, whatever the time; nil where none is within so many metres.
  public func nearest(to here: Coordinates, within reach: Double = 500) -> PlaceSuggestion? {
    let point = EarthPoint(here)
    let past = known.map { suggestion($0, from: point) }
    let others = gazetteer.entries.lazy.map { suggestion($0, from: point) }
    return (past + others).filter { $0.meters.map { $0 <= reach } ?? false }
      .min { $0.meters ?? 0 < $1.meters ?? 0 }
  }

  private func suggestion(_ place: Known, from here: EarthPoint?) -> PlaceSuggestion {
    let distances = here.map { here in place.points.map { $0.point.meters(to: here) } }
    let nearest = distances?.indices.min { (distances?[$0] ?? 0) < (distances?[$1] ?? 0) }
    return PlaceSuggestion(
      name: place.name,
      coordinates: nearest.map { place.points[$0].coordinates } ?? place.points.last?.coordinates,
      source: .past(visits: place.visits.count), meters: nearest.flatMap { distances?[$0] })
  }

  private func suggestion(_ entry: Gazetteer.Entry, from here: EarthPoint?) -> PlaceSuggestion {
    PlaceSuggestion(
      name: entry.name, coordinates: entry.coordinates, source: .gazetteer,
      meters: here.map { entry.point.meters(to: $0) })
  }
}

extension PlaceSuggestions.Match {
  /// Both are keys; a blank text fits all.
  fileprivate func fits(_ key: String, _ text: String) -> Bool {
    if text.isEmpty { return true }
    switch self {
    case .beginning:
      if key.hasPrefix(text) { return true }
      return key.split(whereSeparator: \.isWhitespace).dropFirst().contains { $0.hasPrefix(text) }
    case .anywhere: return key.contains(text)
    }
  }
}
