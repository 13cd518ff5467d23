import JSON
import Linux
import TestSupport
import Testing

extension QuarantineCureTests {
  @Test(
    "where one of several recordings cannot be read, the others are kept before they are let go")
  func oneBroken() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.json", into: book.inbox, QuarantineCase.money)
    dropFile("a.flac", into: book.inbox, Array("this is text".utf8))
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    let item = try #require(try book.json("quarantine", "show", "x1").object)
    try #require(item.text("code") == "sidecar-ambiguous")
    #expect(item.text("cure")?.hasPrefix("a.flac cannot be kept, so write its amount down") == true)
    let (status, error) = try book.error("quarantine", "fix", "x1", "--recording", "a.wav")
    #expect(status == 65 && error.text("code") == "not-audio")
    #expect(error.text("hint") == item.text("cure"))
    let commands = try typeAll("x1", book)
    #expect(commands.count == 3 && commands.last == "mm-organize quarantine drop x1")
    let records = try book.objects("list")
    #expect(records.compactMap { $0["audio"]?.object }.count == 1)
    try book.expectSoundFiles(records)
  }

  @Test("what cannot be looked at now is not called broken, and nobody is told to let it go")
  func notThereNow() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    dropFile("b.mp3.json", into: book.inbox, QuarantineCase.money)
    dropFile("b.mp3", into: book.inbox, Array("this is text".utf8))
    try book.ingest()
    for (name, role, command) in [
      ("a.wav", "recording", "fix"), ("b.mp3", "sidecar", "accept"),
    ] {
      let item = try #require(
        try book.objects("quarantine").first { $0.texts("names").contains(name) })
      let id = try #require(item.text("id"))
      let file = try #require(
        item["files"]?.array?.compactMap(\.object).first { $0.text("role") == role })
      let path = "\(book.store)/\(try #require(file.text("path")))"
      let bytes = try #require(readFile(path))
      removeTree(path)
      let outcome = book.run("quarantine", "show", id)
      #expect(outcome.status == 0)
      let first = outcome.output.split(separator: "\n").first { $0.hasPrefix("type") }
      #expect(first?.contains("mm-organize quarantine \(command) \(id)") == true)
      #expect(outcome.errors.isEmpty == (role == "recording"))
      let list = book.run("quarantine", "list", "--json")
      #expect(list.status == 0)
      writeFile(path, bytes)
    }
  }

  @Test("the list decodes no recording, which only a look at one thing does")
  func listDecodesNothing() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("a.wav", into: book.inbox, Array("this is text".utf8))
    try book.ingest()
    let listed = try #require(try book.objects("quarantine").first?.texts("commands"))
    #expect(listed.first == "mm-organize quarantine fix x1 --amount AMOUNT")
    let shown = try #require(try book.json("quarantine", "show", "x1").object?.texts("commands"))
    #expect(shown.first == "mm-organize add AMOUNT")
  }
}
