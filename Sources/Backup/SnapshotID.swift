import Records

/// The name of a snapshot: when it was made, in UTC, and four digits by chance: `20261130T043456.123Z-3a9c`.
/// Later ones sort later.
public struct SnapshotID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let description: String
  /// To the millisecond.
  public let at: Instant

  init(at instant: Instant, number: UInt16) {
    let time = Timestamp(instant, offset: 0).description.prefix(19)
      .filter { $0 != "-" && $0 != ":" }
    let digits = String(number, radix: 16)
    let milliseconds = SnapshotID.milliseconds(of: instant)
    description =
      "\(time).\(String(1000 + milliseconds).dropFirst())Z-\(String(repeating: "0", count: 4 - digits.count))\(digits)"
    at = Instant(seconds: instant.seconds, nanoseconds: milliseconds * 1_000_000)
  }

  /// Nil for any other name.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 25 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int? {
      let digits = bytes[start..<start + count]
      guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard let year = number(0, 4), let month = number(4, 2), let day = number(6, 2),
      let hour = number(9, 2), let minute = number(11, 2), let second = number(13, 2),
      let milliseconds = number(16, 3), hour < 24, minute < 60, second < 60,
      let day = CalendarDay(year: year, month: month, day: day),
      let chance = UInt16(text.suffix(4), radix: 16)
    else { return nil }
    let seconds = Int64(day.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    let found = SnapshotID(
      at: Instant(seconds: seconds, nanoseconds: Int64(milliseconds) * 1_000_000), number: chance)
    guard found.description == text else { return nil }
    self = found
  }

  public static func < (one: SnapshotID, other: SnapshotID) -> Bool {
    one.description < other.description
  }

  private static func milliseconds(of instant: Instant) -> Int64 {
    instant.milliseconds - instant.seconds * 1000
  }
}
