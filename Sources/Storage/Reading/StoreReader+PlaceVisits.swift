import Records
import SQLite

/// One time that somebody was at a place which has a name.
public struct PlaceVisit: Hashable, Sendable {
  public let name: String
  public let coordinates: Coordinates?
  public let moment: Moment?

  public init(name: String, coordinates: Coordinates?, moment: Moment?) {
    self.name = name
    self.coordinates = coordinates
    self.moment = moment
  }
}

extension StoreReader {
  /// Those of transactions and of open quick records, each kind with the oldest first; with `count` no more than so many of
  /// the latest of each.
  public func placeVisits(last count: Int? = nil) throws(StoreError) -> [PlaceVisit] {
    try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT place, latitude, longitude, moment FROM (
          SELECT * FROM (SELECT place, latitude, longitude, captured_at AS moment, 0 AS kind,
              coalesce(captured_instant, created_at) AS instant
            FROM quick_record
            WHERE place IS NOT NULL AND organized_at IS NULL AND deleted_at IS NULL
            ORDER BY id DESC LIMIT ?)
          UNION ALL
          SELECT * FROM (SELECT place, latitude, longitude, occurred_at, 1, occurred_instant
            FROM transaction_record WHERE place IS NOT NULL AND deleted_at IS NULL
            ORDER BY id DESC LIMIT ?)
        ) ORDER BY kind, instant
        """, count ?? -1, count ?? -1
      ) { row in
        let name = row.text()
        let latitude = row.textIfAny()
        let longitude = row.textIfAny()
        var coordinates: Coordinates?
        if let latitude, let longitude {
          coordinates = Coordinates(latitude: latitude, longitude: longitude)
        }
        return PlaceVisit(
          name: name, coordinates: coordinates,
          moment: row.textIfAny().flatMap(Moment.init(stored:)))
      }
    }
  }
}
