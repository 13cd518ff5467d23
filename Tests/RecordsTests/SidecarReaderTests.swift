import Testing

@testable import Records

@Suite("Reading sidecars")
struct SidecarReaderTests {
  static let now = Instant(seconds: 1_796_057_600)

  private func read(_ text: String, zone: TimeZoneRules = .fixed(8 * 3600)) throws -> Sidecar {
    try SidecarReader(
      SidecarContext(amounts: AmountReader(configured: .twd), zone: zone)
    ).read(Array(text.utf8), now: SidecarReaderTests.now)
  }

  private func codes(_ sidecar: Sidecar) -> [String] {
    sidecar.review.map { "\($0.field.rawValue) \($0.code.rawValue)" }
  }

  @Test("every key of the contract is read")
  func everyKey() throws {
    let digest = String(repeating: "ab", count: 32)
    let sidecar = try read(
      """
      {"amount": 120, "currency": "twd", "tags": ["food", " lunch ", "Food"],
       "captured_at": "2026-11-30T12:34:56+08:00", "type": "expense", "note": "two\\nlines",
       "place": {"name": "Ice Monster", "latitude": 25.0330, "longitude": "121.5654"},
       "sha256": "\(digest)", "id": "shortcut-1", "mood": "fine"}
      """)
    #expect(sidecar.fields.amount?.description == "TWD 120.00")
    #expect(sidecar.fields.tags.map(\.name) == ["food", "lunch"])
    #expect(sidecar.fields.capturedAt?.description == "2026-11-30T12:34:56+08:00")
    #expect(sidecar.fields.type == .expense)
    #expect(sidecar.fields.note == "two\nlines")
    #expect(sidecar.fields.place?.name == "Ice Monster")
    #expect(sidecar.fields.place?.coordinates?.latitude == "25.0330")
    #expect(sidecar.fields.place?.coordinates?.longitude == "121.5654")
    #expect(sidecar.sha256 == Digest(digest))
    #expect(sidecar.writerID == "shortcut-1")
    #expect(
      sidecar.given
        == [.amount, .currency, .tags, .capturedAt, .type, .note, .place, .id])
    #expect(sidecar.review.isEmpty)
  }

  @Test("an empty object, and null or blank values, carry nothing")
  func nothing() throws {
    for text in ["{}", #"{"amount": null, "tags": "", "note": " ", "place": "", "id": null}"#] {
      let sidecar = try read(text)
      #expect(sidecar.given.isEmpty && sidecar.fields == RecordFields() && sidecar.review.isEmpty)
    }
  }

  @Test(
    "an unclear field stays empty, keeps its text, and harms no other",
    arguments: [
      (#"{"amount": "abc", "tags": "a"}"#, "amount amount-unclear"),
      (#"{"amount": "1.234", "tags": "a"}"#, "amount ambiguous-separator"),
      (#"{"amount": 1e400, "tags": "a"}"#, "amount amount-too-large"),
      (#"{"captured_at": "2026-02-30", "tags": "a"}"#, "captured_at date-unclear"),
      (#"{"captured_at": "2026-11-30T25:00:00Z", "tags": "a"}"#, "captured_at date-unclear"),
      (#"{"captured_at": 1796000000, "tags": "a"}"#, "captured_at date-unclear"),
      (#"{"type": "gift", "tags": "a"}"#, "type type-unknown"),
      (#"{"place": {"latitude": 91, "longitude": 0}, "tags": "a"}"#, "place place-unclear"),
      (#"{"place": 7, "tags": "a"}"#, "place place-unclear"),
      (#"{"note": {"a": 1}, "tags": "a"}"#, "note value-unclear"),
      (#"{"sha256": "abc", "tags": "a"}"#, "audio value-unclear"),
      (#"{"ammount": 120, "tags": "a"}"#, "amount key-misspelt"),
      (#"{"capturedAt": "2026-11-30", "tags": "a"}"#, "captured_at key-misspelt"),
      (#"{"place": {"address": "7 Elm St"}, "tags": "a"}"#, "place place-unclear"),
      (#"{"place": {"lat": 25.1, "lng": null}, "tags": "a"}"#, "place key-misspelt"),
      (#"{"SHA256": "00", "tags": "a"}"#, "audio key-misspelt"),
      (#"{"amuont": 5, "tags": "a"}"#, "amount key-misspelt"),
      (#"{"currency": "NT$", "tags": "a"}"#, "currency currency-unknown"),
      (#"{"id": true, "tags": "a"}"#, "id value-unclear"),
      (
        #"{"captured_at": "2026-11-30T12:34:56.1234567891Z", "tags": "a"}"#,
        "captured_at date-unclear"
      ),
      (#"{"tags": ["a", 7]}"#, "tags tag-refused"),
      (#"{"tags": ["a", "b\u0007"]}"#, "tags tag-refused"),
    ])
  func unclear(_ text: String, _ expected: String) throws {
    let sidecar = try read(text)
    #expect(codes(sidecar) == [expected])
    #expect(sidecar.review[0].text?.isEmpty == false)
    #expect(sidecar.fields.tags.map(\.name) == ["a"])
    #expect(sidecar.given == [.tags])
  }

  @Test("a key that is merely like a known one is no slip")
  func unknownKeys() throws {
    let sidecar = try read(
      #"{"account": "Cash", "count": 2, "title": "x", "mood": "", "version": 1, "Amount": null}"#)
    #expect(sidecar.review.isEmpty && sidecar.given.isEmpty)
  }

  @Test("what can be read of a place is taken beside what cannot")
  func halfPlace() throws {
    let named = try read(#"{"place": {"name": "A", "latitude": 25.1, "longitude": "east"}}"#)
    #expect(named.fields.place == Place(name: "A", coordinates: nil))
    #expect(codes(named) == ["place place-unclear"])
    let unnamed = try read(#"{"place": {"name": 7, "latitude": 25.10, "longitude": -1e0}}"#)
    #expect(unnamed.fields.place == nil)
    #expect(codes(unnamed) == ["place place-unclear", "place place-unclear"])
    let blank = try read(#"{"place": {"name": "", "latitude": null, "longitude": ""}}"#)
    #expect(blank.review.isEmpty && blank.given.isEmpty)
  }

  @Test("tags of which none could be read clear none, and an empty list is a value")
  func emptyTags() throws {
    #expect(try read(#"{"tags": ["\u0007"]}"#).given.isEmpty)
    #expect(try read(#"{"tags": []}"#).given == [.tags])
  }

  @Test("money in an unknown currency is not taken for ours")
  func unknownCurrency() throws {
    let sidecar = try read(#"{"amount": 120, "currency": "NTDOLLAR"}"#)
    #expect(sidecar.fields.amount == nil && sidecar.fields.currency == nil)
    #expect(codes(sidecar) == ["currency currency-unknown", "amount amount-unclear"])
    #expect(sidecar.review.map(\.text) == ["NTDOLLAR", "120"])
  }

  @Test("where sign and key quarrel both stay empty")
  func quarrel() throws {
    let sidecar = try read(#"{"amount": "NT$120", "currency": "USD"}"#)
    #expect(sidecar.fields.amount == nil && sidecar.fields.currency == nil)
    #expect(codes(sidecar) == ["amount currency-ambiguous"])
  }

  @Test("two names for one key that differ: the first of the table wins, with a note")
  func aliases() throws {
    let sidecar = try read(
      #"{"recorded_at": "2026-11-29", "captured_at": "2026-11-30", "location": "A", "place": "A"}"#)
    #expect(sidecar.fields.capturedAt?.description == "2026-11-30")
    #expect(sidecar.fields.place?.name == "A")
    #expect(codes(sidecar) == ["captured_at conflict"])
    #expect(try read(#"{"recorded_at": "2026-11-29"}"#).fields.capturedAt?.day.day == 29)
  }

  @Test(
    "D01: the day is the day at the place",
    arguments: [
      ("2025-11-13T07:40:00+10:00", "2025-11-13"), ("2020-09-30T22:00:00-03:00", "2020-09-30"),
    ])
  func day(_ text: String, _ day: String) throws {
    for zone in [TimeZoneRules.utc, .fixed(14 * 3600), .fixed(-11 * 3600)] {
      let sidecar = try read(#"{"captured_at": "\#(text)"}"#, zone: zone)
      #expect(sidecar.fields.capturedAt?.day.description == day)
    }
  }

  @Test("D05: only a real future is noted, and it is kept")
  func future() throws {
    // At 2026-11-30T16:53:20Z it is already the first of December in the east.
    let early = try read(#"{"captured_at": "2026-12-01T06:53:00+14:00"}"#)
    #expect(early.review.isEmpty)
    let day = try read(#"{"captured_at": "2026-12-01"}"#)
    #expect(day.review.isEmpty)
    let late = try read(#"{"captured_at": "2028-11-30T12:00:00+08:00"}"#)
    #expect(codes(late) == ["captured_at date-implausible"])
    #expect(late.fields.capturedAt?.day.year == 2028)
  }

  @Test(
    "a time comes out as it went in",
    arguments: [
      "2026-11-30T12:34:56+08:00", "2026-11-30T04:34:56Z", "2026-11-30T12:34:56.500+08:00",
      "2026-11-30T12:34:56.123456789-03:30", "2026-11-30", "2024-02-29T23:59:59+00:00",
    ])
  func exactTime(_ text: String) throws {
    let sidecar = try read(#"{"captured_at": "\#(text)"}"#)
    #expect(sidecar.fields.capturedAt?.description == text)
    #expect(sidecar.review.isEmpty)
  }

  @Test("a time without an offset is in the configured zone")
  func configuredZone() throws {
    let sidecar = try read(#"{"captured_at": "2026-11-30 12:34"}"#)
    #expect(sidecar.fields.capturedAt?.description == "2026-11-30T12:34:00+08:00")
  }

  @Test("what is no object is an error with its place, and a cut one may be unfinished")
  func noObject() throws {
    #expect(throws: SidecarError.notAnObject) { try read("[1]") }
    do {
      _ = try read("{\"amount\": 1,\n\"amount\": 2}")
      Issue.record("no error")
    } catch let error as SidecarError {
      #expect(error.description.contains("line 2, column 1"))
      #expect(!error.looksUnfinished)
    }
    do {
      _ = try read("{\"amount\": 12")
      Issue.record("no error")
    } catch let error as SidecarError {
      #expect(error.looksUnfinished)
    }
    #expect(throws: SidecarError.self) { try read(#"{"amount": NaN}"#) }
  }
}
