import Records
import TestSupport
import Testing

@Suite("mm-organize: edit --editor", .fewAtATime)
struct EditTextTests {
  private let loop = LoopBook()
  private var book: OrganizeBook { loop.book }

  /// What came of it at a terminal.
  private struct Outcome {
    let status: Int32
    let text: String
  }

  /// `$1` is the file for the script; the answers are those to whether to go on.
  private func edit(_ script: String, _ words: String..., answers: String...) -> Outcome {
    edit(with: "'\(ScriptedProgram.shell(script, in: book.folder))'", words, answers)
  }

  private func edit(
    with editor: String, _ words: [String] = [], _ answers: [String] = []
  ) -> Outcome {
    let terminal = TerminalProgram(
      BuiltProgram.path("mm-organize"), ["edit", "q1", "--editor"] + words,
      environment: [
        "XDG_CONFIG_HOME": book.folder.path, "MONEYMOM_STORE": book.store, "TZ": "Asia/Taipei",
        "EDITOR": editor, "TMPDIR": book.folder.path,
      ], columns: 400)
    for answer in answers { #expect(terminal.answer("[y/N]", "\(answer)\r")) }
    let status = terminal.end()
    return Outcome(status: status, text: terminal.lines.joined(separator: "\n"))
  }

  /// The texts that are left behind.
  private var kept: [String] {
    BuiltProgram.run("/bin/sh", ["-c", "ls '\(book.folder.path)' | grep ^moneymom-q || true"])
      .output.split(separator: "\n").map(String.init)
  }

  @Test(
    "what is changed in the text is changed in the record, and the file, which was private, is gone"
  )
  func changed() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(
      #"stat -c %a "$1" >mode; sed -i 's/^tag: food/tag: dinner/; s/^note:/note: late/' "$1""#
        .replacing(">mode", with: ">'\(book.folder["mode"])'"))
    #expect(outcome.status == 0, "\(outcome.text)")
    let record = try #require(
      try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) })
    #expect(record.fields.tags.map(\.name) == ["dinner"])
    #expect(record.fields.note == "late")
    #expect(String(decoding: readFile(book.folder["mode"]) ?? [], as: UTF8.self) == "600\n")
    #expect(kept.isEmpty)
  }

  @Test("an unchanged text changes nothing")
  func unchanged() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit("true")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("nothing is changed"))
    #expect(!book.run("history", "q1").output.contains("edit"))
    #expect(kept.isEmpty)
  }

  @Test("a text with an error is opened again if that is wished, with the error above the line")
  func reopened() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(
      #"if grep -q '^#!! ' "$1"; then sed -i 's/^amount: .*/amount: 12/' "$1"; else sed -i 's/^amount: .*/amount: 12x/' "$1"; fi"#,
      answers: "y")
    #expect(outcome.status == 0, "\(outcome.text)")
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1200)
    #expect(kept.isEmpty)
  }

  @Test("an editor that cannot start is named, and leaves nothing behind")
  func unstarted() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(with: "no-such-editor --wait")
    #expect(outcome.status == 66)
    #expect(outcome.text.contains("The editor 'no-such-editor --wait' cannot be started"))
    #expect(outcome.text.contains("EDITOR"))
    #expect(kept.isEmpty)
  }

  @Test("no editor is started where nobody is at a terminal, or where answers are for a program")
  func nobody() throws {
    try loop.capture(1, amount: 10)
    let editor = ScriptedProgram.shell("echo >'\(book.folder["started"])'", in: book.folder)
    let piped = book.run(["edit", "q1", "--editor"], environment: ["EDITOR": "'\(editor)'"])
    #expect(piped.status == 64 && piped.errors.contains("needs a terminal"), "\(piped.errors)")
    for (option, word) in [("--json", "--json"), ("--no-input", "--no-input")] {
      let outcome = edit(with: "'\(editor)'", [option])
      #expect(outcome.status == 64 && outcome.text.contains(word), "\(outcome.text)")
    }
    #expect(readFile(book.folder["started"]) == nil)
    #expect(kept.isEmpty)
  }

  @Test("an editor that always leaves a new error ends when nobody wants to go on")
  func endless() throws {
    try loop.capture(1, amount: 10)
    let script = #"echo "wrong $(wc -l <"$1")" >>"$1""#
    let outcome = edit(script, answers: "y", "y", "")
    #expect(outcome.status == 65, "\(outcome.text)")
    let name = try #require(kept.first)
    #expect(outcome.text.contains("What you wrote is in") && outcome.text.contains(name))
  }

  @Test("what came from outside is no line, no field and no command of the editor's screen")
  func escaped() throws {
    let note = "one\u{1B}[2J\r\u{2028}amount: 99\nplain"
    let place = Place(name: "Bar\u{7}\nnote: forged", coordinates: nil)
    try loop.capture(
      1, amount: 10, note: note, place: place,
      review: [
        ReviewNote(
          field: .amount, code: .amountUnclear, message: "It\nis \u{1B}unclear.",
          text: "9\u{2028}amount: 5")
      ])
    let copy = book.folder["copy"]
    let outcome = edit("cp \"$1\" '\(copy)'; sed -i 's/^amount: .*/amount: 12/' \"$1\"")
    #expect(outcome.status == 0, "\(outcome.text)")
    let text = String(decoding: readFile(copy) ?? [], as: UTF8.self)
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!text.unicodeScalars.contains("\u{2028}"))
    #expect(text.contains(#"note: one\u{1b}[2J\u{d}\u{2028}amount: 99"#), "\(text)")
    #expect(text.contains(#"# ! amount: It\u{a}is \u{1b}unclear. (9\u{2028}amount: 5)"#), "\(text)")
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1200)
    #expect(record?.fields.note == note && record?.fields.place == place)
    let longer = edit(#"echo 'note: third' >>"$1""#)
    #expect(longer.status == 0, "\(longer.text)")
    let grown = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(grown?.fields.note == note + "\nthird")
    let changed = edit(#"sed -i 's/^note: one/note: two/' "$1""#, answers: "n")
    #expect(changed.status == 65 && changed.text.contains("cannot be typed"), "\(changed.text)")
  }

  @Test(
    "a text that the editor took away is said to be gone, and one that nobody wrote in is not kept")
  func gone() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(#"rm "$1""#)
    #expect(outcome.status == 74)
    #expect(outcome.text.contains("The text is gone"), "\(outcome.text)")
    #expect(!outcome.text.contains("What you wrote is in"))
    #expect(edit("exit 1").text.contains("did not end well"))
    #expect(kept.isEmpty)
  }

  @Test(
    "a record that something else changes, organises or deletes meanwhile stays, and the text is kept",
    arguments: ["edit q1 --note theirs", "organize q1", "delete q1"])
  func changedMeanwhile(_ words: String) throws {
    try loop.capture(1, amount: 10)
    let program = BuiltProgram.path("mm-organize")
    let outcome = edit(
      "sed -i 's/^amount: .*/amount: 99/' \"$1\"; '\(program)' \(words) >'\(book.folder["said"])'")
    #expect([65, 66, 75].contains(outcome.status), "\(outcome.text)")
    #expect(outcome.text.contains("What you wrote is in"), "\(outcome.text)")
    #expect(kept.count == 1)
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1000)
  }

  @Test("a dry run says what would become of the text")
  func dryRun() throws {
    try loop.capture(1, amount: 10)
    let dry = edit(#"sed -i 's/^amount: .*/amount: 99/' "$1""#, "--dry-run")
    #expect(dry.status == 0 && dry.text.contains("would become:"), "\(dry.text)")
    #expect(try book.json("show", "q1").object?.text("amount") == "10.00")
    #expect(kept.isEmpty)
  }

  @Test("what cannot be saved is kept, and its path told")
  func keptText() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(#"sed -i 's/^amount: .*/amount: 12x/' "$1""#, answers: "n")
    #expect(outcome.status == 65)
    let name = try #require(kept.first)
    #expect(outcome.text.contains(name))
    // Whoever goes on, and changes nothing, has given up.
    #expect(edit(#"sed -i 's/^amount: .*/amount: 12x/' "$1""#, answers: "y").status == 65)
    let failing = edit(#"sed -i 's/^amount: .*/amount: 99/' "$1"; exit 3"#)
    #expect(failing.status == 74)
    #expect(kept.count == 3)
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1000)
  }
}
