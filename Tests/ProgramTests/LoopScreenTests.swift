import Glibc
import Records
import Storage
import TestSupport
import Testing
import Text

@Suite("The guided loop: what is on the screen", .fewAtATime)
struct LoopScreenTests {
  private let loop = LoopBook()
  private let keys = LoopBook.keys

  @Test("what a terminal would obey in a note, a tag or a place is shown, on every screen")
  func escapes() throws {
    let place = Place(name: "\u{1B}]0;owned\u{7}Bar", coordinates: nil)
    try loop.capture(1, amount: 10, note: "\u{1B}[2Jgone\u{9B}31m", place: place)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "p"))
    #expect(terminal.answer("place>", "\t", staysInLine: true))
    #expect(terminal.answer("place>", "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    let text = String(decoding: terminal.written, as: UTF8.self)
    #expect(!text.contains("\u{1B}[2J") && !text.contains("\u{1B}]0;") && !text.contains("\u{9B}"))
    #expect(terminal.lines.contains { $0.contains(#"\u{1b}]0;owned\u{7}Bar"#) })
    #expect(try loop.transactions().first?.fields.place == place)
  }

  @Test(
    "nothing is wider than a narrow terminal, also in Chinese, and nothing is coloured where NO_COLOR is set"
  )
  func narrow() throws {
    try loop.capture(
      1, amount: 10, tags: ["午餐", "便當店", "和朋友一起"], note: "早上在市場買的水果 很甜 下次再買 也買一點蔬菜 回家",
      place: Place(
        name: "永康街十五巷", coordinates: Coordinates(latitude: "25.0330", longitude: "121.5654")))
    let terminal = loop.start("organize", environment: ["NO_COLOR": "1"], columns: 40)
    #expect(terminal.answer(keys, "?"))
    #expect(terminal.answer(keys, "q"))
    #expect(terminal.end() == 0)
    let text = String(decoding: terminal.written, as: UTF8.self)
      .replacing("\u{1B}[?2004h", with: "").replacing("\u{1B}[?2004l", with: "")
    #expect(!text.contains("\u{1B}"))
    for line in text.split(separator: "\r\n") { #expect(line.displayWidth <= 40, "\(line)") }
    #expect(text.contains("25.0330"))
  }

  @Test("nothing is saved but what was on the screen, and what was typed is kept")
  func changedMeanwhile() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "n"))
    #expect(terminal.answer("note>", "mine\r"))
    try loop.book.text("edit", "q1", "--amount", "2100", "--type", "income", "--place", "Office")
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.shows(keys))
    #expect(terminal.lines.contains { $0.contains("q1 was changed meanwhile") })
    #expect(terminal.lines.contains { $0.contains("TWD 2100.00") })
    #expect(try loop.transactions().isEmpty)
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    let made = try #require(try loop.transactions().first).fields
    #expect(made.amount == Money(minorUnits: 210_000, currency: .twd))
    #expect(made.type == .income && made.place?.name == "Office" && made.note == "mine")
  }

  @Test("what is deleted while it is shown is told, and was not skipped")
  func deletedMeanwhile() throws {
    for number in 1...2 { try loop.capture(number, amount: 10) }
    let terminal = loop.start("organize")
    #expect(terminal.shows(keys))
    try loop.book.text("delete", "q1")
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(terminal.lines.contains { $0.hasPrefix("q1 is deleted.") })
    #expect(
      terminal.lines.last { !$0.isEmpty } == "organised 1, skipped 0, left 0, no longer open 1")
  }

  @Test("Tab offers the place that is near before any other, though only the gazetteer knows it")
  func nearPlace() throws {
    let gazetteer = loop.book.folder["places.csv"]
    writeFile(gazetteer, "Far Away,35.0,139.0\n永康公園,25.0331,121.5655\n")
    let here = Coordinates(latitude: "25.0330", longitude: "121.5654")
    try loop.capture(1, amount: 10, place: Place(name: nil, coordinates: here))
    let terminal = loop.start("organize", environment: ["MONEYMOM_FILES_GAZETTEER": gazetteer])
    #expect(terminal.answer(keys, "p"))
    #expect(terminal.answer("place>", "\t", staysInLine: true))
    #expect(terminal.answer("place>", "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(try loop.transactions().first?.fields.place == Place(name: "永康公園", coordinates: here))
  }

  @Test("a key stops the recording, and the player with it")
  func listening() throws {
    let sound = loop.book.folder["sound.wav"]
    writeFile(sound, Wave.tone(frames: 8000))
    try loop.book.text("add", "10", "food", "--audio", sound)
    let noted = loop.book.folder["player"]
    let player = ScriptedProgram.shell(
      "echo $$ > '\(noted)'\nexec tail -f /dev/null", in: loop.book.folder)
    let terminal = loop.start("organize", environment: ["MONEYMOM_DISPLAY_PLAYER": player])
    #expect(terminal.answer(keys, "l"))
    #expect(terminal.shows("any key stops it"))
    #expect(eventually { !(readFile(noted) ?? []).isEmpty })
    let process = try #require(
      pid_t(String(decoding: readFile(noted) ?? [], as: UTF8.self).filter(\.isNumber)))
    #expect(terminal.answer("any key stops it", "x"))
    #expect(terminal.answer(keys, "q"))
    #expect(kill(process, 0) == -1)
    #expect(terminal.end() == 0)
  }

  @Test("without a terminal, or with --no-input, nothing is asked")
  func noTerminal() throws {
    try loop.capture(1, amount: 10)
    let outcome = loop.book.run("organize")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("At a terminal, without any of these and without fields"))
    let terminal = loop.start("organize", "--no-input")
    #expect(terminal.end() == 64)
    #expect(try loop.transactions().isEmpty)
    let named = loop.start("organize", "q1", "--no-input")
    #expect(named.end() == 0)
    #expect(try loop.transactions().count == 1)
  }

  @Test("a named record that is not there, or organised, is refused before anything is asked")
  func refusedNames() throws {
    try loop.capture(1, amount: 10)
    #expect(loop.start("organize", "q9").end() == 66)
    #expect(loop.start("organize", "t1").end() == 66)
    try loop.book.text("organize", "q1")
    #expect(loop.start("organize", "q1").end() == 65)
    let nothing = loop.start("organize")
    #expect(nothing.end() == 0)
    #expect(nothing.lines.first == "Nothing is open.")
  }

  @Test("edit opens the same form, for a transaction too")
  func editing() throws {
    try loop.capture(1, amount: 10)
    try loop.book.text("organize", "q1")
    let terminal = loop.start("edit", "t1")
    #expect(terminal.answer(keys, "a"))
    #expect(terminal.answer("amount>", "12\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(try loop.transactions().map { $0.fields.amount?.minorUnits } == [1200])
  }

  @Test("a dumb terminal does as well")
  func dumb() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize", environment: ["TERM": "dumb"])
    #expect(terminal.answer(keys, "t"))
    #expect(terminal.answer("tags>", "午餐\r"))
    #expect(terminal.answer("tags>", "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(!terminal.written.contains(0x1B))
    #expect(try loop.transactions().first?.fields.tags.map(\.name) == ["food", "午餐"])
  }

  @Test(
    "an Enter that comes before the record could be seen saves nothing, and other keys count at once"
  )
  func heldEnter() throws {
    for number in 1...3 { try loop.capture(number, amount: 10) }
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, String(repeating: "\r", count: 20)))
    #expect(terminal.shows(keys))
    #expect(try loop.transactions().count == 1)
    #expect(terminal.answer(keys, "s\rn"))
    #expect(terminal.answer("note>", "late\r\r"))
    #expect(terminal.shows(keys))
    #expect(try loop.transactions().count == 1)
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(Set(try loop.transactions().map { $0.fields.note ?? "-" }) == ["late", "-"])
  }

  @Test("a text that is too long for the screen is cut around the mark under what is wrong")
  func longRefusal() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize", columns: 40)
    #expect(terminal.answer("q quit", "p"))
    let name = String(repeating: "長", count: 30)
    #expect(terminal.answer("place>", "\(name) (99.5, 200) \r"))
    #expect(terminal.shows("place>"))
    let mark = try #require(terminal.lines.lastIndex { $0.contains("^") })
    let (text, under) = (terminal.lines[mark - 1], terminal.lines[mark])
    #expect(text.hasPrefix("  …") && text.displayWidth <= 40)
    #expect(under.hasSuffix("^"))
    let before = text.prefix(upTo: text.firstIndex(of: "9") ?? text.startIndex)
    #expect(before.displayWidth == under.displayWidth - 1)
    #expect(terminal.answer("place>", "\u{3}"))
    #expect(terminal.answer("q quit", "q"))
    #expect(terminal.end() == 0)
  }
}
