/// Whether the clock in a name and the stamp in the container tell of one recording. The clock is mostly local and the
/// start; the stamp is UTC and the start or the end, so that they differ by the offset, by the length, or by both.
struct NameFit {
  /// Seconds since 1970 in UTC.
  let stamp: Int64
  /// The length of the recording in seconds.
  let span: Int64
  let zone: TimeZoneRules

  /// Between pressing the button, naming the file and closing it.
  static let slack: Int64 = 120

  /// The offsets, in minutes, that clocks on Earth show (tzdata 2024).
  private static let offsets =
    (-12...14).map { $0 * 60 } + [
      -570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825,
    ]

  /// The clock of the name, with the offset that makes it fit; nil where none does.
  func time(of named: NameMomentReader.Reading) -> Timestamp? {
    switch named {
    case .day: return nil
    case .zulu:
      guard case .time(let time) = named.moment(in: zone) else { return nil }
      return abs(time.instant.seconds - stamp) <= span + NameFit.slack ? time : nil
    case .clock(let day, let second):
      let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(second)
      return offset(of: local).flatMap { Timestamp(day: day, secondOfDay: second, offset: $0) }
    }
  }

  /// The zone's own where it fits; else the recorder was elsewhere, and what remains must be a start or an end to the
  /// minute. Of several the whole hours come first, then what is nearest to the zone.
  private func offset(of local: Int64) -> Int? {
    let home = zone.offset(ofLocal: local) / 60 * 60
    if abs(local - Int64(home) - stamp) <= span + NameFit.slack { return home }
    return NameFit.offsets.map { $0 * 60 }
      .filter { offset in
        [stamp, stamp - span].contains { abs(local - Int64(offset) - $0) <= NameFit.slack }
      }
      .min { one, other in
        let ranks = (NameFit.rank(one), NameFit.rank(other))
        return ranks.0 == ranks.1 ? abs(one - home) < abs(other - home) : ranks.0 < ranks.1
      }
  }

  private static func rank(_ offset: Int) -> Int {
    offset % 3600 == 0 ? 0 : offset % 1800 == 0 ? 1 : 2
  }

  /// A day alone fits where it was that day somewhere when the recording was made.
  func holdsDay(of named: NameMomentReader.Reading) -> Bool {
    guard case .day(let day) = named else { return false }
    let midnight = Int64(day.daysSinceEpoch) * 86_400
    return (midnight - 14 * 3600..<midnight + 36 * 3600 + span).contains(stamp)
  }

  /// Whether a name says the same as a container that has a clock of its own: within the length, or by another zone.
  static func agree(
    _ named: NameMomentReader.Reading, _ time: Timestamp, span: Int64
  ) -> Bool {
    let local = time.instant.seconds + Int64(time.offset)
    switch named {
    case .day(let day): return day == time.day
    case .zulu(let day, let second):
      let instant = Int64(day.daysSinceEpoch) * 86_400 + Int64(second)
      return abs(instant - time.instant.seconds) <= span + slack
    case .clock(let day, let second):
      let difference = Int64(day.daysSinceEpoch) * 86_400 + Int64(second) - local
      if abs(difference) <= span + slack { return true }
      let hours = (abs(difference) + 1800) / 3600
      return hours <= 26 && abs(abs(difference) - hours * 3600) <= slack
    }
  }
}
