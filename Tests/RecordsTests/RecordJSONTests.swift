import JSON
import Testing

@testable import Records

@Suite("Records as JSON")
struct RecordJSONTests {
  private func audio() throws -> AudioReference {
    AudioReference(
      uuid: UUID(high: 1, low: 2), sha256: try #require(Digest(String(repeating: "ab", count: 32))),
      path: "audio/2026/11/a.wav", present: true, format: "wav", codec: "pcm_s16",
      sampleRate: 16_000, channels: 1, frames: 67_200, bytes: 134_444, waveform: [1, 2])
  }

  private func fields() throws -> RecordFields {
    RecordFields(
      amount: Money(minorUnits: 12_000, currency: .twd), tags: [try Tag("food"), try Tag("lunch")],
      type: .expense, capturedAt: .time(try time("2026-11-30T12:34:56+08:00")),
      place: Place(
        name: "Ice Monster", coordinates: Coordinates(latitude: "25.0330", longitude: "121.5654")))
  }

  private func time(_ text: String) throws -> Timestamp {
    let moment = try MomentReader(zone: .utc, now: Instant(seconds: 0)).read(text).moment
    guard case .time(let time) = moment else { throw MomentReader.Unclear(message: "A day.") }
    return time
  }

  private func quickRecord(_ fields: RecordFields, name: FileName? = nil) -> QuickRecord {
    QuickRecord(
      id: RecordID(.quickRecord, 12), uuid: UUID(high: 3, low: 4), fields: fields, sources: [:],
      review: [], audio: nil, sourceName: name, writerID: nil, createdAt: Instant(seconds: 0),
      transactions: [], deleted: false)
  }

