import Records
import TestSupport
import Testing

@testable import Organizing

@Suite("Days and their totals")
struct ReportTests {
  private func transaction(
    _ number: Int64, _ units: Int64, _ code: String, _ type: TransactionType, at text: String
  ) throws -> Transaction {
    let moment = try MomentReader(zone: .utc, now: OpenStore.noon).read(text).moment
    return Transaction(
      id: RecordID(.transaction, number), uuid: UUID(high: 1, low: UInt64(number)),
      fields: RecordFields(amount: money(units, code), type: type), occurredAt: moment,
      quickRecords: [], recordings: [], sources: [:], createdAt: OpenStore.noon, deleted: false)
  }

  @Test("R02: every currency has its own total, and no two are added")
  func currenciesApart() throws {
    let day = "2026-11-30"
    let totals = Totals([
      try transaction(1, 23_000, "VND", .expense, at: day),
      try transaction(2, 500, "USD", .expense, at: day),
      try transaction(3, 100, "JPY", .expense, at: day),
      try transaction(4, 250, "USD", .expense, at: day),
      try transaction(5, 100, "USD", .income, at: day),
    ])
    #expect(totals.expense.map(\.description) == ["JPY 100", "USD 7.50", "VND 23000"])
    #expect(totals.income.map(\.description) == ["USD 1.00"])
  }

  @Test("M12: a refund lowers spending and is no income")
  func refund() throws {
    let totals = Totals([
      try transaction(1, 12_000, "TWD", .expense, at: "2026-11-30"),
      try transaction(2, -5000, "TWD", .expense, at: "2026-11-30"),
    ])
    #expect(totals.expense.map(\.description) == ["TWD 70.00"])
    #expect(totals.income.isEmpty)
  }

  @Test("M08: ten thousand dimes are a thousand, and the largest amounts still add")
  func exact() throws {
    let dime = try transaction(1, 10, "USD", .expense, at: "2026-11-30")
    #expect(Totals(repeatElement(dime, count: 10_000)).expense.map(\.number) == ["1000.00"])
    let large = try transaction(1, Money.largest, "USD", .expense, at: "2026-11-30")
    #expect(
      Totals(repeatElement(large, count: 100)).expense.map(\.number) == ["999999999999999999.00"])
  }

  @Test("D01: the day of a transaction is that of its own zone")
  func ownDays() throws {
    let days = DayReport.group([
      try transaction(1, 1, "TWD", .expense, at: "2020-09-30T22:00-03:00"),
      try transaction(2, 1, "TWD", .expense, at: "2025-11-13T07:40+10:00"),
    ])
    #expect(days.map(\.day.description) == ["2020-09-30", "2025-11-13"])
  }

  @Test("what is on one day stands together, whatever came between")
  func grouping() throws {
    let days = DayReport.group([
      try transaction(1, 1, "TWD", .expense, at: "2026-11-30T23:30-05:00"),
      try transaction(2, 1, "TWD", .expense, at: "2026-12-01T04:40Z"),
      try transaction(3, 1, "TWD", .expense, at: "2026-11-30T23:50-05:00"),
    ])
    #expect(days.map { $0.transactions.map(\.id.number) } == [[1, 3], [2]])
  }

  @Test(
    "days are named as people name them",
    arguments: [
      ("2026-11-30", "2026-11-30", "2026-11-30"), ("2026-11", "2026-11-01", "2026-11-30"),
      ("today", "2026-12-02", "2026-12-02"), ("Yesterday", "2026-12-01", "2026-12-01"),
      ("monday", "2026-11-30", "2026-11-30"), ("wednesday", "2026-12-02", "2026-12-02"),
      ("thursday", "2026-11-26", "2026-11-26"), ("this month", "2026-12-01", "2026-12-31"),
      ("last month", "2026-11-01", "2026-11-30"), ("2024-02", "2024-02-01", "2024-02-29"),
    ])
  func days(_ text: String, _ first: String, _ last: String) throws {
    let today = try #require(CalendarDay(year: 2026, month: 12, day: 2))
    let range = try DayRange(text, today: today)
    #expect(range.first.description == first)
    #expect(range.last.description == last)
  }

  @Test(
    "what names no day is refused",
    arguments: ["", "2026-02-30", "2026", "26-11-30", "2026-1-1", "+026-11", "someday", "2026-11-"])
  func noDays(_ text: String) throws {
    let today = try #require(CalendarDay(year: 2026, month: 12, day: 2))
    #expect(throws: DayRange.Unclear(text: text)) { try DayRange(text, today: today) }
  }
}
