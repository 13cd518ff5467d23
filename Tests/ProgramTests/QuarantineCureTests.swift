import Hashing
import JSON
import Linux
import Records
import SQLite
import TestSupport
import Testing

@Suite("mm-organize: the cure of each quarantine code", .fewAtATime)
struct QuarantineCureTests {
  private func setAside(_ one: QuarantineCase) throws -> OrganizeBook {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    for (name, bytes) in one.before { dropFile(name, into: book.inbox, bytes) }
    if !one.before.isEmpty { try book.ingest() }
    if !one.then.isEmpty { try #require(book.run(one.then).status == 0) }
    if one.isInserted {
      try book.setAside(one.code, one.files)
    } else {
      for (name, bytes) in one.files { dropFile(name, into: book.inbox, bytes) }
      try book.ingest(one.settings)
    }
    return book
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("every code has its case")
  func complete() {
    #expect(Set(QuarantineCase.all.map(\.code)) == Set(QuarantineCode.allCases))
  }

  @Test("the command that is shown, typed as it stands, cures it", arguments: QuarantineCase.all)
  func cures(_ one: QuarantineCase) throws {
    let book = try setAside(one)
    let item = try #require(try book.json("quarantine", "show", "x1").object)
    try #require(item.text("code") == one.code.rawValue)
    let command = try #require(item.texts("commands").first)
    let shown = try book.text("quarantine", "show", "x1")
    #expect(shown.contains(command))
    #expect(shown.contains("x1  held"))

    let before = try book.json("export", "json")
    if command.contains(" fix ") || command.contains(" accept ") || command.contains(" retry ") {
      #expect(book.type(command + " --dry-run").status == 0)
      #expect(try book.json("export", "json") == before)
      #expect(try book.objects("quarantine").count == 1)
    }
    let outcome = book.type(command)
    try #require(outcome.status == 0, "\(outcome.errors)")
    if command.contains(" retry ") { try book.ingest() }

    #expect(try book.objects("quarantine").isEmpty)
    #expect(listFolder(book.inbox).isEmpty)
    let records = try book.objects("list")
    #expect(records.map { $0.text("amount") ?? "null" }.sorted() == one.amounts)
    let digests = records.compactMap { $0["audio"]?.object?.text("sha256") }
    let digest = hexadecimal(QuarantineCase.sound)
    #expect(digests.contains(digest) == (one.end != .withoutAudio))
    try book.expectSoundFiles(records)
    let state = try book.json("quarantine", "show", "x1").object?.text("state")
    let verb = command.split(separator: " ")[2]
    #expect(state == ["fix": "fixed", "accept": "accepted", "retry": "retried"][verb])
    // Nothing that was set aside is gone but what was given back.
    if !command.contains(" retry ") {
      let files = try #require(try book.json("quarantine", "show", "x1").object)["files"]?.array
      for file in try #require(files).compactMap(\.object) {
        let path = try #require(file.text("path"))
        let bytes = try #require(readFile("\(book.store)/\(path)"))
        #expect(hexadecimal(bytes) == file.text("sha256"))
      }
    }
    #expect(book.type(command).status == 65, "an item is cured once")
    #expect(try book.text("audit").contains("All of it agrees."))
  }

  @Test("a cure of another code is refused with the right one", arguments: QuarantineCase.all)
  func otherCures(_ one: QuarantineCase) throws {
    let book = try setAside(one)
    let command = try #require(
      try book.json("quarantine", "show", "x1").object?.texts("commands").first)
    var wrong: [[String]] = []
    if !command.contains(" fix ") { wrong.append(["fix", "x1", "--amount", "5"]) }
    if !command.contains(" accept "),
      ![.tooLong, .decoderTimeout, .decoderMemory].contains(one.code)
    {
      wrong.append(["accept", "x1"])
      wrong.append(["accept", "x1", "--without-audio"])
    }
    for words in wrong {
      let outcome = book.run(["quarantine"] + words)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("is no cure for x1, which is \(one.code.rawValue)."))
      #expect(outcome.errors.contains(command))
    }
    #expect(try book.objects("quarantine").count == 1)
  }

  @Test("each cure is one operation of the journal, and the item names what came of it")
  func journal() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    #expect(try book.error("quarantine", "fix", "x1").error.text("code") == "nothing-given")
    let made = try book.objects(
      "quarantine", "fix", "x1", "--amount", "JPY 300", "--tag", "+food", "--type", "income",
      "--at", "2026-11-30", "--place", "Here", "--note", "n")
    let record = try #require(made.first)
    #expect(record.text("amount") == "300")
    #expect(record.texts("tags") == ["food"] && record.text("captured_at") == "2026-11-30")
    #expect(record["sources"]?.object?.text("amount") == "user")
    let item = try #require(try book.json("quarantine", "show", "x1").object)
    #expect(item.text("state") == "fixed" && item.text("record") == "q1")
    let kept = try #require(item.text("sidecar"))
    #expect(readFile("\(book.store)/\(kept)") == Array("{".utf8))
    let connection = try Connection(opening: "\(book.store)/records.sqlite3", .readOnly)
    let operations = try connection.rows("SELECT kind, program FROM operation ORDER BY id") {
      "\($0.text()) \($0.text())"
    }
    #expect(operations == ["set-aside mm-ingestd", "fix mm-organize"])
    let sidecar = try connection.rows("SELECT bytes FROM sidecar") { $0.blob() }
    let corrected = try JSONReader.read(try #require(sidecar.first))
    #expect(corrected.object?.text("amount") == "300")
  }

  @Test("retry --all gives everything back, and nothing is both named and all")
  func retryAll() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    for name in ["a.mp3", "b.mp3"] { dropFile(name, into: book.inbox, Array("no \(name)".utf8)) }
    try book.ingest()
    #expect(book.run("quarantine", "retry").status == 64)
    #expect(book.run("quarantine", "retry", "x1", "--all").status == 64)
    #expect(try book.json("quarantine", "retry", "--all", "--dry-run") == ["x1", "x2"])
    #expect(listFolder(book.inbox).isEmpty)
    #expect(try book.json("quarantine", "retry", "--all") == ["x1", "x2"])
    #expect(listFolder(book.inbox) == ["a.mp3", "b.mp3"])
    #expect(try book.text("quarantine", "retry", "--all") == "Nothing is set aside.\n")
  }

  @Test("a sidecar changes no organised record: that is named, with what to do")
  func organized() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, QuarantineCase.money)
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    try book.text("organize", "q1")
    dropFile("b.wav.json", into: book.inbox, Array(#"{"amount": 9}"#.utf8))
    dropFile("b.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    let (status, error) = try book.error("quarantine", "accept", "x1")
    #expect(status == 65 && error.text("code") == "already-organized")
    #expect(error.text("message") == "q1 is organised as t1 already, and no sidecar changes that.")
    #expect(error.text("hint")?.contains("mm-organize quarantine drop x1") == true)
  }

  /// Types all commands of an item but the last ones that let it go, then those.
  func typeAll(_ id: String, _ book: OrganizeBook) throws -> [String] {
    let commands = try #require(
      try book.json("quarantine", "show", id).object?.texts("commands"))
    for command in commands {
      let outcome = book.type(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    return commands
  }

  @Test("for a record that is organised by now only what is not refused is shown")
  func organizedSince() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, QuarantineCase.money)
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    dropFile("b.wav.json", into: book.inbox, Array(#"{"amount": 9}"#.utf8))
    dropFile("b.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    try book.text("organize", "q1")
    dropFile("late.json", into: book.inbox, Array(#"{"amount": 7, "id": "m1"}"#.utf8))
    try book.ingest()
    #expect(
      try book.objects("quarantine").map { $0.text("code") } == [
        "duplicate-conflict", "sidecar-late",
      ])
    for id in ["x1", "x2"] {
      let cure = try #require(try book.json("quarantine", "show", id).object?.text("cure"))
      #expect(cure.hasPrefix("q1 is organised as t1"))
      #expect(
        try typeAll(id, book) == ["mm-organize show t1", "mm-organize quarantine drop \(id)"])
    }
    let gone = try #require(try book.json("quarantine", "show", "x1").object)
    #expect(gone["cure"] == JSONValue.null && gone.texts("commands").isEmpty)
  }

  @Test("for a record that is deleted by now it is brought back first")
  func deletedSince() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, QuarantineCase.money)
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    dropFile("b.wav.json", into: book.inbox, Array(#"{"amount": 9}"#.utf8))
    dropFile("b.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    try book.text("delete", "q1")
    let commands = try #require(
      try book.json("quarantine", "show", "x1").object?.texts("commands"))
    #expect(commands.prefix(2) == ["mm-organize restore q1", "mm-organize quarantine accept x1"])
    for command in commands.prefix(2) { #expect(book.type(command).status == 0) }
    #expect(try book.objects("list").map { $0.text("amount") } == ["9.00"])
  }

  @Test("where neither the sidecar nor the recording can be read, no cure promises to keep it")
  func bothBroken() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("a.wav", into: book.inbox, Array("this is text".utf8))
    dropFile("b.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("b.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    let broken = try #require(
      try book.objects("quarantine").first { $0.texts("names").contains("a.wav") }?.text("id"))
    #expect(
      try typeAll(broken, book)
        == ["mm-organize add AMOUNT", "mm-organize quarantine drop \(broken)"])
    // The other's recording becomes a record by another way meanwhile.
    dropFile("c.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    let other = try #require(try book.objects("quarantine").first?.text("id"))
    let commands = try typeAll(other, book)
    #expect(commands.first?.hasPrefix("mm-organize show q") == true && commands.count == 2)
  }

  @Test("giving back what has no readable sidecar says that it is to be corrected first")
  func retryOfInvalid() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, [])
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    #expect(
      try book.json("quarantine", "show", "x1").object?.text("message") == "The sidecar is empty.")
    let outcome = book.run("quarantine", "retry", "x1")
    #expect(outcome.status == 0 && outcome.output == "given back x1\n")
    #expect(outcome.errors.contains("a.wav.json is no readable sidecar yet. Correct it in"))
  }

  @Test("what has no sidecar has nothing to accept, and its cure does not say so")
  func noSidecar() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.mp3", into: book.inbox, Array("text".utf8))
    try book.ingest()
    let item = try #require(try book.json("quarantine", "show", "x1").object)
    #expect(item.texts("commands") == ["mm-organize quarantine drop x1"])
    #expect(
      try book.error("quarantine", "accept", "x1").error.text("code") == "sidecar-invalid")
    let (status, error) = try book.error("quarantine", "accept", "x1", "--without-audio")
    #expect(status == 65 && error.text("code") == "sidecar-invalid")
  }

  @Test("a recording that cannot be read is not fixed, and stays held with its sidecar")
  func unreadableRecording() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("a.wav", into: book.inbox, Array("this is text".utf8))
    try book.ingest()
    let (status, error) = try book.error("quarantine", "fix", "x1", "--amount", "5")
    #expect(status == 65 && error.text("code") == "not-audio")
    #expect(try book.objects("quarantine").count == 1)
    #expect(try book.objects("list", "--all").isEmpty)
    #expect(listFolder("\(book.store)/audio").allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test("a sidecar alone changes the open record of its name, else becomes a record of its own")
  func loneSidecar() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("a.wav", into: book.inbox, QuarantineCase.sound)
    try book.ingest()
    for name in ["a.json", "b.json"] { dropFile(name, into: book.inbox, Array("{".utf8)) }
    try book.ingest()
    try #require(try book.objects("quarantine").count == 2)
    for item in try book.objects("quarantine") {
      let command = try #require(item.texts("commands").first)
      #expect(book.type(command).status == 0)
    }
    let records = try book.objects("list")
    #expect(records.map { $0.text("amount") } == ["99.00", "99.00"])
    #expect(records.map { $0["audio"] == JSONValue.null }.filter { $0 }.count == 1)
    #expect(try book.objects("quarantine").isEmpty)
  }

  @Test("one identifier in several sidecars is given to one record, and all are recorded")
  func sharedIdentifier() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    for (name, seed) in [("a.wav", UInt64(1)), ("a.flac", 2)] {
      dropFile("\(name).json", into: book.inbox, QuarantineCase.money)
      dropFile(name, into: book.inbox, Wave.tone(frames: 200, seed: seed))
    }
    dropFile("a.json", into: book.inbox, Array(#"{"amount": 1}"#.utf8))
    try book.ingest()
    let item = try #require(try book.objects("quarantine").first)
    try #require(item.text("code") == "sidecar-conflict")
    #expect(item.texts("commands").count == 5)
    #expect(book.type(try #require(item.texts("commands").first)).status == 0)
    let records = try book.objects("list")
    #expect(records.map { $0.text("amount") } == ["120.00", "120.00"])
    #expect(records.flatMap { $0["review"]?.array ?? [] }.count == 1)
  }

  @Test("files are named as they are shown, and one that is not there is refused")
  func names() throws {
    let book = OrganizeBook()
    try makeDirectories(book.inbox)
    dropFile("it's me.json", into: book.inbox, QuarantineCase.money)
    for (name, seed) in [("it's me.wav", UInt64(1)), ("it's me.flac", 2)] {
      dropFile(name, into: book.inbox, Wave.tone(frames: 200, seed: seed))
    }
    try book.ingest()
    #expect(
      try book.error("quarantine", "fix", "x1").error.text("code") == "sidecar-ambiguous")
    #expect(try book.error("quarantine", "fix", "x1", "--recording", "me.wav").status == 66)
    let commands = try #require(
      try book.json("quarantine", "show", "x1").object?.texts("commands"))
    let command = try #require(commands.first { $0.contains(".wav") })
    #expect(book.type(command).status == 0)
    let records = try book.objects("list")
    #expect(
      records.map { "\($0.text("source_name") ?? "") \($0.text("amount") ?? "-")" }.sorted()
        == ["it's me.flac -", "it's me.wav 120.00"])
  }
}

extension OrganizeBook {
  /// Each recording has the digest that its record names.
  func expectSoundFiles(_ records: [JSONObject]) throws {
    for audio in records.compactMap({ $0["audio"]?.object }) {
      let path = try #require(audio.text("path"))
      let bytes = try #require(readFile("\(store)/\(path)"))
      let digest = try #require(Digest(bytes: SHA256.hash(bytes)))
      #expect(audio.text("sha256") == digest.description)
    }
  }
}
