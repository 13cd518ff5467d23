import JSON
import TestSupport
import Testing

@Suite("mm-organize: changes of all that a query finds")
struct BulkCommandTests {
  private let book = OrganizeBook()

  /// Three open records of food, one of rent.
  private func fill() throws {
    for amount in ["10", "20", "30"] { try book.text("add", amount, "food") }
    try book.text("add", "900", "rent", "--currency", "JPY")
  }

  private func operations() throws -> [String?] {
    try book.objects("history").map { $0.text("kind") }.filter { $0 != "capture" }
  }

  @Test("a query that says nothing changes nothing, and everything is asked for by its word")
  func empty() throws {
    try fill()
    for words in [
      ["organize"], ["edit", "--note", "x"], ["tag", "+x"], ["delete"], ["restore"], ["reopen"],
    ] {
      let refused = book.run(words)
      #expect(refused.status == 64, "\(words)")
      #expect(refused.errors.contains("by their IDs or by a query"), "\(refused.errors)")
      #expect(refused.errors.contains("--all"), "\(refused.errors)")
    }
    let both = book.run("delete", "q1", "--on", "today")
    #expect(both.status == 64 && both.errors.contains("There are IDs, and with --on a query"))
    let blank = book.run("delete", "--text", " ", "--yes")
    #expect(blank.status == 64 && blank.errors.contains("blank"), "\(blank.errors)")
    #expect(book.run("tag", "--all", "--open", "--organized", "+x").status == 64)
    #expect(try operations().isEmpty)
    #expect(try book.json("delete", "--all", "--yes").array?.count == 4)
    #expect(try book.objects("list").isEmpty)
  }

