import Testing

@testable import Text

@Suite("Untrusted text on a terminal")
struct VisibleTextTests {
  @Test(
    "T07: what a terminal would obey is shown, not sent",
    arguments: [
      ("a\u{1B}[31mb", #"a\u{1b}[31mb"#), ("a\u{202E}b", #"a\u{202e}b"#),
      ("a\u{9B}b", #"a\u{9b}b"#),
      ("a\r\nb", #"a\u{d}\u{a}b"#), ("\u{0}\u{7F}", #"\u{0}\u{7f}"#), ("\u{2066}x", #"\u{2066}x"#),
      ("\u{FEFF}", #"\u{feff}"#), ("\u{2028}", #"\u{2028}"#), ("\t", #"\u{9}"#),
    ])
  func escaped(_ text: String, _ expected: String) {
    #expect(text.visible == expected)
  }

  @Test(
    "text of every script stays as it is",
    arguments: ["", "thème", "食費", "👨‍👩‍👧", "किराया", "می‌خواهم", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", #"C:\temp"#, "e\u{301}"])
  func kept(_ text: String) {
    #expect(text.visible.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("nothing that is shown can move the cursor, whatever went in")
  func everyScalar() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = UnicodeScalar(value) else { continue }
      let shown = String(scalar).visible
      #expect(
        shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
          && !shown.isEmpty)
    }
  }
}
