import Records
import TestSupport
import Testing

@testable import Organizing

@Suite("Amounts that a person gives")
struct GivenAmountTests {
  private let amounts = AmountReader(configured: .twd)

  private func fields(
    _ text: String?, _ code: String? = nil, on record: RecordFields = RecordFields()
  ) throws(FieldRefusal) -> (fields: RecordFields, sources: [Field: FieldSource]) {
    var changes = FieldChanges()
    changes.amount = text
    changes.currency = code.flatMap { Currency(code: $0) }
    return try changes.applied(to: record, sources: [:], amounts: amounts)
  }

  @Test("a bare number is in the currency that the record has, else in the configured one")
  func currencies() throws {
    let yen = RecordFields(currency: Currency(code: "JPY"))
    #expect(try fields("1200", on: yen).fields.amount == money(1200, "JPY"))
    let bare = try fields("1200")
    #expect(bare.fields.amount == money(120_000, "TWD"))
    #expect(bare.sources[.currency] == .defaults)
    #expect(try fields("USD 5", on: yen).fields.amount == money(500, "USD"))
    #expect(try fields("5", "USD").sources[.currency] == .user)
  }

  @Test("a currency alone says what the captured number was meant in, and converts nothing")
  func currencyAlone() throws {
    let captured = RecordFields(amount: money(12_000, "TWD"))
    #expect(try fields(nil, "JPY", on: captured).fields.amount == money(120, "JPY"))
    #expect(try fields(nil, "KWD", on: captured).fields.amount == money(120_000, "KWD"))
    let precise = RecordFields(amount: money(1250, "TWD"))
    #expect(throws: FieldRefusal.self) { try fields(nil, "JPY", on: precise) }
  }

  @Test("M01: what is unclear is refused with both readings, never guessed")
  func unclear() {
    do throws(FieldRefusal) {
      _ = try fields("1.234")
      Issue.record("1.234 was taken")
    } catch {
      #expect(error.code == .ambiguousSeparator)
      #expect(error.message.contains("1.234 or 1234 TWD"))
    }
    for text in ["", " ", "abc", "1,2,3", "JPY 12.5"] {
      #expect(throws: FieldRefusal.self) { try fields(text) }
    }
  }

  @Test("M02: a printed amount, read back, is the same amount")
  func printedAmounts() throws {
    for (units, code) in [
      (120_000_000, "TWD"), (-5, "TWD"), (500_000, "JPY"), (1234, "KWD"), (12_345, "CLF"),
      (Int64(999_999_999_999_999_999), "TWD"), (0, "USD"),
    ] {
      let amount = try #require(money(units, code))
      #expect(try fields(amount.description).fields.amount == amount)
    }
  }
}
