import JSON
import Records
import TestSupport
import Testing

@Suite("mm-organize: verbs", .fewAtATime)
struct OrganizeVerbTests {
  @Test("a record with an amount is organised whole, and is open no longer")
  func organize() throws {
    let book = OrganizeBook()
    try book.text(
      "add", "120", "food", "lunch", "--at", "2026-11-30T12:34:56+08:00", "--note", "with Ann")
    let made = try book.objects(
      "organize", "q1", "--place", "Ice Monster", "--lat", "25.0330", "--lon", "121.5654", "--tag",
      "+noodles", "-lunch")
    let transaction = try #require(made.first)
    #expect(made.count == 1)
    #expect(transaction.text("id") == "t1")
    #expect(transaction.text("amount") == "120.00")
    #expect(transaction.text("type") == "expense")
    #expect(transaction.texts("tags") == ["food", "noodles"])
    #expect(transaction.text("occurred_at") == "2026-11-30T12:34:56+08:00")
    #expect(transaction["place"]?.object?.text("latitude") == "25.0330")
    #expect(transaction.texts("quick_records") == ["q1"])
    #expect(try book.objects("list").isEmpty)
    let record = try #require(try book.json("show", "q1").object)
    #expect(record["organized"]?.bool == true)
    #expect(record.texts("transactions") == ["t1"])
    #expect(try book.objects("transactions") == made)
  }

  @Test("organising twice is refused and names the transaction")
  func twice() throws {
    let book = OrganizeBook()
    try book.text("add", "120")
    try book.text("organize", "q1")
    let (status, error) = try book.error("organize", "q1")
    #expect(status == 65)
    #expect(error.text("code") == "already-organized")
    #expect(error["status"]?.integer == 65)
    #expect(error.text("message") == "q1 is already organised as t1.")
  }

  @Test("what is missing is named, with the way to give it, and nothing is organised")
  func missing() throws {
    let book = OrganizeBook()
    try book.capture(RecordFields(amount: Money(minorUnits: 100, currency: .twd)))
    try book.capture(RecordFields())
    let (status, error) = try book.error("organize", "q1", "q2")
    #expect(status == 65)
    #expect(error.text("code") == "missing-amount")
    #expect(error.text("hint") == "Give it: mm-organize organize q2 --amount …")
    #expect(try book.objects("list").count == 2)
  }

