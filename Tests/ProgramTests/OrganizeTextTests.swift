import JSON
import Records
import TestSupport
import Testing

@Suite("mm-organize: names, texts and days", .fewAtATime)
struct OrganizeTextTests {
  @Test("T04: accented, Chinese, joined and Devanagari tags are kept whole, aligned and found")
  func tags() throws {
    let book = OrganizeBook()
    let names = ["thème", "食費", "👨‍👩‍👧", "किराया"]
    for name in names { try book.text("add", "120", name) }
    #expect(try book.objects("list").flatMap { $0.texts("tags") } == names)
    let list = try book.text("list")
    for name in names {
      #expect(list.contains("[\(name)]"))
      #expect(try book.objects("list", "--tag", name).count == 1)
    }
    #expect(try book.error("add", "1", "a\u{7}b").error.text("code") == "tag-refused")
  }

  @Test("what needs a look is counted and listed by one rule, in words that agree with the number")
  func needsReview() throws {
    let book = OrganizeBook()
    try book.text("add", "120", "food")
    try book.capture(RecordFields())
    let one = try book.text()
    #expect(one.contains("1 of the open records needs a look"))
    #expect(try book.objects("list", "--needs-review").map { $0.text("id") } == ["q2"])
    try book.capture(
      RecordFields(amount: Money(minorUnits: 100, currency: .twd)),
      review: [ReviewNote(field: .audio, code: .silent, message: "Silent.", text: nil)])
    #expect(try book.text().contains("2 of the open records need a look"))
    #expect(try book.objects("list", "--needs-review").count == 2)
    #expect(
      book.run("audit").output.contains("Looked at 3 quick records, 0 transactions, 0 things"))
  }

  @Test("whoever writes a comma is shown one, in messages too")
  func decimalComma() throws {
    let book = OrganizeBook()
    let comma = ["MONEYMOM_DEFAULTS_DECIMAL_MARK": "comma"]
    let wrong = book.run(["add", "abc"], environment: comma)
    #expect(wrong.errors.contains("Write an amount like 1234,50 or 'TWD 1234,50'."))
    #expect(book.run("add", "abc").errors.contains("'TWD 1234.50'"))
    try book.text("add", "12,50", environment: comma)
    let finer = book.run(["organize", "q1", "--currency", "JPY"], environment: comma)
    #expect(finer.status == 65 && finer.errors.contains("12,50 has more decimals than JPY"))
  }

  @Test("T01: one tag in two spellings is one, and is found by either")
  func spellings() throws {
    let book = OrganizeBook()
    try book.text("add", "120", "Caf\u{E9}", "CAFE\u{301}")
    #expect(try book.objects("list").map { $0.texts("tags").count } == [1])
    #expect(try book.objects("list", "--tag", "cafe\u{301}").count == 1)
  }

  @Test("T07: what a terminal would obey is shown, not sent")
  func controls() throws {
    let book = OrganizeBook()
    let evil = "\u{1B}]0;owned\u{7}\u{9B}2J\n\u{202E}txt"
    try book.capture(
      RecordFields(
        amount: Money(minorUnits: 100, currency: .twd), note: evil,
        place: Place(name: evil, coordinates: nil)),
      review: [
        ReviewNote(field: .amount, code: .amountUnclear, message: "Unclear.", text: evil)
      ], name: FileName("a\u{1B}[2J\n.wav"))
    for words in [
      ["list"], ["show", "q1"], ["organize", "q1"], ["transactions"], ["show", "t1"],
    ] {
      let outcome = book.run(words)
      #expect(outcome.status == 0)
      for scalar in outcome.output.unicodeScalars where scalar != "\n" {
        #expect(
          ![.control, .format].contains(scalar.properties.generalCategory),
          "\(words) sends U+\(String(scalar.value, radix: 16))")
      }
    }
    #expect(try book.text("show", "q1").contains(#"\u{1b}]0;owned"#))
    let error = book.run("show", "\u{1B}[2J")
    #expect(error.status == 64 && !error.errors.contains("\u{1B}"))
    #expect(try book.objects("list", "--all").first?.text("note") == evil)
  }

  @Test("W15: a name that is not UTF-8 is shown escaped, and given exactly in base 64")
  func rawName() throws {
    let book = OrganizeBook()
    let name = FileName(bytes: Array("memo_".utf8) + [0xF1] + Array(".wav".utf8))
    try book.capture(RecordFields(amount: Money(minorUnits: 100, currency: .twd)), name: name)
    let record = try #require(try book.objects("list").first)
    #expect(record.text("source_name") == #"memo_\xf1.wav"#)
    #expect(record.text("source_name_base64") == "bWVtb1/xLndhdg==")
    #expect(try book.text("show", "q1").contains(#"memo_\xf1.wav"#))
  }

  @Test("D01, D02: reports are the same wherever they are read")
  func zones() throws {
    let book = OrganizeBook()
    for time in [
      "2025-11-13T07:40+10:00", "2020-09-30T22:00-03:00", "2026-11-30T23:59:59+14:00",
      "2026-12-01T00:00-11:00", "2026-11-30",
    ] {
      try book.text("add", "10", "x", "--at", time)
    }
    try book.text("organize", "q1", "q2", "q3")
    let queries = [
      ["list"], ["list", "--all", "--json"], ["transactions"], ["transactions", "--json"],
      ["transactions", "--on", "2025-11"], ["list", "--on", "2026-12-01"], ["show", "t1"],
    ]
    for words in queries {
      let answers = ["Asia/Taipei", "America/New_York", "Pacific/Kiritimati"].map {
        book.run(words, environment: ["TZ": $0]).output
      }
      #expect(!answers[0].isEmpty && Set(answers).count == 1, "\(words)")
    }
    #expect(
      try book.objects("list", "--all").map { $0.text("day") } == [
        "2020-09-30", "2025-11-13", "2026-11-30", "2026-11-30", "2026-12-01",
      ])
  }
}
