import JSON
import Testing

@testable import Records

@Suite("Reading amounts")
struct AmountReaderTests {
  private func currency(_ code: String) throws -> Currency { try #require(Currency(code: code)) }

  /// `TWD 120.00`, or the review code.
  private func read(
    _ text: String, _ configured: String = "TWD", mark: DecimalMark = .auto, key: String? = nil
  ) throws -> String {
    let reader = AmountReader(configured: try currency(configured), decimalMark: mark)
    return describe(reader.read(text, key: try key.map(currency)))
  }

  private func describe(_ reading: AmountReader.Reading) -> String {
    switch reading {
    case .absent: "absent"
    case .money(let money, _): money.description
    case .unclear(let unclear): unclear.code.rawValue
    }
  }

  private func number(_ text: String, _ configured: String = "TWD") throws -> String {
    describe(AmountReader(configured: try currency(configured)).read(.number(text)))
  }

  @Test(
    "C05: a JSON number comes out to its last digit",
    arguments: [
      ("0.1", "TWD 0.10"), ("4.35", "TWD 4.35"), ("19.99", "TWD 19.99"), ("1e3", "TWD 1000.00"),
      ("9007199254740993", "TWD 9007199254740993.00"),
      ("9999999999999999.01", "TWD 9999999999999999.01"), ("12.50", "TWD 12.50"),
      ("-0", "TWD 0.00"),
      ("-12.5", "TWD -12.50"), ("1e400", "amount-too-large"),
      ("1e99999999999999999999", "amount-too-large"),
      ("1e-400", "amount-too-precise"), ("0e400", "TWD 0.00"), ("12.345", "amount-too-precise"),
      ("99999999999999999.99", "amount-too-large"), ("1.20e1", "TWD 12.00"),
      ("120.000", "TWD 120.00"),
    ])
  func jsonNumbers(_ text: String, _ expected: String) throws {
    #expect(try number(text) == expected)
  }

  @Test("C05: number and text have the same value, and NaN as text is unclear")
  func sameAsText() throws {
    for text in ["0.1", "4.35", "19.99", "12.50", "9999999999999999.01"] {
      #expect(try read(text) == number(text))
    }
    for text in ["NaN", "1e3", "true", "abc", "Infinity", "0x10"] {
      #expect(try read(text) == "amount-unclear")
    }
    let reader = AmountReader(configured: .twd)
    for value: JSONValue in [true, [], [:]] {
      #expect(describe(reader.read(value)) == "amount-unclear")
    }
    for value: JSONValue in [nil, "", "  \u{3000}\n"] { #expect(reader.read(value) == .absent) }
  }

  @Test(
    "M01: one lone separator is decided by a rule or not at all",
    arguments: [
      ("$1,420", "TWD", "TWD 1420.00"), ("€1.000", "EUR", "ambiguous-separator"),
      ("1.234", "TWD", "ambiguous-separator"), ("JPY 100,500", "TWD", "JPY 100500"),
      ("KWD 1.234", "TWD", "KWD 1.234"), ("KWD 1,234", "TWD", "ambiguous-separator"),
      ("1,23", "TWD", "TWD 1.23"), ("0.123", "KWD", "KWD 0.123"), ("0,500", "KWD", "KWD 0.500"),
      ("1234.567", "KWD", "KWD 1234.567"), (",5", "TWD", "TWD 0.50"), ("5.", "TWD", "TWD 5.00"),
      ("1,234", "TWD", "TWD 1234.00"), ("12.5", "TWD", "TWD 12.50"),
      ("1.234", "JPY", "ambiguous-separator"),
    ])
  func loneSeparator(_ text: String, _ configured: String, _ expected: String) throws {
    #expect(try read(text, configured) == expected)
  }

  @Test("M01: a configured decimal mark decides, and both readings are named where none is")
  func decimalMark() throws {
    #expect(try read("1.234", mark: .comma) == "TWD 1234.00")
    #expect(try read("1,50", mark: .comma) == "TWD 1.50")
    #expect(try read("1,234", "KWD", mark: .point) == "KWD 1234.000")
    #expect(try read("1,23", mark: .point) == "amount-unclear")
    let reading = AmountReader(configured: .twd).read("1.234")
    guard case .unclear(let unclear) = reading else {
      Issue.record("not unclear")
      return
    }
    #expect(unclear.message.contains("1.234") && unclear.message.contains("1234"))
  }

  @Test(
    "M02: forms of many places are exact",
    arguments: [
      ("1.234,50", "1234.50"), ("1,234.50", "1234.50"), ("1 234,50", "1234.50"),
      ("1\u{A0}234,50", "1234.50"), ("1\u{202F}234.50", "1234.50"), ("1'234.50", "1234.50"),
      ("1’234.50", "1234.50"), ("10,00,000.50", "1000000.50"), ("1,234,567", "1234567.00"),
      ("１２０", "120.00"), ("１，２３４．５０", "1234.50"), ("١٢٠", "120.00"), ("+5", "5.00"),
      (" 120 ", "120.00"), ("1\u{2007}234.50", "1234.50"), ("1,234,567.8", "1234567.80"),
      ("1.234.567,89", "1234567.89"), ("0.50", "0.50"), ("007", "7.00"),
      ("1'234'567", "1234567.00"),
      ("120元", "120.00"), ("NTD$120", "120.00"), ("TWD $120", "120.00"), ("120 NT$", "120.00"),
    ])
  func forms(_ text: String, _ expected: String) throws {
    #expect(try read(text) == "TWD \(expected)")
  }

  @Test(
    "what fits no pattern is unclear",
    arguments: [
      "1,2,3", "12 50", "1.2.3", "1,234,56", "1.234.567,8,9", "1,234 567", "120 元 NT$ x", "12a",
      "--5", "50,-", "50.-", "+(5)", "(5)-", "-(5)", "$$5", "5$50", "1٫5", "1\t234", "12345 678",
      "(-5)", "-", "()", ",", "1١", "1,234.567.890,1", "5 5", "0,123,456", "$", "1..2", "½",
    ])
  func misfits(_ text: String) throws {
    #expect(try read(text) == "amount-unclear")
  }

  @Test(
    "M04: no minus is ever dropped",
    arguments: [
      "−5", "－5", "(5.00)", "（5）", "5-", "-5", "-$5", "$-5", "5−", "($5)", "$(5)", "(5) TWD", "-5元",
      "5-元", "- 5",
    ])
  func minus(_ text: String) throws {
    #expect(try read(text) == "TWD -5.00")
  }

  @Test("M04: a dash that is no minus is refused, not read as plus")
  func dash() throws {
    #expect(try read("–5") == "amount-unclear")
  }

  @Test(
    "M06: decimals are those of the currency",
    arguments: [
      ("JPY 500000", "JPY 500000"), ("KRW 500,000", "KRW 500000"), ("KWD 1.234", "KWD 1.234"),
      ("TWD 12.50", "TWD 12.50"), ("TWD 120", "TWD 120.00"), ("CLF 1.2345", "CLF 1.2345"),
      ("JPY 12.5", "amount-too-precise"), ("120 twd", "TWD 120.00"), ("JPY 12.0", "JPY 12"),
    ])
  func currencyDigits(_ text: String, _ expected: String) throws {
    #expect(try read(text) == expected)
  }

  @Test("M07: a sign of several currencies is decided by key or configuration, or stays open")
  func signs() throws {
    #expect(try read("¥1200", "JPY") == "JPY 1200")
    #expect(try read("￥1200", "CNY") == "CNY 1200.00")
    #expect(try read("¥1200") == "currency-ambiguous")
    #expect(try read("¥1200", key: "JPY") == "JPY 1200")
    #expect(try read("$5") == "TWD 5.00")
    #expect(try read("$5", "USD") == "USD 5.00")
    #expect(try read("$5", "JPY") == "currency-ambiguous")
    #expect(try read("NT$1,200", "USD") == "TWD 1200.00")
    #expect(try read("NT$1,200", key: "USD") == "currency-ambiguous")
    #expect(try read("C$5") == "CAD 5.00")
    #expect(try read("kr 50") == "currency-ambiguous")
    #expect(try read("kr 50", "SEK") == "SEK 50.00")
    #expect(try read("65元") == "TWD 65.00")
    #expect(try read("65元", "JPY") == "currency-ambiguous")
    #expect(try read("65塊", "USD") == "TWD 65.00")
    #expect(try read("NT$65元", "USD") == "TWD 65.00")
    #expect(try read("US$65元") == "currency-ambiguous")
    #expect(try read("XXQ 12") == "currency-unknown")
    #expect(try read("krone 50", "SEK") == "amount-unclear")
    #expect(try read("USD$5", "TWD") == "USD 5.00")
    #expect(try read("$¥5") == "currency-ambiguous")
    #expect(try read("5€ USD") == "currency-ambiguous")
  }

  @Test(
    "the point of an abbreviation is no decimal mark",
    arguments: [
      ("Rs.500", "INR", "INR 500.00"), ("Rs. 500.50", "INR", "INR 500.50"),
      ("kr.500", "DKK", "DKK 500.00"), ("500 kr.", "SEK", "SEK 500.00"),
      ("Rp.5000", "TWD", "IDR 5000.00"), ("Rp.5.000", "TWD", "ambiguous-separator"),
    ])
  func abbreviations(_ text: String, _ configured: String, _ expected: String) throws {
    #expect(try read(text, configured) == expected)
  }

  @Test(
    "M07: where the configuration had to pick the currency, that is told",
    arguments: [
      ("5", false), ("$5", false), ("元5", false), ("NT$5", true), ("TWD 5", true), ("5塊", true),
    ])
  func whoDecided(_ text: String, _ expected: Bool) throws {
    guard case .money(_, let isGiven) = AmountReader(configured: .twd).read(text) else {
      Issue.record("not read")
      return
    }
    #expect(isGiven == expected)
    guard case .money(_, true) = AmountReader(configured: .twd).read(text, key: .twd) else {
      Issue.record("a key decides")
      return
    }
  }

  @Test("every unclear reading is a whole sentence")
  func sentences() throws {
    for text in [
      "1.234", "abc", "1,2,3", "50,-", "XXQ 12", "¥5", "US$5元", "1.999",
      "1" + String(repeating: "0", count: 30),
      "1١",
    ] {
      guard case .unclear(let unclear) = AmountReader(configured: .twd).read(text) else {
        Issue.record("'\(text)' was read")
        continue
      }
      #expect(unclear.message.hasSuffix(".") && unclear.message.first?.isUppercase == true)
    }
  }

  @Test("digits typed at random come out as the very same digits, or are refused")
  func randomDigits() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let count = Int.random(in: 1...20, using: &generator)
      let digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }
        .joined()
      let significant = String(digits.drop { $0 == "0" })
      let fits = significant.count <= 16
      let whole = significant.isEmpty ? "0" : significant
      #expect(try read(digits) == (fits ? "TWD \(whole).00" : "amount-too-large"))
    }
  }

  @Test("M02: what is printed can be typed back, in every currency")
  func printedReadsBack() throws {
    var generator = SystemRandomNumberGenerator()
    for code in Currency.minorUnitDigits.keys.sorted() {
      let currency = try currency(code)
      for _ in 0..<20 {
        let units =
          Int64.random(in: -Money.largest...Money.largest, using: &generator)
          / [1, 1000, 1_000_000_000, 1_000_000_000_000_000].randomElement(using: &generator)!
        let money = try #require(Money(minorUnits: units, currency: currency))
        #expect(try read(money.description) == money.description)
        for mark in DecimalMark.allCases {
          #expect(try read(money.text(mark), mark: mark) == money.description)
        }
      }
    }
  }

  @Test("M08: ten thousand times 0.10 is 1000.00, and what is spent and refunded is 0.00")
  func totals() throws {
    var total = Total(in: .twd)
    for _ in 0..<10_000 { total.add(try #require(Money(minorUnits: 10, currency: .twd))) }
    #expect(total.number == "1000.00")
    for units: Int64 in [10, 20, -30, -100_000] {
      total.add(try #require(Money(minorUnits: units, currency: .twd)))
    }
    #expect(total.number == "0.00")
    for _ in 0..<1000 { total.add(try #require(Money(minorUnits: Money.largest, currency: .twd))) }
    #expect(total.number == "9999999999999999990.00")
  }
}
