import Records
import Testing

@Suite("What a recording says of itself")
struct RecordingFactsTests {
  /// 2026-11-30T16:53:20Z.
  static let now = Instant(seconds: 1_796_057_600)
  static let taipei = TimeZoneRules.fixed(28_800)

  struct Facts {
    var fields = RecordFields()
    var sources: [Field: FieldSource] = [:]
    var review: [ReviewNote] = []

    var time: String {
      let codes = review.map { " " + $0.code.rawValue }.joined()
      let source = sources[.capturedAt]?.rawValue ?? "?"
      return "\(fields.capturedAt?.description ?? "?") \(source)\(codes)"
    }
  }

  private func facts(
    _ name: String, seconds: Int64 = 4, _ texts: [(String, String)] = [],
    broadcast: (date: String, time: String)? = nil, zone: TimeZoneRules = taipei
  ) -> Facts {
    var report = AudioReport(
      format: "m4a", codec: "aac", sampleRate: 1000, channels: 1, frames: seconds * 1000,
      texts: texts.map { AudioReport.TextTag(key: $0.0, value: $0.1) })
    report.broadcast = broadcast.map {
      BroadcastExtension(
        description: "", originator: "", originatorReference: "", originationDate: $0.date,
        originationTime: $0.time, timeReference: 0, codingHistory: "")
    }
    var facts = Facts()
    facts.review = RecordingFacts(report, name: FileName(name), zone: zone, now: Self.now)
      .complete(
        &facts.fields, &facts.sources, modified: Instant(seconds: 1_700_000_000), zone: zone)
    return facts
  }

  private func stamped(
    _ stamp: String, _ name: String = "memo.m4a", seconds: Int64 = 4
  ) -> String {
    facts(name, seconds: seconds, [("creation_time", stamp)]).time
  }

