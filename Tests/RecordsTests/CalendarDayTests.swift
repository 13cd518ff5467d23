import Testing

@testable import Records

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test("every day from the year 1 to 9999 follows the one before it and counts back to itself")
  func everyDay() throws {
    var days = CalendarDay(year: 1, month: 1, day: 1).map(\.daysSinceEpoch) ?? 0
    var weekday = CalendarDay(daysSinceEpoch: days).weekday
    for year in 1...9999 {
      // Each year's ends, and February, are where rules could slip.
      for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
        let date = try #require(CalendarDay(year: year, month: month, day: day))
        #expect(CalendarDay(daysSinceEpoch: date.daysSinceEpoch) == date)
      }
      let first = try #require(CalendarDay(year: year, month: 1, day: 1))
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      #expect(first.daysSinceEpoch == days)
      #expect(first.weekday == weekday)
      #expect((CalendarDay(year: year, month: 2, day: 29) != nil) == isLeap)
      days += isLeap ? 366 : 365
      weekday = (weekday - 1 + (isLeap ? 366 : 365)) % 7 + 1
    }
  }

  @Test("known days are what they were")
  func knownDays() throws {
    let epoch = try #require(CalendarDay(year: 1970, month: 1, day: 1))
    #expect(epoch.daysSinceEpoch == 0 && epoch.weekday == 4)
    let today = try #require(CalendarDay(year: 2026, month: 11, day: 30))
    #expect(today.daysSinceEpoch == 20_787 && today.weekday == 1 && today > epoch)
    #expect(today.description == "2026-11-30")
    #expect(CalendarDay(year: 0, month: 1, day: 1) == nil)
    #expect(CalendarDay(year: 10_000, month: 1, day: 1) == nil)
    #expect(CalendarDay(daysSinceEpoch: .max).description == "9999-12-31")
    #expect(CalendarDay(daysSinceEpoch: .min).description == "0001-01-01")
  }
}
