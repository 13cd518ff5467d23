import Testing
import Text

@Suite("JSON on a terminal")
struct SafeJSONTests {
  @Test("what a terminal would obey or not show becomes JSON's own escapes")
  func escapes() {
    #expect(
      "{\n  \"a\": \"\u{202E}x\u{9B}\"\n}".safeJSON == #"""
        {
          "a": "\u202ex\u009b"
        }
        """#)
    #expect("\u{E0001}".safeJSON == #"\udb40\udc01"#)
    #expect("午餐 👨‍👩‍👧 é".safeJSON == "午餐 👨‍👩‍👧 é")
  }
}
