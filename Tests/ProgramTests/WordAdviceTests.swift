import TestSupport
import Testing

@Suite("mm-organize: words in the wrong place", .fewAtATime)
struct WordAdviceTests {
  private let book = OrganizeBook()

  @Test(
    "what was meant is said as a whole command",
    arguments: [
      ("tag q1 lunch", "mm-organize tag q1 +lunch"),
      ("edit q1 250", "mm-organize edit q1 --amount 250"),
      ("organize q1 lunch", "mm-organize organize q1 --tag lunch"),
      ("q1 show", "mm-organize show q1"), ("q1", "mm-organize show q1"),
      ("q1 play", "mm-organize play q1"), ("add coffee 45 food", "mm-organize add 45 coffee food"),
      ("split q1 5 a -- 5 b", "mm-organize organize q1"), ("reopen q1", "mm-organize organize q1"),
      ("organize t1", "mm-organize edit t1"), ("edit x1", "mm-organize quarantine show x1"),
      ("shwo q1", "Did you mean 'show'"), ("quarantine lst", "Did you mean 'quarantine list'"),
    ])
  func advice(_ line: String, _ words: String) throws {
    try book.text("add", "10", "food")
    let outcome = book.run(line.split(separator: " ").map(String.init))
    #expect([64, 66].contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try book.json("show", "q1").object?.text("amount") == "10.00")
    #expect(try book.objects("list", "--all").count == 1)
  }

  @Test("a recording that is recorded already names its record, and how to see it")
  func twin() throws {
    writeFile(book.folder["a.wav"], Wave.tone(frames: 1600))
    try book.text("add", "10", "--audio", book.folder["a.wav"])
    let outcome = book.run("add", "11", "--audio", book.folder["a.wav"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("recorded as q1"))
    #expect(outcome.errors.contains("'mm-organize show q1'"))
  }

  @Test("history says how many more there are, and how to see them")
  func history() throws {
    for number in 1...23 { try book.text("add", "\(number)") }
    let short = try book.text("history")
    let last = short.split(separator: "\n").last
    #expect(last == "… and 3 earlier; for all of them: mm-organize history --last 23")
    #expect(try book.text("history", "--last", "23").split(separator: "\n").count == 23)
    #expect(!(try book.text("history", "--last", "5").contains("earlier")))
    #expect(try book.objects("history").count == 20)
  }

  @Test("many and long tags leave the columns of a list where they are; --json has them whole")
  func tags() throws {
    let long = String(repeating: "很長的標籤", count: 10)
    try book.text("add", "10", long, "two", "three", "four", "five", "--place", "Office")
    try book.text("add", "11", "food", "--place", "Home")
    let lines = try book.text("list").split(separator: "\n").filter { $0.contains("@") }
    let columns = lines.map { line in
      line.prefix(upTo: line.firstIndex(of: "@") ?? line.startIndex).description
    }
    #expect(columns.count == 2)
    #expect(Set(columns.map(width)).count == 1)
    #expect(columns.allSatisfy { width($0) <= 90 })
    #expect(columns.contains { $0.contains("…") })
    let tags = try book.objects("list").map { $0.texts("tags") }
    #expect(tags.contains([long, "two", "three", "four", "five"]))
  }

  /// Of a Chinese character two columns.
  private func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x4E00 && $1.value < 0xA000 ? 2 : 1) }
  }
}
