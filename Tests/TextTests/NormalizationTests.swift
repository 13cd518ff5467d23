import Testing

@testable import Text

@Suite("Normal form and case folding")
struct NormalizationTests {
  @Test("NFC composes what is decomposed and leaves compatibility forms alone")
  func nfc() {
    #expect("Cafe\u{301}".nfc.unicodeScalars.elementsEqual("Caf\u{E9}".unicodeScalars))
    #expect("①ﬁＡ".nfc == "①ﬁＡ")
    #expect("".nfc.isEmpty)
  }

  @Test("folding is full: one character may become two")
  func folding() {
    #expect("Straße".caseFoldedNFC == "strasse")
    #expect("ΣΑΣ".caseFoldedNFC == "σασ")
  }
}
