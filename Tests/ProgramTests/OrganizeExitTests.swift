import JSON
import Records
import Storage
import TestSupport
import Testing

@Suite("mm-organize: exit statuses and streams", .fewAtATime)
struct OrganizeExitTests {
  @Test("without a store every reading verb says where it looked, and exits 66")
  func noStore() throws {
    let book = OrganizeBook()
    for words in [
      [], ["list"], ["show", "q1"], ["transactions"], ["organize", "q1"], ["quarantine"],
    ] {
      let outcome = book.run(words)
      #expect(outcome.status == 66, "\(words)")
      #expect(outcome.errors.contains(book.store))
    }
    #expect(listFolder(book.folder.path).isEmpty)
  }

  @Test("what is wrong with the command line is said with the word that was meant")
  func usage() throws {
    let book = OrganizeBook()
    let (status, error) = try book.error("list", "--form", "today")
    #expect(status == 64)
    #expect(error.text("message") == "There is no option --form. Did you mean --from?")
    #expect(error.text("hint") == "Run 'mm-organize list --help' for what it takes.")
    for (words, command) in [
      (["show"], "mm-organize show --help"),
      (["add", "5", "--lat", "3"], "mm-organize add --help"),
      (["quarantine", "fix"], "mm-organize quarantine fix --help"),
      (["list", "--all", "--deleted"], "mm-organize list --help"),
      (["lisst"], "mm-organize --help"),
    ] {
      #expect(book.run(words).errors.contains("Run '\(command)'"), "\(words)")
    }
    for words in [["lisst"], ["show"], ["show", "12"], ["delete", "q"], ["export", "xml"]] {
      #expect(book.run(words).status == 64, "\(words)")
    }
  }

  @Test("a record that is not there, and one of another kind, are 66")
  func noRecord() throws {
    let book = OrganizeBook()
    try book.text("add", "1")
    let (status, error) = try book.error("show", "q2")
    #expect(status == 66)
    #expect(error.text("code") == "no-such-record")
    #expect(error.text("hint") != nil)
    #expect(try book.error("organize", "t1").status == 66)
  }

  @Test("a wrong configuration is 78 and names its line")
  func configuration() throws {
    let book = OrganizeBook()
    writeFile(book.folder["bad.conf"], "[store]\ncolour = blue\n")
    let outcome = book.run("list", "--config", book.folder["bad.conf"])
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("bad.conf:2") || outcome.errors.contains("line 2"))
  }

  @Test("an export goes into a new file, never over one that is there")
  func export() throws {
    let book = OrganizeBook()
    try book.text("add", "120", "food")
    let path = book.folder["out.json"]
    #expect(try book.text("export", "json", "-o", path).isEmpty)
    let written = try #require(readFile(path))
    #expect(try JSONReader.read(written) == (try book.json("export", "json")))
    #expect(try book.error("export", "json", "-o", path).status == 73)
    #expect(try book.error("export", "json", "-o", book.folder["no/out.json"]).status == 73)
    #expect(readFile(path) == written)
  }

  @Test("Q02: behind a write lock that stays, reading works and writing is 75 with a plain message")
  func busy() throws {
    let book = OrganizeBook()
    try book.text("add", "120")
    try book.openStore().write { writer in
      try writer.operation(.organize, by: .organize, at: OrganizeBook.noon) {}
      for words in [["list"], ["show", "q1"], ["transactions"], ["export", "json"], []] {
        #expect(book.run(words).status == 0, "\(words)")
      }
      let (status, error) = try book.error("organize", "q1")
      #expect(status == 75)
      #expect(error.text("code") == "busy")
      #expect(error.text("message")?.contains("Try again") == true)
    }
    #expect(try book.objects("organize", "q1").count == 1)
  }

  @Test("a reader who goes away ends it quietly")
  func brokenPipe() throws {
    let book = OrganizeBook()
    let note = String(repeating: "n", count: 10_000)
    for _ in 0..<20 { try book.capture(RecordFields(note: note)) }
    let outcome = BuiltProgram.run(
      "/bin/bash",
      [
        "-c", #"set -o pipefail; "$0" list --json --store "$1" | head -c 1"#,
        BuiltProgram.path("mm-organize"), book.store,
      ], environment: ["XDG_CONFIG_HOME": book.folder.path])
    #expect(outcome.status == 0)
    #expect(outcome.output == "[")
    #expect(outcome.errors.isEmpty)
  }

  @Test("help and version need neither store nor configuration")
  func help() throws {
    let book = OrganizeBook()
    let help = try book.text("--help")
    for word in ["organize [ID…]", "quarantine [list]", "75", "--json"] {
      #expect(help.contains(word))
    }
    #expect(try book.text("organize", "--help").contains("--tag +TAG -TAG…"))
    #expect(try book.text("--version").hasPrefix("mm-organize "))
  }
}
