import Testing

@testable import Text

@Suite("Columns on a terminal")
struct DisplayWidthTests {
  @Test(
    "CJK and emoji take two columns, marks none",
    arguments: [
      ("", 0), ("abc", 3), ("午餐", 4), ("ＡＢ", 4), ("ｶﾅ", 2), ("한글", 4), ("e\u{301}", 1),
      ("한", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("☕", 2), ("☺", 1), ("☺️", 2), ("1️⃣", 2), ("🇹🇼", 2),
      ("🇹🇼🇯🇵", 4), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("é", 1), ("…", 1), ("\u{200B}", 0), ("किराया", 3), ("─", 1),
      ("。", 2), ("\u{3000}", 2),
    ])
  func width(_ text: String, _ expected: Int) {
    #expect(text.displayWidth == expected)
  }

  @Test("a cut text fits and ends in an ellipsis, and no character is halved")
  func cut() {
    for text in ["", "lunch", "午餐和晚餐", "a午b餐", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "e\u{301}e\u{301}e\u{301}"] {
      for limit in 0...12 {
        let cut = text.cut(toWidth: limit)
        #expect(cut.displayWidth <= limit)
        if text.displayWidth <= limit {
          #expect(cut == text)
        } else if limit > 0 {
          #expect(cut.hasSuffix("…") && text.hasPrefix(cut.dropLast()))
          #expect(cut.displayWidth >= limit - 1)
        }
      }
    }
    #expect("午餐和晚餐".cut(toWidth: 5) == "午餐…")
  }

  @Test("padding counts columns, on either side")
  func padding() {
    #expect("午餐".padded(toWidth: 6) == "午餐  ")
    #expect("午餐".paddedLeft(toWidth: 6) == "  午餐")
    #expect("午餐".padded(toWidth: 3) == "午餐")
  }
}
