import Records
import Storage

/// How much a past transaction is like a record that is being organised: by tags, place, weekday and hour.
public struct Likeness: Sendable {
  private let tags: Set<Tag>
  private let place: Place?
  private let moment: Moment?

  public init(of fields: RecordFields, at moment: Moment?) {
    tags = Set(fields.tags)
    place = fields.place
    self.moment = moment
  }

  /// The one that is most like it; of two alike, the one that stands first. Nil where none has a tag or the place in common:
  /// an hour alone says nothing of what was bought.
  public func best(among past: [PastTransaction]) -> PastTransaction? {
    var best: (transaction: PastTransaction, points: Int)?
    for transaction in past {
      guard let points = points(transaction), points > best?.points ?? 0 else { continue }
      best = (transaction, points)
    }
    return best?.transaction
  }

  /// Nil where too little is alike to say anything.
  func points(_ past: PastTransaction) -> Int? {
    let shared = tags.intersection(past.tags).count
    let isSamePlace = isSamePlace(past.place)
    let isSameWeekday = moment.map { $0.day.weekday == past.occurredAt.day.weekday } ?? false
    let hours = hoursApart(past.occurredAt)
    guard shared > 0 || isSamePlace else { return nil }
    // A tag that only one of them has makes them less alike, where the record has any.
    let different = tags.isEmpty ? 0 : tags.symmetricDifference(past.tags).count
    var points = 20 + 12 * shared - 3 * min(different, 6)
    if isSamePlace { points += 10 }
    if isSameWeekday { points += 2 }
    if let hours { points += max(0, 4 - hours) }
    return points
  }

  /// Whether its place may be that of the record too: it lies near, or a tag is shared and neither lies elsewhere.
  func suggestsPlace(of past: PastTransaction) -> Bool {
    if place?.coordinates != nil, past.place?.coordinates != nil { return isSamePlace(past.place) }
    return !tags.isDisjoint(with: past.tags)
  }

  /// By name, in any letter case, or within some 150 m.
  private func isSamePlace(_ other: Place?) -> Bool {
    guard let place, let other else { return false }
    if let name = place.name, let otherName = other.name {
      return name.lowercased() == otherName.lowercased()
    }
    guard let one = place.coordinates, let two = other.coordinates else { return false }
    return Likeness.isNear(one.latitude, two.latitude, within: 0.00135)
      && Likeness.isNear(one.longitude, two.longitude, within: 0.0015)
  }

  private static func isNear(_ one: String, _ other: String, within limit: Double) -> Bool {
    guard let one = Double(one), let other = Double(other) else { return false }
    return abs(one - other) <= limit
  }

  /// On the clocks of their places, 0 to 12; nil where one of them has no time.
  private func hoursApart(_ other: Moment) -> Int? {
    guard case .time(let one)? = moment, case .time(let two) = other else { return nil }
    let apart = abs(one.secondOfDay / 3600 - two.secondOfDay / 3600)
    return min(apart, 24 - apart)
  }
}
