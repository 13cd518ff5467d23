import Records

/// A place that may be meant.
public struct PlaceSuggestion: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// The user's own records, and how many.
    case past(visits: Int)
    case gazetteer
  }

  public let name: String
  /// Where it is, if that is known: of a name with several branches, that of the nearest one.
  public let coordinates: Coordinates?
  public let source: Source
  /// How far it is from where one asks; nil where either is not known.
  public let meters: Double?

  /// The place as a record is to have it. Where an inbox keeps places out of the store, choosing a name says that name, and
  /// no coordinates that nobody typed.
  public func place(by rule: PlaceRule) -> Place? {
    Place(name: name, coordinates: rule == .drop ? nil : coordinates)
  }
}