  @Test("every change can be tried first, and then changes nothing")
  func dryRuns() throws {
    let book = OrganizeBook()
    try book.text("add", "5", "tea", "--dry-run")
    #expect(listFolder(book.folder.path).isEmpty, "no store is made")
    try book.text("add", "120", "food")
    try book.text("add", "80")
    try book.text("delete", "q2")
    let before = try book.json("export", "json")
    for words in [["add", "5", "tea"], ["organize", "q1"], ["delete", "q1"], ["restore", "q2"]] {
      let outcome = book.run(words + ["--dry-run"])
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("would "))
    }
    #expect(book.run("organize", "q2", "--dry-run").status == 66)
    #expect(try book.json("export", "json") == before)
  }

  @Test("deleted records leave the lists, are kept in the export, and come back")
  func deleteAndRestore() throws {
    let book = OrganizeBook()
    try book.text("add", "120", "food")
    let before = try book.json("show", "q1")
    #expect(try book.json("delete", "q1") == ["q1"])
    #expect(try book.objects("list", "--all").isEmpty)
    #expect(try book.objects("list", "--deleted").count == 1)
    let kept = try book.json("export", "json").object?["quick_records"]?.array?.first?.object
    #expect(kept?["deleted"]?.bool == true)
    try book.text("restore", "q1")
    #expect(try book.json("show", "q1") == before)
  }

  @Test("R03: two recordings alike in amount, minute and tags are two; the same one twice is one")
  func alike() throws {
    let book = OrganizeBook()
    writeFile(book.folder["a.wav"], Wave.tone(frames: 1600, seed: 1))
    writeFile(book.folder["b.wav"], Wave.tone(frames: 1600, seed: 2))
    writeFile(book.folder["again.wav"], Wave.tone(frames: 1600, seed: 1))
    let shared = ["120", "lunch", "--at", "2026-11-30T12:34+08:00"]
    for name in ["a.wav", "b.wav"] {
      #expect(book.run(["add"] + shared + ["--audio", book.folder[name]]).status == 0)
    }
    let again = book.run(["add"] + shared + ["--audio", book.folder["again.wav"], "--json"])
    #expect(again.status == 65 && again.errors.contains("already recorded as q1"))
    let records = try book.objects("list")
    #expect(records.map { $0.text("amount") } == ["120.00", "120.00"])
    #expect(records.map { $0["audio"]?.object?["duration_ms"]?.integer } == [100, 100])
    #expect(Set(records.map { $0["audio"]?.object?.text("sha256") }).count == 2)
    let lines = try book.text("list").split(separator: "\n")
    #expect(lines.filter { $0.contains("[lunch]") }.count == 2)
  }

  @Test("a file that is no recording is not added, and says why")
  func noRecording() throws {
    let book = OrganizeBook()
    writeFile(book.folder["a.wav"], "this is text")
    let (status, error) = try book.error("add", "120", "--audio", book.folder["a.wav"])
    #expect(status == 65)
    #expect(error.text("code") == "not-audio")
    #expect(try book.objects("list").isEmpty)
    #expect(try book.error("add", "1", "--audio", book.folder["b.wav"]).status == 66)
  }

  @Test("the query finds by day, tag, amount, currency, type, place and text")
  func query() throws {
    let book = OrganizeBook()
    try book.text("add", "120", "food", "--at", "2026-11-29", "--place", "Ice Monster")
    try book.text("add", "80", "food", "tea", "--at", "2026-11-30", "--note", "with Ann")
    try book.text("add", "USD 5", "gift", "--at", "2026-12-01", "--type", "income")
    try book.capture(
      RecordFields(capturedAt: .day(CalendarDay(daysSinceEpoch: 0))),
      review: [ReviewNote(field: .amount, code: .amountUnclear, message: "Unclear.", text: "x")])
    func ids(_ words: String...) throws -> [String] {
      let outcome = book.run(["list"] + words + ["--json"])
      try #require(outcome.status == 0, "\(words): \(outcome.errors)")
      let records = try JSONReader.read(Array(outcome.output.utf8)).array ?? []
      return records.compactMap { $0.object?.text("id") }
    }
    #expect(try ids("--on", "2026-11") == ["q1", "q2"])
    #expect(try ids("--from", "2026-11-30") == ["q2", "q3"])
    #expect(try ids("--from", "2026-11-29", "--to", "2026-11-29") == ["q1"])
    #expect(try ids("--tag", "FOOD") == ["q1", "q2"])
    #expect(try ids("--tag", "food", "--tag", "tea") == ["q2"])
    #expect(try ids("--tag", "food", "--without-tag", "tea") == ["q1"])
    #expect(try ids("--min", "100") == ["q1"])
    #expect(try ids("--max", "100") == ["q2"])
    #expect(try ids("--currency", "USD") == ["q3"])
    #expect(try ids("--type", "income") == ["q3"])
    #expect(try ids("--place", "ice monster") == ["q1"])
    #expect(try ids("--text", "ann") == ["q2"])
    #expect(try ids("--needs-review") == ["q4"])
    #expect(try ids("--has-audio").isEmpty)
    try book.text("organize", "q1")
    #expect(try ids() == ["q4", "q2", "q3"])
    #expect(try ids("--organized") == ["q1"])
    #expect(try ids("--all").count == 4)
    #expect(book.run("list", "--all", "--organized").status == 64)
    #expect(book.run("list", "--on", "someday").status == 65)
  }
}
