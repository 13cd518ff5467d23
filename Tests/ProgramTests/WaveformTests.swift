import JSON
import TestSupport
import Testing

@Suite("mm-organize: the waveform of a recording", .fewAtATime)
struct WaveformTests {
  private func book() throws -> OrganizeBook {
    let book = OrganizeBook()
    writeFile(book.folder["a.wav"], Wave.tone(frames: 16_000))
    try book.text("add", "120", "--audio", book.folder["a.wav"])
    try book.text("add", "5")
    return book
  }

  private func drawing(_ text: String) -> String? {
    text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("waveform") }?
      .split(separator: " ").last.map(String.init)
  }

  @Test(
    "it is drawn in blocks where the locale can show them, else in ASCII, and never with --json")
  func locales() throws {
    let book = try book()
    let blocks = try #require(
      drawing(try book.text("show", "q1", environment: ["LC_ALL": "C.UTF-8"])))
    #expect(blocks.allSatisfy { "▁▂▃▄▅▆▇█".contains($0) })
    #expect(blocks.count == 65, "80 columns without the names of the rows")
    for variables in [
      ["LC_ALL": "C", "LANG": "C.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "POSIX"],
      ["LC_ALL": "", "LC_CTYPE": "", "LANG": "zh_TW.BIG5"],
    ] {
      let text = try book.text("show", "q1", environment: variables)
      #expect(try #require(drawing(text)).allSatisfy { "_.:-=+*#".contains($0) })
    }
    #expect(
      drawing(try book.text("show", "q1", environment: ["LC_ALL": "", "LANG": "de_DE.utf8"]))
        == blocks)
    #expect(drawing(try book.text("show", "q2")) == nil, "no recording")
    #expect(book.run("show", "q1", "--json").output.contains("waveform") == false)
  }

  @Test(
    "it is as wide as the terminal allows, up to 100 columns", arguments: [(60, 45), (200, 100)])
  func widths(_ columns: Int, _ expected: Int) throws {
    let book = try book()
    let program = BuiltProgram.path("mm-organize")
    // script(1) gives the command a terminal of its own.
    let outcome = BuiltProgram.run(
      "/usr/bin/script",
      ["-qec", "stty cols \(columns); '\(program)' show q1 --color never", "/dev/null"],
      environment: [
        "XDG_CONFIG_HOME": book.folder.path, "MONEYMOM_STORE": book.store, "TZ": "Asia/Taipei",
        "LC_ALL": "C.UTF-8",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(drawing(outcome.output)?.count == expected)
  }
}