  @Test("a word that sets a field is told from the one that finds records")
  func fieldsAndConditions() throws {
    try fill()
    let refused = book.run("edit", "--tag", "food", "--note", "x")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("a query says --with-tag instead"), "\(refused.errors)")
    try book.text("edit", "--with-tag", "food", "--min", "25", "--tag", "+big")
    #expect(try book.objects("list", "--tag", "big").map { $0.text("amount") } == ["30.00"])
    try book.text(
      "edit", "--in-currency", "JPY", "--currency", "TWD", "--type", "expense", "--place", "Home")
    #expect(
      try book.objects("list", "--at-place", "home", "--of-type", "expense", "--with-tag", "rent")
        .map { $0.text("currency") } == ["TWD"])
    // The same query finds the same records everywhere.
    #expect(try book.objects("list", "--with-tag", "food", "--min", "25").count == 1)
  }

  @Test("more than one record is shown and asked about; without a terminal that needs --yes")
  func unconfirmed() throws {
    try fill()
    for extra in [[], ["--no-input"]] {
      let refused = book.run(["tag", "--tag", "food", "+meal"] + extra)
      #expect(refused.status == 64 && refused.output.isEmpty)
      #expect(refused.errors.contains("3 records would be changed"), "\(refused.errors)")
      #expect(refused.errors.contains("--yes"))
    }
    let shown = try book.text("tag", "--tag", "food", "+meal", "--dry-run")
    #expect(shown.contains("tags food -> food, meal"), "\(shown)")
    #expect(shown.hasSuffix("3 records: of no type yet TWD 60.00\n"), "\(shown)")
    #expect(try operations().isEmpty)
    // One record is no reason to ask.
    try book.text("tag", "--tag", "rent", "+meal")
    let done = try book.text("tag", "--tag", "food", "+meal", "--yes")
    #expect(done.contains("3 records changed; 'mm-organize undo' takes it back."), "\(done)")
    #expect(try operations() == ["edit", "edit"])
    #expect(book.run("delete", "--tag", "nobody", "--yes").output.contains("No record fits"))
  }

  private func deletion() -> TerminalProgram {
    TerminalProgram(
      BuiltProgram.path("mm-organize"), ["delete", "--tag", "food", "--store", book.store],
      environment: Household.quiet)
  }

  @Test("on a terminal it asks, and only a yes is one", arguments: ["n", "", "y"])
  func asked(_ answer: String) throws {
    try fill()
    let terminal = deletion()
    #expect(terminal.answer("Delete 3 records? [y/N]", "\(answer)\r"))
    #expect(terminal.end() == 0)
    #expect(terminal.editsLines)
    #expect(terminal.lines.contains { $0.hasPrefix("  q1") })
    #expect(try book.objects("list", "--deleted").count == (answer == "y" ? 3 : 0))
  }

  @Test("neither a paste nor what was typed before the question is a yes, and Ctrl-C is none")
  func notMeant() throws {
    try fill()
    let hasty = deletion()
    #expect(hasty.press("y\r"))
    #expect(hasty.answer("Delete 3 records? [y/N]", "\r"))
    #expect(hasty.end() == 0)
    let pasted = deletion()
    #expect(
      pasted.answer("[y/N]", "\u{1B}[200~y\ny\n\u{1B}[201~", staysInLine: true))
    #expect(pasted.answer("[y/N] y y", "\u{3}"))
    #expect(pasted.end() == 128 + 2)
    #expect(pasted.editsLines)
    #expect(try book.objects("list", "--deleted").isEmpty)
  }

  @Test("a long preview is shortened, with the count and one total for each currency")
  func long() throws {
    for number in 1...25 { try book.text("add", "\(number)", "many") }
    try book.text("add", "7", "many", "--currency", "JPY", "--type", "income")
    let shown = try book.text("delete", "--tag", "many", "--dry-run")
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 22, "\(shown)")
    #expect(lines[20] == "  … and 6 more")
    #expect(lines[21] == "26 records: income JPY 7, of no type yet TWD 325.00")
    #expect(try book.json("delete", "--tag", "many", "--yes").array?.count == 26)
  }

  @Test("R07: each change of many is taken back whole, by another process, while memos come")
  func undone() throws {
    let home = Household()
    for seed in 1...3 {
      home.drop("\(seed).wav", seed: UInt64(seed), sidecar: #"{"amount": 5, "tags": "food"}"#)
    }
    home.ingestOnce()
    let steps: [[String]] = [
      ["organize", "--open"], ["edit", "--all", "--note", "x", "--place", "Office"],
      ["tag", "--tag", "food", "+meal", "-food"], ["reopen", "--all"], ["delete", "--open"],
      ["restore", "--all"], ["tags", "rename", "food", "Essen"],
    ]
    func state() throws -> [String] {
      try ["list --all", "list --deleted", "transactions", "transactions --deleted"].map {
        let words = $0.split(separator: " ").map(String.init)
        let outcome = BuiltProgram.run(
          BuiltProgram.path("mm-organize"), words + ["--json", "--to", "2030-01-01"] + home.places,
          environment: Household.quiet)
        let document = try JSONReader.read(
          Array(outcome.output.utf8), limits: .init(bytes: 1 << 26))
        // What came meanwhile is another matter.
        let own = (document.array ?? []).filter {
          $0.object?.text("source_name") != "late.wav"
        }
        return JSONValue.array(own).text()
      }
    }
    for (index, step) in steps.enumerated() {
      let before = try state()
      let done = BuiltProgram.run(
        BuiltProgram.path("mm-organize"), step + ["--yes"] + home.places,
        environment: Household.quiet)
      #expect(done.status == 0, "\(step): \(done.errors)")
      let after = try state()
      #expect(after != before, "\(step)")
      if index == 1 {
        home.drop("late.wav", seed: 99)
        home.ingestOnce()
      }
      #expect(home.organize("undo").status == 0)
      #expect(try state() == before, "\(step)")
      #expect(home.organize("redo").status == 0)
      #expect(try state() == after, "\(step)")
    }
    try home.expectSoundStore()
  }
}
