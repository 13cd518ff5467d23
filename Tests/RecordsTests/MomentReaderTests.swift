import Testing

@testable import Records

@Suite("Reading moments")
struct MomentReaderTests {
  /// 2026-11-30T16:53:20Z.
  static let now = Instant(seconds: 1_796_057_600)
  /// Clocks go from +01:00 to +02:00 at 2026-03-29T01:00:00Z and back at 2026-10-25T01:00:00Z (Central Europe).
  static let europe = TimeZoneRules { seconds in
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600
  }

  private func read(_ text: String, zone: TimeZoneRules = .fixed(28_800)) -> String {
    do throws(MomentReader.Unclear) {
      return try MomentReader(zone: zone, now: MomentReaderTests.now).read(text).moment.description
    } catch {
      #expect(error.message.hasSuffix("."))
      return "unclear"
    }
  }

  @Test(
    "forms near RFC 3339 are read, and none loses a digit",
    arguments: [
      ("2026-11-30", "2026-11-30"), ("2026-11-30T12:34", "2026-11-30T12:34:00+08:00"),
      ("2026-11-30 12:34:56", "2026-11-30T12:34:56+08:00"),
      ("2026-11-30t12:34:56z", "2026-11-30T12:34:56Z"),
      ("2026-11-30T12:34:56+0530", "2026-11-30T12:34:56+05:30"),
      ("2026-11-30T12:34:56-03", "2026-11-30T12:34:56-03:00"),
      ("2026-11-30T12:34:56−03:00", "2026-11-30T12:34:56-03:00"),
      ("2026-11-30T12:34:56.70+08:00", "2026-11-30T12:34:56.70+08:00"),
      ("2026-11-30T12:34:56-00:00", "2026-11-30T12:34:56Z"),
      ("2024-02-29", "2024-02-29"), ("2000-02-29", "2000-02-29"),
    ])
  func forms(_ text: String, _ expected: String) {
    #expect(read(text) == expected)
  }

  @Test(
    "what is no date is unclear and never moved to one that is",
    arguments: [
      "", "yesterday", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-11-31",
      "0000-01-01", "26-11-30", "2026-1-30", "2026-11-30T", "2026-11-30T24:00:00Z",
      "2026-11-30T12:60:00Z", "2026-11-30T12:34:60Z", "2026-11-30T12:34:56+24:00",
      "2026-11-30T12:34:56+08:60", "2026-11-30T12:34:56.Z", "2026-11-30T12:34:56.1234567890Z",
      "2026-11-30T12:34:56Zx", "2026-11-30Z", "20261130", "30/11/2026", "２０２６-11-30", "1796057600",
      "2026-11-30T12:34:56+8", "2026-11-30T12:34:56++08:00",
    ])
  func unclear(_ text: String) {
    #expect(read(text) == "unclear")
  }

  @Test("a clock that shows an hour twice means the earlier, and one that skips an hour goes on")
  func clockChanges() {
    #expect(read("2026-07-01T12:00", zone: Self.europe) == "2026-07-01T12:00:00+02:00")
    #expect(read("2026-10-25T02:30", zone: Self.europe) == "2026-10-25T02:30:00+02:00")
    #expect(read("2026-10-25T03:00", zone: Self.europe) == "2026-10-25T03:00:00+01:00")
    #expect(read("2026-03-29T01:59", zone: Self.europe) == "2026-03-29T01:59:00+01:00")
    #expect(read("2026-03-29T02:30", zone: Self.europe) == "2026-03-29T02:30:00+01:00")
  }

  @Test(
    "a time that no clock showed, or one showed twice, is doubtful, unless it has its offset",
    arguments: [
      ("2026-10-25T02:30", true), ("2026-10-25T02:00", true), ("2026-10-25T02:59:59", true),
      ("2026-10-25T01:59:59", false), ("2026-10-25T03:00", false),
      ("2026-10-25T02:30+01:00", false), ("2026-10-25T02:30Z", false),
      ("2026-03-29T01:59:59", false), ("2026-03-29T02:00", true), ("2026-03-29T02:59:59", true),
      ("2026-03-29T03:00", false), ("2026-07-01T12:00", false), ("2026-03-29", false),
    ])
  func doubtful(_ text: String, _ isDoubtful: Bool) throws {
    let reading = try MomentReader(zone: Self.europe, now: MomentReaderTests.now).read(text)
    #expect((reading.doubt != nil) == isDoubtful)
  }

  @Test(
    "D05: only an instant that truly lies ahead is flagged, and it is kept",
    arguments: [
      ("2026-12-01T06:53:00+14:00", false), ("2026-11-30T05:53:00-11:00", false),
      ("2026-12-01T00:53:19+08:00", false), ("2026-12-01T00:57:00+08:00", false),
      ("2026-12-01T00:59:00+08:00", true), ("2028-11-30T12:00:00+08:00", true),
      ("2026-12-01", false), ("2026-12-02", true), ("1969-12-31", true), ("1970-01-01", false),
      ("9999-12-31T23:59:59Z", true), ("0001-01-01T00:00:00Z", true),
    ])
  func implausible(_ text: String, _ isFlagged: Bool) throws {
    let reading = try MomentReader(zone: .utc, now: MomentReaderTests.now).read(text)
    #expect((reading.warning != nil) == isFlagged)
    #expect(reading.moment.description == text)
  }

  @Test("D02: the day of a moment is its own, whatever zone the reader is in")
  func ownDay() throws {
    for (text, day) in [
      ("2025-11-13T07:40:00+10:00", "2025-11-13"), ("2020-09-30T22:00:00-03:00", "2020-09-30"),
      ("2026-12-31T23:59:59Z", "2026-12-31"), ("2026-11-30", "2026-11-30"),
    ] {
      for zone in [TimeZoneRules.fixed(8 * 3600), .fixed(-5 * 3600)] {
        let moment = try MomentReader(zone: zone, now: MomentReaderTests.now).read(text).moment
        #expect(moment.day.description == day)
      }
    }
  }

  @Test("an instant shown by any clock comes back as the same instant")
  func clockAndInstant() throws {
    for seconds: Int64 in [-1, 0, 1, 1_796_057_600, -62_000_000_000, 4_102_444_799] {
      for offset in [-39_600, -12_600, 0, 20_700, 28_800, 50_400] {
        let shown = Timestamp(Instant(seconds: seconds), offset: offset)
        let read = try MomentReader(zone: .utc, now: MomentReaderTests.now)
          .read(shown.description).moment
        #expect(read == .time(shown))
        if (-9_000_000_000...9_000_000_000).contains(seconds) {
          #expect(read.instant == Instant(seconds: seconds))
        }
      }
    }
  }
}
