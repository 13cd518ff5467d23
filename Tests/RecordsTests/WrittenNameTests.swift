import Records
import Testing

@Suite("A name as it is shown")
struct WrittenNameTests {
  @Test(
    "is read back byte for byte",
    arguments: [
      Array("lunch.wav".utf8), Array("午餐 👨‍👩‍👧.wav".utf8), Array("back\\slash".utf8),
      Array("\\x0a".utf8), Array("\\".utf8), Array("\\x".utf8), [0xF1, 0x0A, 0x1B, 0x5C, 0x78],
      Array("memo\u{202E}".utf8), [0xE5, 0x8D], [],
    ] as [[UInt8]])
  func roundTrip(_ bytes: [UInt8]) {
    let name = FileName(bytes: bytes)
    #expect(FileName(written: name.description) == name)
  }

  @Test("a backslash that begins no byte stands for itself")
  func plain() {
    #expect(FileName(written: "a\\b\\x4") == FileName("a\\b\\x4"))
    #expect(FileName(written: "\\xF1").bytes == [0xF1])
    #expect(FileName(written: "\\xfg") == FileName("\\xfg"))
  }
}
