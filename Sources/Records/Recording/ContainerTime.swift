/// When the container says that it was recorded.
enum ContainerTime: Hashable, Sendable {
  /// Known in UTC alone, and the start or the end of the recording: recorders differ.
  case instant(Instant)
  /// A clock with the offset of its place.
  case time(Timestamp)
  case day(CalendarDay)

  /// The first clock, else the first day, that can be believed.
  init?(_ report: AudioReport, zone: TimeZoneRules, now: Instant) {
    func text(_ key: String) -> String? { report.texts.first { $0.key == key }?.value }
    let reader = WrittenTime(zone: zone, now: now)
    // `creationdate` is Apple's, with the offset of the place; `creation_time` is the container's own, in UTC.
    let found = [
      text("creationdate").flatMap(reader.read),
      text("creation_time").flatMap(WrittenTime(zone: .utc, now: now).read).map(\.inUTC),
      report.broadcast.flatMap(reader.read), text("date").flatMap(reader.read),
    ].compactMap { $0 }
    guard let best = found.first(where: { !$0.isDay }) ?? found.first else { return nil }
    self = best
  }

  private var isDay: Bool {
    if case .day = self { true } else { false }
  }

  private var inUTC: ContainerTime {
    if case .time(let time) = self { .instant(time.instant) } else { self }
  }
}

/// Dates as containers write them: RFC 3339 and its near relations, with other marks between the parts of the day.
struct WrittenTime {
  let zone: TimeZoneRules
  let now: Instant

  /// Nil for what is no day, such as a year alone, and for what cannot be believed.
  func read(_ text: String) -> ContainerTime? {
    let text = SidecarReading.trimmed(text)
    guard
      let reading = try? MomentReader(zone: zone, now: now).read(WrittenTime.dashed(text)),
      WrittenTime.isPlausible(reading.moment, now: now)
    else { return nil }
    return switch reading.moment {
    case .day(let day): .day(day)
    // Zulu says nothing of the place (RFC 9557, section 2).
    case .time(let time): time.isZulu ? .instant(time.instant) : .time(time)
    }
  }

  /// Ten and eight characters, in which any of `-_:. ` may stand between the parts (EBU Tech 3285).
  func read(_ broadcast: BroadcastExtension) -> ContainerTime? {
    let day = SidecarReading.trimmed(broadcast.originationDate)
    let parts = broadcast.originationTime.split { "-_:. ".contains($0) }
    return read(day + "T" + parts.joined(separator: ":")) ?? read(day)
  }

  /// An unset clock counts from 1904, 1970 or 1980, and a phone whose battery was empty may be years ahead.
  static func isPlausible(_ moment: Moment, now: Instant) -> Bool {
    moment.day.year >= 1990 && moment.instant <= now.advanced(by: .seconds(86_400))
  }

  /// `2026:11:30`, `2026/11/30` and `20261130` with the marks of RFC 3339.
  private static func dashed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    func areDigits(_ range: Range<Int>) -> Bool {
      bytes[range].allSatisfy { (48...57).contains($0) }
    }
    let dash = UInt8(ascii: "-")
    if bytes.count == 8, areDigits(0..<8) {
      bytes.insert(dash, at: 6)
      bytes.insert(dash, at: 4)
    } else if bytes.count >= 10, "-_:./ ".utf8.contains(bytes[4]), bytes[4] == bytes[7] {
      bytes[4] = dash
      bytes[7] = dash
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
