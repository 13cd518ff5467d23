import JSON
import Linux
import TestSupport
import Testing

@Suite("mm-organize: money", .fewAtATime)
struct OrganizeMoneyTests {
  @Test(
    "M02: what list prints can be typed back, by whichever mark this person writes",
    arguments: ["auto", "point", "comma"])
  func printedAmounts(_ mark: String) throws {
    let book = OrganizeBook()
    try makeDirectories(book.folder["moneymom"])
    writeFile(book.folder["moneymom/moneymom.conf"], "[defaults]\ndecimal-mark = \(mark)\n")
    let written =
      mark == "comma"
      ? ["1.234,50", "1 234,50", "-0,05", "JPY 500000", "KWD 1,234", "USD -3,5"]
      : [
        "1.234,50", "1,234.50", "1 234,50", "1'234.50", "10,00,000.50", "-0.05", "JPY 500000",
        "KWD 1.234", "USD -3.5", "NT$1,200",
      ]
    for amount in written { try book.text("add", amount) }
    let records = try book.objects("list")
    let lines = try book.text("list").split(separator: "\n").filter { $0.hasPrefix("  q") }
    #expect(lines.count == written.count && records.count == written.count)
    for (line, record) in zip(lines, records) {
      // The columns are the ID, the clock and the amount.
      #expect(line.contains(",") == (mark == "comma" && record.text("currency") != "JPY"))
      let columns = line.split(separator: " ", maxSplits: 3).map(String.init)
      let printed = columns[2] + " " + (columns[3].split(separator: " ").first ?? "")
      let again = try #require(try book.json("add", printed, "--dry-run").object)
      #expect(again.text("amount") == record.text("amount"))
      #expect(again.text("currency") == record.text("currency"))
    }
  }

  @Test(
    "M06: a currency keeps its digits in every view",
    arguments: [
      ("JPY 500000", "JPY", "500000"), ("KRW 500,000", "KRW", "500000"),
      ("KWD 1.234", "KWD", "1.234"), ("TWD 12.50", "TWD", "12.50"), ("TWD 120", "TWD", "120.00"),
      ("CLF 1.2345", "CLF", "1.2345"),
    ])
  func digits(_ written: String, _ currency: String, _ number: String) throws {
    let book = OrganizeBook()
    try book.text("add", written)
    let printed = "\(currency) \(number)"
    for words in [["list"], ["show", "q1"]] { #expect(book.run(words).output.contains(printed)) }
    try book.text("organize", "q1")
    for words in [["transactions"], ["show", "t1"], []] {
      #expect(book.run(words).output.contains(printed))
    }
    let export = try #require(try book.json("export", "json").object)
    for key in ["quick_records", "transactions"] {
      let record = try #require(export[key]?.array?.first?.object)
      #expect(record.text("amount") == number)
      #expect(record.text("currency") == currency)
    }
  }

  @Test("M01, M06: an amount with two readings, or with too many decimals, is refused")
  func refused() throws {
    let book = OrganizeBook()
    let ambiguous = try book.error("add", "1.234")
    #expect(ambiguous.status == 65)
    #expect(ambiguous.error.text("code") == "ambiguous-separator")
    #expect(ambiguous.error.text("message")?.contains("1.234 or 1234 TWD") == true)
    #expect(try book.error("add", "JPY 12.5").error.text("code") == "amount-too-precise")
    #expect(try book.error("add", "lunch").error.text("code") == "amount-unclear")
    #expect(listFolder(book.store).isEmpty, "a refused amount makes no store")
  }

  @Test("R02: a day has one total for each currency")
  func totals() throws {
    let book = OrganizeBook()
    for amount in ["23000 VND", "5 USD", "100 JPY", "2.50 USD"] {
      try book.text("add", amount, "trip", "--at", "2026-11-30T10:00+08:00")
    }
    try book.text("organize", "q1", "q2", "q3", "q4")
    let heading = try #require(
      try book.text("transactions").split(separator: "\n").first { !$0.hasPrefix(" ") })
    #expect(heading == "2026-11-30 Monday  expense JPY 100 USD 7.50 VND 23000")
  }

  @Test("income is green and expense red, where colour is wanted")
  func colors() throws {
    let book = OrganizeBook()
    try book.text("add", "52000", "salary", "--type", "income")
    try book.text("add", "120", "lunch")
    try book.text("organize", "q1", "q2")
    let colored = try book.text("transactions", "--color", "always")
    #expect(colored.contains("\u{1B}[32mTWD 52000.00\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[31mTWD 120.00\u{1B}[0m"))
    #expect(try !book.text("transactions").contains("\u{1B}"))
  }
}
