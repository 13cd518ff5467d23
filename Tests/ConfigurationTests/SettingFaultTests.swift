import Configuration
import TestSupport
import Testing

@Suite struct SettingFaultTests {
  @Test(
    "each wrong line is refused with its number",
    arguments: [
      ("[store]\n[strore]\n", 2, SettingFault.unknownSection("strore")),
      ("path = /a\n", 1, .outsideSection(key: "path")),
      ("[store]\npath = /a\n\npath = /b\n", 4, .repeatedKey("path")),
      ("[store]\n  path = /a\n  pth = /b\n", 3, SettingFaultTests.storeKey("pth")),
      ("[store]\nnonsense\n", 2, .lineNotUnderstood),
      ("[store\n", 1, .lineNotUnderstood),
      ("[inbox a]\nsettle = 1s\n", 1, .inboxWithoutPath("a")),
      ("[store]\npath =\n", 2, .emptyValue(key: "path")),
      ("[inbox]\nsettle = 2\n", 2, .notDuration("2")),
      ("[inbox]\nsettle = -2s\n", 2, .notDuration("-2s")),
      ("[inbox]\nsettle = 1.5s\n", 2, .notDuration("1.5s")),
      ("[inbox]\nsettle = s\n", 2, .notDuration("s")),
      ("[inbox]\nrescan = 0s\n", 2, .outOfRange("0s", least: "1s", most: "36500d")),
      (
        "[inbox]\npatience = 99999999999999999999d\n", 2,
        .outOfRange("99999999999999999999d", least: "1ms", most: "36500d")
      ),
      ("[inbox]\nwatch = never\n", 2, .notChoice("never", choices: ["auto", "events", "poll"])),
      ("[decoder]\nmemory = 512X\n", 2, .notSize("512X")),
      ("[decoder]\nmemory = 1K\n", 2, .outOfRange("1K", least: "256M", most: "1024G")),
      ("[decoder]\nmemory = 255M\n", 2, .outOfRange("255M", least: "256M", most: "1024G")),
      ("[decoder]\nworkers = 0\n", 2, .notCount("0", range: 1...256)),
      ("[store]\npath = data\n", 2, .relativePath("data")),
      ("[store]\npath = ~dad/data\n", 2, .pathOfOtherUser("~dad/data")),
      ("[defaults]\ncurrency = NTD\n", 2, .unknownCurrency("NTD")),
      ("[defaults]\ntime-zone = Mars/Olympus\n", 2, .unknownTimeZone("Mars/Olympus")),
      ("[defaults]\ntime-zone = ../etc/passwd\n", 2, .unknownTimeZone("../etc/passwd")),
      ("[store]\ntrash-retention = soon\n", 2, .notDuration("soon")),
      ("[display]\nplayer = mpv 'x\n", 2, .openQuote("mpv 'x")),
      ("[display]\nplayer = bin/mpv\n", 2, .relativePath("bin/mpv")),
      ("[inbox]\nafter = hold\n", 2, .notChoice("hold", choices: ["remove", "keep"])),
      ("[inbox]\nplace = forget\n", 2, .notChoice("forget", choices: ["keep", "drop"])),
      ("[store]\n; \u{0}\n", 2, .notText),
    ])
  func refused(text: String, line: Int, fault: SettingFault) throws {
    let error = try #require(throws: ConfigurationError.self) { _ = try loaded(text) }
    #expect(error.fault == fault)
    guard case .file(_, let place) = error.origin else {
      Issue.record("the origin is \(error.origin)")
      return
    }
    #expect(place == line)
  }

  @Test("a line as long as libinih takes is read whole, and one byte more is refused")
  func longLine() throws {
    let start = "path = /"
    let fits = start + String(repeating: "x", count: 197 - start.utf8.count)
    #expect(try loaded("[store]\n\(fits)\n").store.path.utf8.count == 197 - 7)
    let error = try #require(throws: ConfigurationError.self) {
      _ = try loaded("[store]\n\(fits)x\n")
    }
    #expect(error.fault == .lineTooLong(bytes: 198, limit: 197))
    #expect(error.description.hasSuffix("moneymom.conf:2: " + error.fault.sentence))
  }

  @Test("the name of a section is never cut")
  func longSection() throws {
    let name = String(repeating: "n", count: 49 - 6)
    #expect(try loaded("[inbox \(name)]\npath = /a\n").inboxes.first?.name == name)
    #expect(
      try #require(throws: ConfigurationError.self) {
        _ = try loaded("[inbox \(name)n]\npath = /a\n")
      }.fault == .sectionNameTooLong(limit: 49))
  }

  @Test("a byte-order mark and the line ends of Windows change nothing")
  func windows() throws {
    #expect(try loaded("\u{FEFF}[store]\r\npath = /a\r\n").store.path == "/a")
  }

  @Test("a file that is not UTF-8 is refused")
  func notText() throws {
    let folder = TemporaryFolder()
    writeFile(folder["moneymom.conf"], Array("[store]\npath = /".utf8) + [0xFF, 0x0A])
    let error = try #require(throws: ConfigurationError.self) {
      _ = try Settings.load(SettingOptions(config: folder["moneymom.conf"]), in: around())
    }
    #expect(error.fault == .notText)
  }

  @Test("a wrong variable is named")
  func wrongVariable() {
    #expect(
      throws: ConfigurationError(
        .unknownCurrency("NTD"), at: .variable("MONEYMOM_DEFAULTS_CURRENCY"))
    ) { _ = try loaded("", ["MONEYMOM_DEFAULTS_CURRENCY": "NTD"]) }
  }

  private static func storeKey(_ key: String) -> SettingFault {
    .unknownKey(
      key, section: "store", known: ["path", "network", "trash-retention", "quarantine-retention"])
  }
}
