import Records

/// Days as a person names them: one day, a month, or a word.
public struct DayRange: Hashable, Sendable {
  public let first: CalendarDay
  public let last: CalendarDay

  public struct Unclear: Error, Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String {
      "'\(text)' is no day. Write 2026-11-30, 2026-11, today, yesterday, a weekday, or last month."
    }
  }

  /// `2026-11-30`, `2026-11`, `today`, `yesterday`, `monday` (the last one, today included), `this month`, `last month`.
  public init(_ text: String, today: CalendarDay) throws(Unclear) {
    let word = text.lowercased()
    if let day = DayRange.weekdays.firstIndex(of: word) {
      let back = (today.weekday - 1 - day + 7) % 7
      first = CalendarDay(daysSinceEpoch: today.daysSinceEpoch - back)
      last = first
      return
    }
    switch word {
    case "today": (first, last) = (today, today)
    case "yesterday":
      first = CalendarDay(daysSinceEpoch: today.daysSinceEpoch - 1)
      last = first
    case "this month": (first, last) = DayRange.month(of: today)
    case "last month":
      let first = CalendarDay(daysSinceEpoch: today.daysSinceEpoch - today.day)
      (self.first, self.last) = DayRange.month(of: first)
    default:
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      let isPlain = parts.allSatisfy {
        !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) }
      }
      let numbers = parts.compactMap { Int($0) }
      guard isPlain, numbers.count == parts.count, parts[0].count == 4,
        (2...3).contains(parts.count),
        parts.dropFirst().allSatisfy({ $0.count == 2 }),
        let day = CalendarDay(
          year: numbers[0], month: numbers[1], day: numbers.count == 3 ? numbers[2] : 1)
      else { throw Unclear(text: text) }
      (first, last) = numbers.count == 3 ? (day, day) : DayRange.month(of: day)
    }
  }

  /// The month that a day is in.
  public static func month(of day: CalendarDay) -> (CalendarDay, CalendarDay) {
    let start = day.daysSinceEpoch - day.day + 1
    let length = CalendarDay.length(ofMonth: day.month, year: day.year)
    return (
      CalendarDay(daysSinceEpoch: start), CalendarDay(daysSinceEpoch: start + length - 1)
    )
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}