  @Test("P01: a stamp in UTC and a clock in the name are reconciled, whichever end is meant")
  func reconciled() {
    let end = "2024-03-01T22:59:55.000000Z"
    #expect(
      stamped(end, "20240302_062955.m4a", seconds: 1800) == "2024-03-02T06:29:55+08:00 name")
    let start = "2024-03-01T22:29:55.000000Z"
    #expect(
      stamped(start, "20240302_062955.m4a", seconds: 1800) == "2024-03-02T06:29:55+08:00 name")
    // Recorded in Tokyo, in Kathmandu, and in New York on the day before; by start and by end.
    #expect(stamped(start, "20240302_072955.m4a") == "2024-03-02T07:29:55+09:00 name")
    #expect(stamped(end, "20240302_073955.m4a", seconds: 1200) == "2024-03-02T07:39:55+09:00 name")
    #expect(stamped(start, "20240302_041455.m4a") == "2024-03-02T04:14:55+05:45 name")
    #expect(stamped(end, "20240301_172955.m4a", seconds: 1800) == "2024-03-01T17:29:55-05:00 name")
    #expect(stamped(start, "20240302_063155.m4a") == "2024-03-02T06:31:55+08:00 name")
    #expect(stamped(start, "20240301T222955Z.m4a") == "2024-03-02T06:29:55+08:00 name")
  }

  @Test("P01: where nothing makes them fit the container is believed, and a person is told")
  func noFit() {
    let stamp = "2024-03-01T22:29:55.000000Z"
    for name in ["20240302_063955.m4a", "20190302_062955.m4a", "PTT-20240305-WA0001.m4a"] {
      #expect(stamped(stamp, name) == "2024-03-02T06:29:55+08:00 container date-uncertain")
    }
    let note = facts("20240302_063955.m4a", [("creation_time", stamp)]).review.first
    #expect(note?.text == "2024-03-02 06:39")
    #expect(stamped(stamp, "PTT-20240302-WA0001.m4a") == "2024-03-02T06:29:55+08:00 container")
    #expect(stamped(stamp, "PTT-20240301-WA0001.m4a") == "2024-03-02T06:29:55+08:00 container")
  }

  @Test(
    "A stamp alone is shown in the zone; it is doubtful where a midnight lies within the length")
  func stampAlone() {
    #expect(stamped("2026-11-30T12:34:56.000000Z") == "2026-11-30T20:34:56+08:00 container")
    #expect(
      stamped("2026-11-29T16:10:00Z", seconds: 900)
        == "2026-11-30T00:10:00+08:00 container date-uncertain")
  }

  @Test(
    "P02, P04: a stamp that cannot be gives way to the next source",
    arguments: [
      "1904-01-01T00:00:00.000000Z", "1946-02-14T00:00:00Z", "1970-01-01T00:00:00.000000Z",
      "1969-12-31T23:59:59Z", "1989-12-31T00:00:00Z", "2026-12-01T16:53:21Z",
      "2036-02-07T06:28:16Z", "", "garbage", "2026", "2026-13-01T00:00:00Z",
    ])
  func implausible(_ stamp: String) {
    #expect(stamped(stamp) == "2023-11-15T06:13:20+08:00 file-time")
    #expect(stamped(stamp, "20190302_062955.m4a") == "2019-03-02T06:29:55+08:00 name")
    #expect(stamped(stamp, "20280302_062955.m4a") == "2023-11-15T06:13:20+08:00 file-time")
    #expect(stamped(stamp, "PTT-20190302-WA0001.m4a") == "2019-03-02 name")
  }

  @Test("The last instant that is believed is a day from now")
  func tomorrow() {
    #expect(stamped("2026-12-01T16:53:20Z") == "2026-12-02T00:53:20+08:00 container")
  }

  @Test(
    "A date of the container is a clock of the zone, or a day, or as its offset says",
    arguments: [
      ("2026-11-30T12:34:56", "2026-11-30T12:34:56+08:00 container"),
      ("2026-11-30 12:34", "2026-11-30T12:34:00+08:00 container"),
      ("2026-11-30T12:34:56+09:00", "2026-11-30T12:34:56+09:00 container"),
      ("2026-11-30T04:34:56Z", "2026-11-30T12:34:56+08:00 container"),
      ("2026-11-30", "2026-11-30 container"), ("20261130", "2026-11-30 container"),
      ("2026/11/30", "2026-11-30 container"), ("2026:11:30", "2026-11-30 container"),
      ("2026", "2023-11-15T06:13:20+08:00 file-time"),
      ("2026-11", "2023-11-15T06:13:20+08:00 file-time"),
      ("1970-01-01", "2023-11-15T06:13:20+08:00 file-time"),
      ("2036-01-01", "2023-11-15T06:13:20+08:00 file-time"),
    ])
  func dates(_ written: String, _ expected: String) {
    #expect(facts("memo.ogg", [("date", written)]).time == expected)
  }

  @Test("A clock in the name is more than the day that the container has, if it is that day")
  func dayAndClock() {
    let day = [("date", "2026-11-30")]
    #expect(facts("20261130_123456.ogg", day).time == "2026-11-30T12:34:56+08:00 name")
    #expect(facts("AUD-20261130-WA1.ogg", day).time == "2026-11-30 container")
    #expect(facts("20261128_123456.ogg", day).time == "2026-11-30 container date-uncertain")
  }

  @Test(
    "A clock of the container's own stays beside one in the name, and is doubted where they differ")
  func twoClocks() {
    let date = [("date", "2026-11-30T12:34:56")]
    #expect(facts("20261130_123450.ogg", date).time == "2026-11-30T12:34:56+08:00 container")
    #expect(facts("20261130_133456.ogg", date).time == "2026-11-30T12:34:56+08:00 container")
    #expect(
      facts("20261130_125456.ogg", date).time
        == "2026-11-30T12:34:56+08:00 container date-uncertain")
  }

  @Test("Apple's own date knows the offset, and comes before the stamp in UTC")
  func creationDate() {
    let texts = [
      ("creation_time", "2026-11-30T12:34:56.000000Z"), ("date", "2026-11-01"),
      ("creationdate", "2026-11-30T21:34:50+0900"),
    ]
    #expect(facts("memo.m4a", texts).time == "2026-11-30T21:34:50+09:00 container")
  }

  @Test(
    "The time of a Broadcast Wave file is a clock of the zone",
    arguments: [
      ("2026-11-30", "12:34:56", "2026-11-30T12:34:56+08:00 container"),
      ("2026:11:30", "12-34-56", "2026-11-30T12:34:56+08:00 container"),
      ("2026-11-30", "", "2026-11-30 container"),
      ("2026-11-30", "25:00:00", "2026-11-30 container"),
      ("0000-00-00", "00:00:00", "2023-11-15T06:13:20+08:00 file-time"),
      ("", "", "2023-11-15T06:13:20+08:00 file-time"),
      ("1904-01-01", "00:00:00", "2023-11-15T06:13:20+08:00 file-time"),
    ])
  func broadcast(_ date: String, _ time: String, _ expected: String) {
    #expect(facts("memo.wav", broadcast: (date, time)).time == expected)
  }

  @Test("The place comes from the container, else from the name; none where nobody knew it")
  func places() {
    let inside = facts("memo+10.5+020.5.m4a", [("location", "+25.0330+121.5654+010.000/")])
    #expect(inside.fields.place?.coordinates?.latitude == "25.0330")
    #expect(inside.fields.place?.coordinates?.longitude == "121.5654")
    #expect(inside.sources[.place] == .container)
    for unknown in ["", "garbage", "+00.0000+000.0000/", "+95.0+121.0/"] {
      let named = facts("memo+10.5+020.5.m4a", [("location", unknown)])
      #expect(named.fields.place?.coordinates?.latitude == "10.5")
      #expect(named.sources[.place] == .name)
      #expect(facts("memo.m4a", [("location", unknown)]).fields.place == nil)
    }
  }

  @Test(
    "A note is what a person wrote",
    arguments: [
      ("latte", "Coffee", "latte"), ("", "Coffee", "Coffee"), ("Lavf59.27.100", "Coffee", "Coffee"),
      ("", "中山路 25 號", "中山路 25 號"), ("", "1600 Pennsylvania Ave 3", "1600 Pennsylvania Ave 3"),
      ("", "120", "120"), ("", "Recording of the choir", "Recording of the choir"),
      (" two\nlines ", "", "two\nlines"),
    ])
  func notes(_ comment: String, _ title: String, _ expected: String) {
    let facts = facts("memo.m4a", [("title", title), ("comment", comment)])
    #expect(facts.fields.note == expected)
    #expect(facts.fields.amount == nil)
    #expect(facts.sources[.note] == .container)
  }

  @Test(
    "A title that the recorder wrote says nothing",
    arguments: [
      "", " ", "Recording", "New Recording", "New Recording 12", "Voice Memo", "Voice Memo (3)",
      "Voice 001", "Recording_20261130_123456", "cafe\u{301}.m4a", "CAFÉ", "Lavf59.27.100", "---",
      "新錄音 3", "recorded with an app",
    ])
  func emptyTitles(_ title: String) {
    let facts = facts("café.m4a", [("title", title)])
    #expect(facts.fields.note == nil)
    #expect(facts.sources[.note] == nil)
  }

  @Test("What is there already stays")
  func nothingReplaced() {
    let report = AudioReport(
      format: "m4a", codec: "aac", sampleRate: 1000, channels: 1, frames: 1000,
      texts: [
        AudioReport.TextTag(key: "comment", value: "latte"),
        AudioReport.TextTag(key: "location", value: "+25.0330+121.5654/"),
      ])
    let given = RecordFields(
      note: "mine", capturedAt: CalendarDay(year: 2026, month: 1, day: 2).map(Moment.day),
      place: Place(name: "here", coordinates: nil))
    var fields = given
    var sources: [Field: FieldSource] = [:]
    let review = RecordingFacts(
      report, name: FileName("20190302_062955.m4a"), zone: Self.taipei, now: Self.now
    ).complete(&fields, &sources, modified: Self.now, zone: Self.taipei)
    #expect(fields == given)
    #expect(sources.isEmpty)
    #expect(review.isEmpty)
  }
}
