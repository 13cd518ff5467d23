import Linux
import Records

/// How much the past speaks for a place here and now. Each part is 1 where it fits wholly, and falls to 0.
enum PlaceAffinity {
  /// Half at 150 m, which is what a phone may be off in a street.
  static func nearness(_ meters: Double?, isHereKnown: Bool) -> Double {
    guard isHereKnown else { return 1 }
    // Of a place that nobody has located nothing is known: it stands as one a good kilometre off does.
    guard let meters else { return 0.02 }
    return 1 / (1 + (meters / 150) * (meters / 150))
  }

  /// Half two hours off, round the clock. Where a moment has no time, nothing is known, and 1.
  static func hour(_ one: Moment?, _ other: Moment?) -> Double {
    guard case .time(let one)? = one, case .time(let other)? = other else { return 1 }
    let apart = abs(one.secondOfDay - other.secondOfDay)
    let hours = Double(min(apart, 86_400 - apart)) / 3600
    return 1 / (1 + (hours / 2) * (hours / 2))
  }

  static func weekday(_ one: Moment?, _ other: Moment?) -> Double {
    guard let one = one?.day.weekday, let other = other?.day.weekday else { return 1 }
    if one == other { return 1 }
    return (one > 5) == (other > 5) ? 0.7 : 0.4
  }

  /// Of a place with these visits. To have been there at all counts as one of the right time does, and the hundredth visit says less than the first; where one is says more than both.
  static func score(
    visits: [Moment?], at moment: Moment?, meters: Double?, isHereKnown: Bool
  ) -> Double {
    let times = visits.reduce(0) { $0 + hour($1, moment) * weekday($1, moment) }
    return nearness(meters, isHereKnown: isHereKnown) * decimalLogarithm(2 + times)
  }
}
