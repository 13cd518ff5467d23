import JSON
import Linux
import TestSupport
import Testing

@Suite("Recordings of phones", .fewAtATime)
struct PhoneRecordingTests {
  static let recordings =
    String(#filePath.dropLast("ProgramTests/PhoneRecordingTests.swift".count))
    + "MediaAudioTests/Recordings"

  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(readFile("\(Self.recordings)/\(name)"))
  }

  @Test(
    "A08, A20: what libsndfile does not know is decoded by the other decoder, whatever its name says",
    arguments: [
      ("aac.m4a", "lunch.m4a", "m4a", "aac"), ("aac.m4a", "0F3C2A7E", "m4a", "aac"),
      ("alac.m4a", "lunch.wav", "m4a", "alac"), ("aac.aac", "lunch.aac", "adts", "aac"),
      ("amr-nb.3gp", "lunch.3gp", "3gp", "amr_nb"), ("dtx.amr", "lunch.amr", "amr", "amr_nb"),
      ("amr-wb.awb", "lunch.awb", "amr", "amr_wb"), ("opus.webm", "lunch.webm", "webm", "opus"),
      ("wmav2.wma", "lunch.wma", "asf", "wmav2"), ("alac.caf", "lunch.caf", "caf", "alac"),
    ])
  func recorded(_ source: String, _ name: String, _ format: String, _ codec: String) throws {
    let home = Household()
    dropFile("\(name).json", into: home.inbox, Array(#"{"amount": "120"}"#.utf8))
    dropFile(name, into: home.inbox, try bytes(source))
    #expect(home.ingestOnce().status == 0)
    let record = try #require(try home.records("list").first)
    let audio = try #require(record["audio"]?.object)
    #expect(audio["format"]?.string == format)
    #expect(audio["codec"]?.string == codec)
    #expect(record["amount"]?.string == "120.00")
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
  }

  @Test(
    "P01, P10: time, place and note come from the recording, and the record says from where",
    arguments: [
      ("memo.m4a", "2026-11-30T20:34:56+08:00", "container"),
      ("20261130_203455.m4a", "2026-11-30T20:34:55+08:00", "name"),
      // Recorded in Paris.
      ("Voice 261130_133455.m4a", "2026-11-30T13:34:55+01:00", "name"),
    ])
  func facts(_ name: String, _ captured: String, _ source: String) throws {
    let home = Household()
    dropFile(name, into: home.inbox, try bytes("aac.m4a"))
    #expect(home.ingestOnce().status == 0)
    let record = try #require(try home.records("list").first)
    #expect(record["captured_at"]?.string == captured)
    #expect(record["place"] == ["name": nil, "latitude": "25.0330", "longitude": "121.5654"])
    #expect(record["note"]?.string == "latte")
    #expect(record["amount"] == .null)
    #expect(
      record["sources"] == [
        "captured_at": .string(source), "place": "container", "note": "container",
      ])
    #expect(record["review"]?.array?.isEmpty == true)
  }

  @Test("P01: a stamp in UTC at the end of half an hour, and a clock at its start in the name")
  func halfHour() throws {
    let home = Household()
    let made = BuiltProgram.run(
      "/usr/bin/env",
      [
        "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t",
        "1800", "-c:a", "alac", "-metadata", "creation_time=2024-03-01T22:59:55Z",
        home.folder["made.m4a"],
      ])
    try #require(made.status == 0, "\(made.errors)")
    let recording = try #require(readFile(home.folder["made.m4a"]))
    dropFile("20240302_062955.m4a", into: home.inbox, recording)
    // An empty box more is another content.
    let box = [0, 0, 0, 8] + Array("free".utf8)
    dropFile("20240305_062955.m4a", into: home.inbox, recording + box)
    dropFile("memo.m4a", into: home.inbox, recording + box + box)
    #expect(home.ingestOnce().status == 0)
    var found: [String: String] = [:]
    for record in try home.records("list") {
      let codes = record["review"]?.array?.compactMap { $0.object?["code"]?.string } ?? []
      found[record["source_name"]?.string ?? ""] =
        ([record["captured_at"]?.string, record["sources"]?.object?["captured_at"]?.string]
        .compactMap { $0 } + codes).joined(separator: " ")
      #expect(record["audio"]?.object?["duration_ms"]?.integer == 1_800_000)
    }
    #expect(
      found == [
        "20240302_062955.m4a": "2024-03-02T06:29:55+08:00 name silent",
        "20240305_062955.m4a": "2024-03-02T06:59:55+08:00 container silent date-uncertain",
        "memo.m4a": "2024-03-02T06:59:55+08:00 container silent",
      ])
  }

  @Test("P04: a name with a clock beats the time of the file, and a sidecar beats both")
  func clockInName() throws {
    let home = Household()
    home.drop("20190302_062955.wav", seed: 1)
    home.drop("PTT-20190303-WA0001.wav", seed: 2)
    home.drop(
      "20190304_062955.wav", seed: 3, sidecar: #"{"captured_at": "2026-11-30T12:00:00+08:00"}"#)
    home.drop("New Recording 12.wav", seed: 4)
    #expect(home.ingestOnce().status == 0)
    var found: [String: String] = [:]
    for record in try home.records("list") {
      let source = record["sources"]?.object?["captured_at"]?.string ?? ""
      let captured = source == "file-time" ? "" : record["captured_at"]?.string ?? ""
      found[record["source_name"]?.string ?? ""] = "\(captured) \(source)"
      #expect(record["amount"] == .null)
    }
    #expect(
      found == [
        "20190302_062955.wav": "2019-03-02T06:29:55+08:00 name",
        "PTT-20190303-WA0001.wav": "2019-03-03 name",
        "20190304_062955.wav": "2026-11-30T12:00:00+08:00 sidecar",
        "New Recording 12.wav": " file-time",
      ])
  }

