import Records
import TestSupport
import Testing

@Suite("mm-organize: edit --editor", .fewAtATime)
struct EditTextTests {
  private let loop = LoopBook()
  private var book: OrganizeBook { loop.book }

  /// `$1` is the file for the script.
  private func edit(_ script: String) -> BuiltProgram.Outcome {
    let editor = ScriptedProgram.shell(script, in: book.folder)
    return book.run(
      ["edit", "q1", "--editor"],
      environment: ["EDITOR": "'\(editor)'", "TMPDIR": book.folder.path])
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
    #expect(outcome.status == 0, "\(outcome.errors)")
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
    #expect(outcome.output == "nothing is changed\n")
    #expect(!book.run("history", "q1").output.contains("edit"))
    #expect(kept.isEmpty)
  }

  @Test("a text with an error is opened again, with the error above the line")
  func reopened() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(
      #"if grep -q '^#!! ' "$1"; then sed -i 's/^amount: .*/amount: 12/' "$1"; else sed -i 's/^amount: .*/amount: 12x/' "$1"; fi"#
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1200)
    #expect(kept.isEmpty)
  }

  @Test("an editor that cannot start is named, and leaves nothing behind")
  func unstarted() throws {
    try loop.capture(1, amount: 10)
    let outcome = book.run(
      ["edit", "q1", "--editor"],
      environment: ["EDITOR": "no-such-editor --wait", "TMPDIR": book.folder.path])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("The editor 'no-such-editor --wait' cannot be started"))
    #expect(outcome.errors.contains("EDITOR"))
    #expect(kept.isEmpty)
    let asked = book.run(["edit", "q1", "--editor", "--no-input"], environment: ["EDITOR": "true"])
    #expect(asked.status == 64 && asked.errors.contains("--no-input"), "\(asked.errors)")
  }

  @Test(
    "a text that the editor took away is said to be gone, and one that nobody wrote in is not kept")
  func gone() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(#"rm "$1""#)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("The text is gone"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("What you wrote is in"))
    #expect(edit("exit 1").errors.contains("did not end well"))
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
    #expect([65, 66, 75].contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors.contains("What you wrote is in"), "\(outcome.errors)")
    #expect(kept.count == 1)
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1000)
  }

  @Test("a dry run says what would become of the text, and --json prints the record")
  func dryRun() throws {
    try loop.capture(1, amount: 10)
    let editor = ScriptedProgram.shell(
      #"sed -i 's/^amount: .*/amount: 99/' "$1""#, in: book.folder)
    let environment = ["EDITOR": "'\(editor)'", "TMPDIR": book.folder.path]
    let dry = book.run(["edit", "q1", "--editor", "--dry-run"], environment: environment)
    #expect(dry.status == 0 && dry.output.contains("would become:"), "\(dry.errors)")
    #expect(try book.json("show", "q1").object?.text("amount") == "10.00")
    let done = book.run(["edit", "q1", "--editor", "--json"], environment: environment)
    #expect(done.status == 0 && done.output.contains("\"99.00\""), "\(done.errors)")
    #expect(kept.isEmpty)
  }

  @Test("what cannot be saved is kept, and its path told")
  func keptText() throws {
    try loop.capture(1, amount: 10)
    let outcome = edit(#"sed -i 's/^amount: .*/amount: 12x/' "$1""#)
    #expect(outcome.status == 65)
    let name = try #require(kept.first)
    #expect(outcome.errors.contains(name))
    let failing = edit(#"sed -i 's/^amount: .*/amount: 99/' "$1"; exit 3"#)
    #expect(failing.status == 74)
    #expect(kept.count == 2)
    let record = try book.openStore().read { try $0.quickRecord(RecordID(.quickRecord, 1)) }
    #expect(record?.fields.amount?.minorUnits == 1000)
  }
}
