/// When something happened, exactly as it was given: a date and time with the offset of its place, or a
/// day alone. Its day is the day in its own offset, whoever reads it wherever.
public enum Moment: Hashable, Sendable {
  case day(CalendarDay)
  case time(Timestamp)

  public var day: CalendarDay {
    switch self {
    case .day(let day): day
    case .time(let time): time.day
    }
  }

  /// Where the moment stands among others: its instant, or for a day alone the start of that day in UTC.
  public var instant: Instant {
    switch self {
    case .day(let day): Instant(seconds: Int64(day.daysSinceEpoch) * 86_400)
    case .time(let time): time.instant
    }
  }
}

extension Moment: CustomStringConvertible {
  public var description: String {
    switch self {
    case .day(let day): day.description
    case .time(let time): time.description
    }
  }
}

/// A date and time of day with its UTC offset (RFC 3339), which prints as it was written: the fraction keeps
/// its digits, and `Z` stays `Z`.
public struct Timestamp: Hashable, Sendable {
  public let day: CalendarDay
  /// 0..<86,400, in the offset.
  public let secondOfDay: Int
  /// 0..<1,000,000,000.
  public let nanosecond: Int
  /// How many digits the fraction is written with, 0...9.
  public let fractionDigits: Int
  /// Seconds east of UTC, a whole number of minutes within ±23:59.
  public let offset: Int
  /// Written `Z` rather than `+00:00`.
  public let isZulu: Bool

  /// Nil when a part is out of its range.
  public init?(
    day: CalendarDay, secondOfDay: Int, nanosecond: Int = 0, fractionDigits: Int = 0, offset: Int,
    isZulu: Bool = false
  ) {
    guard (0..<86_400).contains(secondOfDay), (0..<1_000_000_000).contains(nanosecond),
      (0...9).contains(fractionDigits), abs(offset) < 86_400, offset % 60 == 0,
      !isZulu || offset == 0
    else { return nil }
    self.day = day
    self.secondOfDay = secondOfDay
    self.nanosecond = nanosecond
    self.fractionDigits = fractionDigits
    self.offset = offset
    self.isZulu = isZulu
  }

  /// An instant as a clock at `offset` seconds east of UTC shows it, to the whole second. An offset with odd
  /// seconds (local mean time) is cut to the minute.
  public init(_ instant: Instant, offset: Int) {
    let minuteOffset = offset / 60 * 60
    let local = instant.seconds + Int64(minuteOffset)
    let days = local >= 0 ? local / 86_400 : -((-local + 86_399) / 86_400)
    day = CalendarDay(daysSinceEpoch: Int(days))
    secondOfDay = Int(local - days * 86_400)
    nanosecond = 0
    fractionDigits = 0
    self.offset = minuteOffset
    isZulu = false
  }

  public var instant: Instant {
    Instant(
      seconds: Int64(day.daysSinceEpoch) * 86_400 + Int64(secondOfDay - offset),
      nanoseconds: Int64(nanosecond))
  }

  /// `12:34`, as a clock at the place showed it.
  public var clock: String {
    "\(padded(secondOfDay / 3600, to: 2)):\(padded(secondOfDay / 60 % 60, to: 2))"
  }
}

extension Timestamp: CustomStringConvertible {
  public var description: String {
    var text = "\(day)T\(clock):\(padded(secondOfDay % 60, to: 2))"
    if fractionDigits > 0 {
      text += "." + padded(nanosecond, to: 9).prefix(fractionDigits)
    }
    if isZulu { return text + "Z" }
    let minutes = abs(offset) / 60
    return text
      + "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, to: 2)):\(padded(minutes % 60, to: 2))"
  }
}
