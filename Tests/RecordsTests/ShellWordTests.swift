import Records
import Testing

@Suite("A text as one word of a shell")
struct ShellWordTests {
  @Test(
    "a sign that joins the character beside it hides nothing from the quoting",
    arguments: [
      ("a\u{0D4E};reboot\u{0D4E};.json", "'a\u{0D4E};reboot\u{0D4E};.json'"),
      ("x '\u{301};cmd", "'x '\\''\u{301};cmd'"),
      ("午餐.wav", "午餐.wav"), ("caf\u{e9}.wav", "caf\u{e9}.wav"), ("", "''"), ("a b", "'a b'"),
    ])
  func joined(_ text: String, _ word: String) {
    #expect(text.shellWord.unicodeScalars.elementsEqual(word.unicodeScalars))
  }
}