  @Test("a quick record has every key of the contract, in its order")
  func whole() throws {
    var record = quickRecord(try fields(), name: FileName("lunch.wav"))
    record.audio = try audio()
    record.sources = [.capturedAt: .sidecar, .amount: .sidecar]
    record.review = [
      ReviewNote(field: .amount, code: .ambiguousSeparator, message: "Two.", text: "1.234")
    ]
    #expect(
      record.json.text() == """
        {"id":"q12","uuid":"00000000-0000-0003-0000-000000000004","amount":"120.00","currency":"TWD",\
        "tags":["food","lunch"],"type":"expense","note":null,\
        "captured_at":"2026-11-30T12:34:56+08:00","day":"2026-11-30",\
        "place":{"name":"Ice Monster","latitude":"25.0330","longitude":"121.5654"},\
        "audio":{"uuid":"00000000-0000-0001-0000-000000000002",\
        "sha256":"\(String(repeating: "ab", count: 32))","path":"audio/2026/11/a.wav","present":true,\
        "format":"wav","codec":"pcm_s16","sample_rate":16000,"channels":1,"frames":67200,\
        "duration_ms":4200,"bytes":134444,"priming_frames":null},"source_name":"lunch.wav",\
        "sources":{"amount":"sidecar","captured_at":"sidecar"},\
        "review":[{"field":"amount","code":"ambiguous-separator","message":"Two.","text":"1.234"}],\
        "organized":false,"transactions":[],"deleted":false}
        """)
  }

  @Test("what is missing is null, never zero and never an empty text")
  func missing() throws {
    let object = try #require(quickRecord(RecordFields()).json.object)
    for key in [
      "amount", "currency", "type", "note", "captured_at", "day", "place", "audio", "source_name",
    ] {
      #expect(object[key] == .null, "\(key)")
    }
    #expect(object["source_name_base64"] == nil)
    #expect(object["tags"] == [])
  }

  @Test("a date without a time is the date alone, and coordinates may lack a name")
  func parts() throws {
    let day = try #require(CalendarDay(year: 2026, month: 11, day: 30))
    let object = try #require(
      quickRecord(
        RecordFields(
          capturedAt: .day(day),
          place: Place(name: nil, coordinates: Coordinates(latitude: "1.10", longitude: "-2")))
      ).json.object)
    #expect(object["captured_at"] == "2026-11-30" && object["day"] == "2026-11-30")
    #expect(object["place"] == ["name": nil, "latitude": "1.10", "longitude": "-2"])
  }

  @Test(
    "a name that is not UTF-8 is escaped, and given exactly in base 64",
    arguments: [
      ([0xFF], #"\xff"#, "/w=="), ([0x61, 0xFF], #"a\xff"#, "Yf8="),
      ([0x61, 0x62, 0xFF], #"ab\xff"#, "YWL/"),
      ([0xFB, 0xEF, 0xBE, 0x61], #"\xfb\xef\xbea"#, "++++YQ=="),
    ] as [([UInt8], String, String)])
  func rawName(_ bytes: [UInt8], _ escaped: String, _ base64: String) throws {
    let object = try #require(
      quickRecord(RecordFields(), name: FileName(bytes: bytes)).json.object)
    #expect(object["source_name_base64"] == .string(base64))
    #expect(object["source_name"] == .string(escaped))
  }

  @Test("a transaction tells its own day, its recordings and its quick records")
  func transaction() throws {
    var transaction = Transaction(
      id: RecordID(.transaction, 7), uuid: UUID(high: 5, low: 6), fields: try fields(),
      occurredAt: .time(try time("2026-11-29T23:00:00-03:00")),
      quickRecords: [RecordID(.quickRecord, 12)], recordings: [try audio()],
      sources: [.type: .user], createdAt: Instant(seconds: 0), deleted: false)
    transaction.partOf = RecordID(.transaction, 3)
    transaction.parts = [RecordID(.transaction, 8), RecordID(.transaction, 9)]
    transaction.refunds = [RecordID(.transaction, 10)]
    let object = try #require(transaction.json.object)
    #expect(object["part_of"] == "t3" && object["parts"] == ["t8", "t9"])
    #expect(object["merged_into"] == .null && object["merged_from"] == [])
    #expect(object["refund_of"] == .null && object["refunds"] == ["t10"])
    #expect(object["id"] == "t7" && object["amount"] == "120.00" && object["type"] == "expense")
    #expect(object["occurred_at"] == "2026-11-29T23:00:00-03:00")
    #expect(object["captured_at"] == "2026-11-30T12:34:56+08:00")
    #expect(object["day"] == "2026-11-29")
    #expect(object["quick_records"] == ["q12"])
    #expect(object["recordings"]?.array?.count == 1)
    #expect(object["audio"] == object["recordings"]?.array?.first)
    #expect(object["sources"] == ["type": "user"])
  }

  @Test("something set aside names its files, its cure and its time with an offset")
  func quarantine() throws {
    let digest = try #require(Digest(String(repeating: "cd", count: 32)))
    let item = QuarantineItem(
      id: RecordID(.quarantine, 3), uuid: UUID(high: 7, low: 8), code: .sidecarInvalid,
      message: "The JSON just ends at line 1, column 2.",
      files: [
        QuarantineItem.File(
          role: .recording, name: FileName(bytes: [0xFF]), path: "quarantine/u/a", bytes: 1,
          sha256: digest),
        QuarantineItem.File(
          role: .sidecar, name: FileName("a.json"), path: "quarantine/u/b", bytes: 1,
          sha256: digest),
      ], record: nil, inbox: "/inbox", at: Instant(seconds: 1_796_057_600), state: .held)
    let cure = item.cure(in: CureCircumstances())
    let object = try #require(item.json(zone: .fixed(28_800), cure: cure).object)
    #expect(object["id"] == "x3" && object["code"] == "sidecar-invalid")
    #expect(object["names"] == [#"\xff"#, "a.json"])
    #expect(object["audio"] == "quarantine/u/a" && object["sidecar"] == "quarantine/u/b")
    #expect(object["record"] == .null)
    #expect(object["at"] == "2026-12-01T00:53:20+08:00")
    #expect(object["cure"]?.string == cure.sentence)
    // What is not held any more needs none, and every command would be refused.
    let past = try #require(item.json(zone: .fixed(28_800), cure: nil).object)
    #expect(past["cure"] == .null && past["commands"] == [])
  }

  @Test("every code has a whole sentence and a cure")
  func sentences() {
    for code in QuarantineCode.allCases {
      #expect(code.sentence.hasSuffix(".") && code.cure.hasSuffix("."))
    }
    for code in WaitingCode.allCases { #expect(code.sentence.hasSuffix(".")) }
  }
}
