import Glibc
import Linux
import Records
import TestSupport
import Testing

@Suite("The guided loop: pastes and odd keys", .fewAtATime)
struct LoopPasteTests {
  private let loop = LoopBook()
  private let keys = LoopBook.keys

  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  /// The last that the terminal was told of pastes.
  private func marksPastes(_ terminal: TerminalProgram) -> Bool {
    let text = String(decoding: terminal.written, as: UTF8.self)
    guard let off = text.range(of: "\u{1B}[?2004l", last: true) else {
      return text.contains("\u{1B}[?2004h")
    }
    return text[off.upperBound...].contains("\u{1B}[?2004h")
  }

  @Test("where a key is asked for a paste does nothing, and says so")
  func atKeys() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, paste("\r\nq\r\n")))
    #expect(terminal.answer(keys, "\u{3}"))
    #expect(terminal.end() == 128 + SIGINT)
    #expect(terminal.lines.contains { $0.hasPrefix("What you pasted was not taken") })
    #expect(!marksPastes(terminal))
    #expect(try loop.transactions().isEmpty)
  }

  @Test("in a field it is text on one line, which only Enter takes")
  func inField() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "n"))
    #expect(terminal.answer("note>", paste("with Ann\r\nand 小明\n\u{3}"), staysInLine: true))
    #expect(terminal.answer("note> with Ann and 小明", "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(!marksPastes(terminal))
    #expect(try loop.transactions().first?.fields.note == "with Ann and 小明")
  }

  @Test("a dumb terminal is told nothing of it, and a signal in a field ends it")
  func modes() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "n"))
    #expect(terminal.shows("note>"))
    #expect(marksPastes(terminal))
    terminal.signal(SIGHUP)
    #expect(terminal.end() == 128 + SIGHUP)
    #expect(!marksPastes(terminal))
    #expect(try loop.transactions().isEmpty)
    let dumb = loop.start("organize", environment: ["TERM": "dumb"])
    #expect(dumb.answer(keys, "q"))
    #expect(dumb.end() == 0)
    #expect(!dumb.written.contains(0x1B))
  }

  @Test("Ctrl-Left, Ctrl-Right and Home move, and keys that mean nothing do nothing")
  func oddKeys() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "n"))
    #expect(terminal.answer("note>", "one two", staysInLine: true))
    let odd = "\u{1B}x\u{1B}5\u{1B}[A\u{1B}[15~\u{0E}\u{10}\u{12}\u{16}\u{18}\u{1}\u{1B}[F"
    #expect(
      terminal.answer(
        "note> one two", "\u{1B}[1;5Db\u{1B}[1;5Ce\u{1B}[H>\(odd).", staysInLine: true))
    #expect(terminal.answer("note> >one btwoe.", "\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    #expect(try loop.transactions().first?.fields.note == ">one btwoe.")
  }

  @Test("bytes that are no UTF-8 are refused with a mark, and Enter behind them is Enter")
  func notUTF8() throws {
    try loop.capture(1, amount: 10)
    let terminal = loop.start("organize")
    #expect(terminal.answer(keys, "n"))
    #expect(terminal.answer("note>", bytes: Array("caf".utf8) + [0xE9, 0x0D]))
    #expect(terminal.answer("note>", "café\r"))
    #expect(terminal.answer(keys, "\r"))
    #expect(terminal.end() == 0)
    let refused = terminal.lines.firstIndex { $0.hasPrefix("  What came there is no UTF-8") }
    #expect(refused.map { terminal.lines[$0 - 1] } == "     ^")
    #expect(try loop.transactions().first?.fields.note == "café")
  }

  @Test("Ctrl-Z in a field gives the terminal back, and fg the field with what was typed")
  func stopped() throws {
    try loop.capture(1, amount: 10)
    let shell = TerminalProgram(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: [
        "XDG_CONFIG_HOME": loop.book.folder.path, "MONEYMOM_STORE": loop.book.store,
        "PS1": "shell> ", "HISTFILE": "",
      ])
    #expect(shell.answer("shell>", "'\(BuiltProgram.path("mm-organize"))' organize\r"))
    #expect(shell.answer(keys, "n"))
    #expect(shell.answer("note>", "ab", staysInLine: true))
    #expect(shell.answer("note> ab", "\u{1A}"))
    #expect(shell.shows("shell>"))
    #expect(shell.editsLines)
    #expect(!marksPastes(shell))
    #expect(shell.answer("shell>", "fg\r"))
    #expect(shell.answer("  note> ab", "c", staysInLine: true))
    #expect(marksPastes(shell))
    #expect(shell.answer("note> abc", "\r"))
    #expect(!shell.lines.contains { $0.contains("note> ab  note>") })
    #expect(shell.answer(keys, "\r"))
    #expect(shell.answer("shell>", "exit\r"))
    #expect(shell.end() == 0)
    #expect(try loop.transactions().first?.fields.note == "abc")
  }
}

extension String {
  fileprivate func range(of text: String, last: Bool) -> Range<Index>? { ranges(of: text).last }
}
