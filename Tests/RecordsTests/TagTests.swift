import Testing

@testable import Records

@Suite("Tags")
struct TagTests {
  @Test("T01: composed and decomposed spellings are one tag, and the first display stays")
  func normalForm() throws {
    let tags = [try Tag("Caf\u{E9}"), try Tag("Cafe\u{301}"), try Tag("CAFÉ")].withoutRepeats
    #expect(tags.count == 1)
    #expect(tags[0].name.unicodeScalars.elementsEqual("Caf\u{E9}".unicodeScalars))
  }

  @Test("T02: compatibility forms stay apart; full folding makes ß and SS one")
  func compatibility() throws {
    #expect(try Tag("ＡＢＣ") != Tag("ABC"))
    #expect(try Tag("①") != Tag("1"))
    #expect(try Tag("Straße") == Tag("STRASSE"))
    #expect(try Tag("ﬁ") == Tag("FI"))
  }

  @Test(
    "T04: letters, scripts and joined emoji are kept whole",
    arguments: [
      "thème", "食費", "👨‍👩‍👧", "किराया", "\u{301}", "می‌خواهم", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    ])
  func keptWhole(_ text: String) throws {
    #expect(try Tag(text).name == text)
  }

  @Test("T07: white space is trimmed and collapsed, and inner spaces stay")
  func whiteSpace() throws {
    #expect(try Tag(" a\tb\n").name == "a b")
    #expect(try Tag("#Dine  Out").name == "#Dine Out")
    #expect(try Tag("#").name == "#")
    #expect(try Tag("a\u{3000}\u{2028}b").name == "a b")
  }

  @Test("T07: blank, endless, control and direction marks are refused with a reason")
  func refused() {
    #expect(throws: Tag.Refusal.blank) { try Tag(" \n\t") }
    #expect(throws: Tag.Refusal.tooLong) { try Tag(String(repeating: "a", count: 5000)) }
    #expect(throws: Tag.Refusal.controlCharacter) { try Tag("a\u{202E}b") }
    #expect(throws: Tag.Refusal.controlCharacter) { try Tag("a\u{1B}[31m") }
    #expect(throws: Tag.Refusal.controlCharacter) { try Tag("a\u{FEFF}") }
    for mark in [
      "\u{200E}", "\u{200F}", "\u{202A}", "\u{2066}", "\u{2069}", "\u{0}", "\u{7F}", "\u{9B}",
    ] {
      #expect(throws: Tag.Refusal.controlCharacter) { try Tag("a\(mark)b") }
    }
    for nothing in ["\u{200D}", "\u{3164}", "\u{200C} \u{200D}", "\u{FE0F}"] {
      #expect(throws: Tag.Refusal.blank) { try Tag(nothing) }
    }
  }

  @Test("a hundred characters are counted as a reader counts them")
  func length() throws {
    #expect(try Tag(String(repeating: "👨‍👩‍👧", count: 100)).name.count == 100)
    #expect(throws: Tag.Refusal.tooLong) { try Tag(String(repeating: "食", count: 101)) }
  }

  @Test("one text lists tags by Latin, full-width and enumeration commas")
  func split() {
    #expect(Tag.split("food, lunch，午餐、飲料,,") == ["food", " lunch", "午餐", "飲料"])
  }
}
