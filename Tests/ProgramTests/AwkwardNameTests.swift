import JSON
import TestSupport
import Testing

@Suite("Names that a shell, a terminal or a library would take for something else", .fewAtATime)
struct AwkwardNameTests {
  /// Stems; the last byte of one is no UTF-8.
  private static let stems: [[UInt8]] =
    [
      "-rf", "--help", "-", "a:b", "file:memo", "concat:a|b", "subfile,,start,0,end,0,,:memo",
      "it's", "say \"hi\"", "'", "100%s%n%d", "%00%2e", "$(touch pwned)", "`touch pwned`",
      "; touch pwned", "& touch pwned", "a  b ", "line\nbreak", "tab\tstop", "back\\slash", "\\x0a",
      "*", "?[a]", "#tag", "!1", "{a,b}", "\u{1B}[31mred\u{7}", "\u{202E}gnp", "\u{FEFF}mark",
      "午餐 50", "Cafe\u{301}", "👨‍👩‍👧", "{\"amount\": 1}", "x1", "q1", "=1+1",
    ].map { Array($0.utf8) } + [Array("memo_".utf8) + [0xF1]]

  /// Nothing that a terminal would obey, or take for the end of a line.
  private func expectPrintable(_ text: String, _ what: String) {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalar == "\n"
      case .format: scalar == "\u{200D}"
      // What stands for bytes that were no UTF-8.
      default: scalar != "\u{FFFD}"
      }
    }
    #expect(isPlain, "\(what): \(text.debugDescription)")
  }

  /// What a command prints as text, and with `--json` as a document.
  private func listing(_ home: Household, _ words: String...) throws -> (String, JSONValue) {
    let program = BuiltProgram.path("mm-organize")
    func output(_ options: [String]) throws -> String {
      let outcome = BuiltProgram.run(
        program, words + options + home.places, environment: Household.quiet)
      try #require(outcome.status == 0, "\(words): \(outcome.errors)")
      #expect(outcome.errors.isEmpty)
      expectPrintable(outcome.output, "\(words)")
      return outcome.output
    }
    let text = try output([])
    let document = try output(["--json"])
    return (text, try JSONReader.read(Array(document.utf8), limits: .init(bytes: 1 << 26)))
  }

  @Test("each becomes a record of its own, and every listing shows its name safely")
  func records() throws {
    let home = Household()
    for (index, stem) in Self.stems.enumerated() {
      writeRaw(
        home.inbox, name: stem + Array(".wav.json".utf8), Array(#"{"amount": \#(index)}"#.utf8))
      writeRaw(
        home.inbox, name: stem + Array(".wav".utf8), Wave.tone(frames: 800, seed: UInt64(index)))
    }
    let (waiting, entries) = try listing(home, "inbox")
    #expect(waiting.contains("-rf.wav"))
    #expect(entries.array?.count == 2 * Self.stems.count)

    let outcome = home.ingestOnce()
    #expect(outcome.status == 0)
    expectPrintable(outcome.errors, "the log")
    #expect(home.inboxIsEmpty)
    let (_, listed) = try listing(home, "list")
    let records = listed.array?.compactMap(\.object) ?? []
    #expect(records.count == Self.stems.count)
    #expect(Set(records.compactMap { $0["source_name"]?.string }).count == Self.stems.count)
    for record in records {
      let id = try #require(record["id"]?.string)
      let (shown, document) = try listing(home, "show", id)
      #expect(document == .object(record))
      let name = try #require(record["source_name"]?.string)
      #expect(shown.split(separator: "\n").contains { $0.hasSuffix(name) }, "\(name)")
    }
    let exported = home.organize("export", "json")
    #expect(exported.status == 0)
    expectPrintable(exported.output, "export")
    let (_, status) = try listing(home, "status")
    #expect(status.object?["running"] == false)
    #expect(listFolder(home.folder.path).contains { $0.hasPrefix("pwned") } == false)
    try home.expectSoundStore()
  }

  @Test("what is set aside under them is shown safely, and cured by the command as it stands")
  func cures() throws {
    let home = Household()
    for (index, stem) in Self.stems.enumerated() {
      writeRaw(home.inbox, name: stem + Array(".json".utf8), Array(#"{"amount": \#(index)}"#.utf8))
      writeRaw(
        home.inbox, name: stem + Array(".wav".utf8), Wave.tone(frames: 800, seed: UInt64(2 * index))
      )
      writeRaw(
        home.inbox, name: stem + Array(".mp3".utf8),
        Wave.tone(frames: 800, seed: UInt64(2 * index + 1)))
    }
    #expect(home.ingestOnce().status == 0)
    let (_, listed) = try listing(home, "quarantine", "list")
    let items = listed.array?.compactMap(\.object) ?? []
    #expect(items.count == Self.stems.count)
    let built = BuiltProgram.path("mm-organize").dropLast("/mm-organize".count)
    for item in items {
      #expect(item["code"]?.string == "sidecar-ambiguous")
      let id = try #require(item["id"]?.string)
      let (shown, document) = try listing(home, "quarantine", "show", id)
      #expect(document == .object(item))
      let command = try #require(document.object?["commands"]?.array?.first?.string)
      #expect(shown.contains(command), "\(command)")
      let cured = BuiltProgram.run(
        "/bin/sh", ["-c", "cd '\(home.folder.path)' && \(command)"],
        environment: [
          "XDG_CONFIG_HOME": home.folder.path, "MONEYMOM_STORE": home.store, "TZ": "Asia/Taipei",
          "PATH": "\(built):/usr/bin:/bin",
        ])
      #expect(cured.status == 0, "\(command): \(cured.errors)")
      expectPrintable(cured.output + cured.errors, command)
    }
    #expect(try home.records("list").count == 2 * Self.stems.count)
    #expect(try home.records("quarantine", "list").isEmpty)
    #expect(listFolder(home.folder.path).contains { $0.hasPrefix("pwned") } == false)
    try home.expectSoundStore()
  }
}
