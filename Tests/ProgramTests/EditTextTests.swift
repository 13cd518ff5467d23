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
