import JSON
import Linux
import TestSupport
import Testing

@Suite("mm-organize: quarantine, inbox and status", .fewAtATime)
struct OrganizeQuarantineTests {
  private func ingest(_ book: OrganizeBook) {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"],
      environment: [
        "XDG_CONFIG_HOME": book.folder.path, "MONEYMOM_STORE": book.store,
        "MONEYMOM_INBOX": book.inbox, "TZ": "Asia/Taipei",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("A19: what was set aside is listed with its reason and cure, given back, and let go")
  func wholeLife() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    writeFile("\(book.inbox)/memo.mp3", "this is text")
    writeFile("\(book.inbox)/memo.mp3.json", #"{"amount": 120}"#)
    ingest(book)
    let item = try #require(try book.objects("quarantine").first)
    #expect(item.text("id") == "x1")
    #expect(item.text("code") == "not-audio")
    #expect(Set(item.texts("names")) == ["memo.mp3", "memo.mp3.json"])
    let audio = try #require(item.text("audio"))
    #expect(readFile("\(book.store)/\(audio)") == Array("this is text".utf8))
    for key in ["message", "cure", "sidecar", "at"] { #expect(item.text(key) != nil) }
    #expect(item["record"] == JSONValue.null)
    #expect(try book.json("quarantine", "show", "x1").object == item)
    #expect(try book.text("quarantine").contains("not-audio"))

    try book.text("quarantine", "retry", "x1", "--dry-run")
    #expect(listFolder(book.inbox).isEmpty)
    try book.text("quarantine", "retry", "x1")
    #expect(listFolder(book.inbox) == ["memo.mp3", "memo.mp3.json"])
    #expect(try book.objects("quarantine").isEmpty)
    #expect(try book.error("quarantine", "retry", "x1").status == 65)

    ingest(book)
    #expect(try book.objects("quarantine").map { $0.text("id") } == ["x2"])
    try book.text("quarantine", "drop", "x2")
    #expect(try book.text("quarantine") == "Nothing is set aside.\n")
    #expect(
      try book.objects("quarantine", "list", "--all").map { $0.text("state") }
        == ["retried", "dropped"])
    #expect(try book.error("quarantine", "show", "x3").status == 66)
  }

  @Test("the inbox is listed while no daemon runs, without what is ignored")
  func inbox() throws {
    let book = OrganizeBook()
    #expect(try book.error("inbox").status == 66)
    try makeDirectories("\(book.inbox)/folder")
    for name in ["lunch.wav", "lunch.wav.json", ".hidden", "a.part", "~x"] {
      writeFile("\(book.inbox)/\(name)", "x")
    }
    let entries = try book.objects("inbox")
    #expect(entries.map { $0.text("name") } == ["folder", "lunch.wav", "lunch.wav.json"])
    #expect(entries.map { $0.text("state") } == ["ignored", "present", "present"])
    #expect(entries.map { $0.text("role") } == ["recording", "recording", "sidecar"])
    #expect(entries.map { $0.text("pair") } == [nil, "lunch.wav.json", "lunch.wav"])
    #expect(entries.allSatisfy { $0["code"] == JSONValue.null && $0["since"] == JSONValue.null })
    #expect(try book.text("inbox").contains("mm-ingestd does not run"))
  }

  @Test("while a daemon runs, the inbox says what each memo waits for, and since when")
  func waiting() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    #expect(try book.json("status") == ["running": false])
    let daemon = RunningDaemon(
      BuiltProgram.path("mm-ingestd"), ["--store", book.store, "--inbox", book.inbox],
      in: book.folder, environment: ["XDG_CONFIG_HOME": book.folder.path])
    dropFile("late.json", into: book.inbox, Array(#"{"amount": 120}"#.utf8))
    var entry: JSONObject?
    // Looking takes a moment, so that this ends long after the daemon has had its time.
    for _ in 0..<5000 {
      entry = try book.objects("inbox").first
      if entry?.text("code") == "for-recording" { break }
    }
    #expect(entry?.text("code") == "for-recording")
    #expect(entry?.text("state") == "waiting")
    #expect(entry?.text("since") != nil)
    let status = try #require(try book.json("status").object)
    #expect(status["running"]?.bool == true)
    #expect(status["pid"]?.integer == Int64(daemon.process))
    daemon.end()
    #expect(try book.json("status") == ["running": false])
  }
}
