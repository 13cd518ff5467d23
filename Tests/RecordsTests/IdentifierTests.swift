import Testing

@testable import Records

@Suite("Names of things")
struct IdentifierTests {
  @Test("q12, t7 and x3 are records, in either letter case")
  func recordIDs() {
    for (text, id) in [
      ("q12", RecordID(.quickRecord, 12)), ("T7", RecordID(.transaction, 7)),
      ("x3", RecordID(.quarantine, 3)),
    ] {
      #expect(RecordID(text) == id)
      #expect(RecordID(id.description) == id)
    }
    for text in [
      "", "q", "q0", "q01", "q-1", "q+1", "12", "a1", "q1x", "q１", "q99999999999999999999",
    ] {
      #expect(RecordID(text) == nil)
    }
  }

  @Test("a UUID reads back, and later ones sort later")
  func uuids() throws {
    let early = UUID(milliseconds: 1_796_057_600_000)
    let late = UUID(milliseconds: 1_796_057_600_001)
    #expect(UUID(early.description) == early)
    #expect(UUID(early.description.uppercased()) == early)
    #expect(early.description < late.description)
    #expect(early.description.dropFirst(14).first == "7")
    #expect("89ab".contains(try #require(early.description.dropFirst(19).first)))
    #expect(UUID("0190b5a0-0000-7000-8000-00000000000") == nil)
    #expect(UUID("0190b5a0x0000-7000-8000-000000000000") == nil)
  }

  @Test("a digest is 64 hexadecimal digits and nothing else")
  func digests() {
    let text = String(repeating: "0aF9", count: 16)
    #expect(Digest(text)?.description == text.lowercased())
    #expect(Digest(String(text.dropLast())) == nil)
    #expect(Digest(text.dropLast() + "g") == nil)
    #expect(Digest(bytes: [1, 2, 3]) == nil)
  }

  @Test("a name of any bytes is shown in one line that tells them all")
  func fileNames() {
    #expect(FileName("午餐 👨‍👩‍👧.wav").description == "午餐 👨‍👩‍👧.wav")
    #expect(FileName(bytes: [0x61, 0xFF, 0x0A, 0x5C, 0x1B]).description == #"a\xff\x0a\x5c\x1b"#)
    #expect(FileName("a\u{202E}b").description == #"a\xe2\x80\xaeb"#)
    #expect(FileName(bytes: [0xE5, 0x8D]).description == #"\xe5\x8d"#)
  }

  @Test(
    "coordinates keep their digits and their range",
    arguments: [
      ("25.0330", "121.5654", "25.0330"), ("-33.8688", "151.2", "-33.8688"),
      ("+90.0", "180", "90.0"),
      ("007", "0", "7"),
    ])
  func coordinates(_ latitude: String, _ longitude: String, _ expected: String) {
    #expect(Coordinates(latitude: latitude, longitude: longitude)?.latitude == expected)
  }

  @Test(
    "what is no place on Earth is none",
    arguments: [
      ("90.0001", "0"), ("0", "-180.5"), ("", "0"), (".5", "0"), ("5.", "0"), ("1e1", "0"),
      ("NaN", "0"),
      ("1,5", "0"), ("--1", "0"), ("1.2.3", "0"), ("٢٥", "0"),
    ])
  func noCoordinates(_ latitude: String, _ longitude: String) {
    #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
  }
}