  /// A recording with other seconds where its headers say when it was made (`mvhd`, `tkhd` and `mdhd` of
  /// version 0: seconds since 1904).
  private func stamped(_ seconds: UInt32) throws -> [UInt8] {
    var bytes = try bytes("amr-nb.3gp")
    for type in ["mvhd", "tkhd", "mdhd"] {
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) })
      try #require(bytes[place + 4] == 0)
      for index in 0..<8 {
        bytes[place + 8 + index] = UInt8(truncatingIfNeeded: seconds >> UInt32(24 - index % 4 * 8))
      }
    }
    return bytes
  }

  @Test(
    "P02: a clock that was never set gives way to the next source, and one that counts from 1970 is read so"
  )
  func unsetClocks() throws {
    let home = Household()
    let unixEpoch: UInt32 = 2_082_844_800
    let stamps: [(String, UInt32)] = [
      // None at all, the end of 1969, 1970, and 2040.
      ("none", 0), ("before", unixEpoch - 1), ("epoch", unixEpoch), ("last", .max),
    ]
    for (name, seconds) in stamps {
      dropFile("\(name).3gp", into: home.inbox, try stamped(seconds))
      // One byte more, after the index, is another content.
      dropFile("\(name) 20190302_062955.3gp", into: home.inbox, try stamped(seconds) + [0])
    }
    dropFile("set.3gp", into: home.inbox, try stamped(unixEpoch + 1_709_332_195))
    // Unix seconds in a field that counts from 1904 would be 1958, and are taken for what they are.
    dropFile("unix.3gp", into: home.inbox, try stamped(1_709_332_195))
    #expect(home.ingestOnce().status == 0)
    var found: [String: String] = [:]
    for record in try home.records("list") {
      let source = record["sources"]?.object?["captured_at"]?.string ?? ""
      let captured = source == "file-time" ? "" : record["captured_at"]?.string ?? ""
      found[record["source_name"]?.string ?? ""] = "\(captured) \(source)"
    }
    let set = "2024-03-02T06:29:55+08:00 container"
    var expected = ["set.3gp": set, "unix.3gp": set]
    for (name, _) in stamps {
      expected["\(name).3gp"] = " file-time"
      expected["\(name) 20190302_062955.3gp"] = "2019-03-02T06:29:55+08:00 name"
    }
    #expect(found == expected)
  }

  @Test("P06: numbers in a name are never money, and the name is kept")
  func numbersInNames() throws {
    let home = Household()
    let names: Set = [
      "1600 Pennsylvania Ave 3.m4a", "New Recording 12.m4a", "中山路 25 號.m4a", "NT$120 lunch.m4a",
      "120.m4a",
    ]
    for (index, name) in names.sorted().enumerated() {
      dropFile(name, into: home.inbox, Wave.tone(frames: 800, seed: UInt64(index)))
    }
    #expect(home.ingestOnce().status == 0)
    let records = try home.records("list")
    #expect(Set(records.compactMap { $0["source_name"]?.string }) == names)
    for record in records {
      #expect(record["amount"] == .null)
      #expect(record["currency"] == .null)
      #expect(record["sources"] == ["captured_at": "file-time"])
      #expect(record["review"] == [])
    }
  }

  @Test("P12: a recording whose name is decomposed gets the sidecar whose name is composed")
  func normalForms() throws {
    let home = Household()
    home.drop("Cafe\u{301}.m4a", seed: 1)
    dropFile("Caf\u{E9}.m4a.json", into: home.inbox, Array(#"{"amount": 120}"#.utf8))
    home.drop("The\u{300}me.m4a", seed: 2)
    dropFile("Th\u{E8}me.json", into: home.inbox, Array(#"{"amount": 130}"#.utf8))
    #expect(home.ingestOnce().status == 0)
    #expect(home.inboxIsEmpty)
    let amounts = try home.records("list").map { record in
      // By bytes: the two forms are equal as texts.
      "\(Array((record["source_name"]?.string ?? "").utf8).count) \(record["amount"]?.string ?? "")"
    }
    #expect(Set(amounts) == ["10 120.00", "11 130.00"])
    #expect(try home.records("quarantine", "list").isEmpty)
  }

  @Test(
    "Without the other decoder they wait, what is no recording does not, and they are taken once it is there"
  )
  func waits() throws {
    let home = Household()
    let programs = home.folder["programs"]
    try makeDirectories(programs)
    for name in ["mm-ingestd", "mm-decoder"] {
      let copied = BuiltProgram.run("/bin/cp", [BuiltProgram.path(name), programs])
      #expect(copied.status == 0)
    }
    func drain() -> BuiltProgram.Outcome {
      BuiltProgram.run(
        "\(programs)/mm-ingestd", ["--once", "--now"] + home.places,
        environment: Household.quiet)
    }
    dropFile("phone.m4a", into: home.inbox, try bytes("aac.m4a"))
    dropFile("text.m4a", into: home.inbox, Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8))
    let waiting = drain()
    #expect(waiting.status == 75)
    #expect(waiting.errors.contains("waiting phone.m4a: decoder-missing"))
    #expect(listFolder(home.inbox) == ["phone.m4a"])
    let copied = BuiltProgram.run("/bin/cp", [BuiltProgram.path("mm-decoder-av"), programs])
    #expect(copied.status == 0)
    #expect(drain().status == 0)
    #expect(try home.records("list").count == 1)
    #expect(home.inboxIsEmpty)
  }
}
