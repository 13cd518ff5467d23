/// Reads a date, with or without a time, as sidecars and people write it (RFC 3339 and its near relations).
public struct MomentReader: Sendable {
  /// The zone of a time without an offset.
  public let zone: TimeZoneRules
  /// What counts as the future.
  public let now: Instant

  public init(zone: TimeZoneRules, now: Instant) {
    self.zone = zone
    self.now = now
  }

  /// A moment, with a warning where it is hardly meant; it is kept all the same.
  public struct Reading: Hashable, Sendable {
    public let moment: Moment
    public let warning: String?
    /// Why the time, which has no offset, may be another; nil where it is certain.
    public let doubt: String?

    /// What to ask where somebody has typed a time that may be another; nil where it is certain.
    public var question: String? {
      doubt.map { "\($0) Say which is meant by an offset, such as \(moment)." }
    }
  }

  /// A whole sentence on why the text is no date.
  public struct Unclear: Error, Hashable, Sendable {
    public let message: String
  }

  /// `2026-11-30`, `2026-11-30T12:34:56.789+08:00`, also with a space for the T, without seconds, without offset (the
  /// zone's), or with the offset as `+0800` or `+08`.
  public func read(_ text: String) throws(Unclear) -> Reading {
    var scanner = Scanner(text)
    let moment = try moment(&scanner)
    guard scanner.isAtEnd else { throw Unclear(message: "Something follows the date.") }
    return Reading(
      moment: moment, warning: warning(moment), doubt: scanner.hasOffset ? nil : doubt(moment))
  }

  private func doubt(_ moment: Moment) -> String? {
    guard case .time(let time) = moment else { return nil }
    return zone.doubt(ofLocal: time.instant.seconds + Int64(time.offset))
  }

  private func moment(_ scanner: inout Scanner) throws(Unclear) -> Moment {
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"), let day = scanner.number(digits: 2)
    else {
      throw Unclear(message: "A date is written like 2026-11-30 or 2026-11-30T12:34:56+08:00.")
    }
    guard let day = CalendarDay(year: year, month: month, day: day) else {
      throw Unclear(message: "The calendar has no such day.")
    }
    if scanner.isAtEnd { return .day(day) }
    guard scanner.takeOne(of: "Tt ") else { throw Unclear(message: "Something follows the date.") }
    return .time(try time(on: day, &scanner))
  }

  private func time(on day: CalendarDay, _ scanner: inout Scanner) throws(Unclear) -> Timestamp {
    guard let hour = scanner.number(digits: 2), scanner.take(":"),
      let minute = scanner.number(digits: 2)
    else { throw Unclear(message: "A time is written like 12:34 or 12:34:56.") }
    var second = 0
    var fraction: [UInt8] = []
    if scanner.take(":") {
      guard let value = scanner.number(digits: 2) else {
        throw Unclear(message: "A time is written like 12:34 or 12:34:56.")
      }
      second = value
      if scanner.take(".") || scanner.take(",") {
        fraction = scanner.digits()
        guard (1...9).contains(fraction.count) else {
          throw Unclear(message: "A fraction of a second has one to nine digits.")
        }
      }
    }
    guard hour < 24, minute < 60, second < 60 else {
      throw Unclear(message: "The clock has no such time.")
    }
    let secondOfDay = hour * 3600 + minute * 60 + second
    // An offset of -00:00 says that the place's own is not known, as Z does (RFC 9557, section 2).
    let isZulu = scanner.takeOne(of: "Zz") || scanner.takeAll(of: "-00:00")
    scanner.hasOffset = !scanner.isAtEnd || isZulu
    let offset = isZulu ? 0 : try offset(&scanner, local: day, secondOfDay)
    let padded = fraction + [UInt8](repeating: 0, count: 9 - fraction.count)
    guard
      let time = Timestamp(
        day: day, secondOfDay: secondOfDay, nanosecond: padded.reduce(0) { $0 * 10 + Int($1) },
        fractionDigits: fraction.count, offset: offset, isZulu: isZulu)
    else { throw Unclear(message: "The offset from UTC is impossible.") }
    return time
  }

  private func offset(
    _ scanner: inout Scanner, local day: CalendarDay, _ secondOfDay: Int
  ) throws(Unclear) -> Int {
    let isWest = scanner.takeOne(of: "-−")
    guard isWest || scanner.take("+") else {
      let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(secondOfDay)
      return zone.offset(ofLocal: local) / 60 * 60
    }
    guard let hours = scanner.number(digits: 2) else {
      throw Unclear(message: "An offset is written like +08:00.")
    }
    var minutes = 0
    if !scanner.isAtEnd {
      _ = scanner.take(":")
      guard let value = scanner.number(digits: 2) else {
        throw Unclear(message: "An offset is written like +08:00.")
      }
      minutes = value
    }
    guard hours < 24, minutes < 60 else {
      throw Unclear(message: "The offset from UTC is impossible.")
    }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// Compared as instants, so that no zone makes an early morning a future. Clocks differ by minutes; and a bare
  /// day has begun somewhere fourteen hours before it begins in UTC.
  private func warning(_ moment: Moment) -> String? {
    if moment.day.year < 1970 { return "The date lies before 1970." }
    let latest: Instant =
      switch moment {
      case .time: now.advanced(by: .seconds(300))
      case .day: now.advanced(by: .seconds(14 * 3600))
      }
    return moment.instant > latest ? "The date lies in the future." : nil
  }
}

/// Takes characters off the front of a text.
private struct Scanner {
  private var rest: Substring.UnicodeScalarView
  /// Set once a time has been read.
  var hasOffset = false

  init(_ text: String) { rest = text[...].unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ scalar: UnicodeScalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  mutating func takeOne(of scalars: String) -> Bool {
    guard let first = rest.first, scalars.unicodeScalars.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func takeAll(of text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  mutating func digits() -> [UInt8] {
    var digits: [UInt8] = []
    while let first = rest.first, ("0"..."9").contains(first) {
      digits.append(UInt8(first.value - 48))
      rest.removeFirst()
    }
    return digits
  }

  /// Exactly so many digits; on failure some may be taken.
  mutating func number(digits count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let first = rest.first, ("0"..."9").contains(first) else { return nil }
      value = value * 10 + Int(first.value - 48)
      rest.removeFirst()
    }
    return value
  }
}
