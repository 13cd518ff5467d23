import Hashing
import JSON
import Linux
import Records
import TestSupport
import Testing

@Suite("P13: an inbox with place = drop", .fewAtATime)
struct DroppedPlaceTests {
  private let book = OrganizeBook()
  private let drop = ["MONEYMOM_INBOX_PLACE": "drop"]

  init() throws { try makeDirectories(book.inbox) }

  private func place(_ name: String, _ text: String) {
    dropFile(name, into: book.inbox, Array(text.utf8))
  }

  private func placeSound(_ name: String, seed: UInt64) {
    dropFile(name, into: book.inbox, Wave.tone(frames: 200, seed: seed))
  }

  private func placePhoneMemo(_ name: String) throws {
    let bytes = try #require(readFile("\(PhoneRecordingTests.recordings)/aac.m4a"))
    dropFile(name, into: book.inbox, bytes)
  }

  private func text(_ words: String...) -> String {
    book.run(words, environment: drop).output
  }

  /// Where the digits stand in the store, also as the journal writes a name: in hexadecimal. The archived recordings
  /// are left out.
  private func placesInStore(_ digits: [String], below folder: String? = nil) -> [String] {
    let folder = folder ?? book.store
    return listFolder(folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if path == "\(book.store)/audio" { return [] }
      let inName = digits.filter { name.contains($0) }.map { "\($0) in the name \(path)" }
      guard let bytes = readFile(path) else { return inName + placesInStore(digits, below: path) }
      return inName + found(digits, in: bytes).map { "\($0) in \(path)" }
    }
  }

  private func found(_ digits: [String], in bytes: [UInt8]) -> [String] {
    digits.filter { text in
      let hexadecimal = text.utf8.map { String($0, radix: 16, uppercase: true) }.joined()
      return bytes.contains(Array(text.utf8)) || bytes.contains(Array(hexadecimal.utf8))
    }
  }

  private func expectNothing(of digits: [String]) {
    #expect(placesInStore(digits).isEmpty)
    #expect(found(digits, in: Array(text("export", "json").utf8)).isEmpty)
  }

  @Test("by no road do coordinates reach the store, the log, the status or the export")
  func everyRoad() throws {
    let settings = [
      "XDG_CONFIG_HOME": book.folder.path, "MONEYMOM_STORE": book.store,
      "MONEYMOM_INBOX": book.inbox, "TZ": "Asia/Taipei", "MONEYMOM_INBOX_PLACE": "drop",
      "MONEYMOM_INBOX_SIDECAR_WAIT": "0",
    ]
    let daemon = RunningDaemon(
      BuiltProgram.path("mm-ingestd"), [], in: book.folder, environment: settings)
    place(
      "sidecar.wav.json",
      #"{"amount": 1, "place": {"name": "Home", "latitude": 25.1111, "longitude": 121.1111}}"#)
    placeSound("sidecar.wav", seed: 1)
    place(
      "unclear.wav.json",
      #"{"amount": 2, "locaton": {"lat": 25.2222, "lng": "121.2222"}, "note": "25.2222, 121.2222"}"#
    )
    placeSound("unclear.wav", seed: 2)
    try placePhoneMemo("phone.m4a")
    placeSound("20261130_123456+25.3333+121.3333.wav", seed: 3)
    place("lone+25.7777+121.7777.json", #"{"amount": 5, "lat": 25.8888, "lon": 121.8888}"#)
    let came = eventually {
      let status = readFile("\(book.store)/status.json").flatMap { try? JSONReader.read($0) }
      let counts = status?.object?["counts"]?.object
      return counts?["recorded"]?.integer == 4 && counts?["waiting"]?.integer == 1
    }
    #expect(came)
    let digits =
      ["25.0330", "121.5654"]
      + (1...8).flatMap { digit in
        ["25.", "121."].map { $0 + String(repeating: "\(digit)", count: 4) }
      }
    expectNothing(of: digits)
    daemon.end()

    place(
      "20261130_123456+25.3333+121.3333.json", #"{"amount": 3, "location": "25.4444, 121.4444"}"#)
    place("bad.wav.json", #"{"amount": 4, "place": {"latitude": 25.5555, "longitude": 121.5555}"#)
    placeSound("bad.wav", seed: 4)
    place("text+25.6666+121.6666.wav", "this is no sound")
    let later = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"], environment: settings)
    #expect(later.status == 0)
    expectNothing(of: digits)
    let log = try #require(readFile(daemon.log)) + Array(later.errors.utf8)
    for line in [
      "recorded q", "revised q", "text+xx.xxxx+xxx.xxxx.wav: not-audio", "sidecar-invalid",
    ] {
      #expect(String(decoding: log, as: UTF8.self).contains(line))
    }
    #expect(found(digits, in: log).isEmpty)

    let records = try book.objects("list")
    #expect(records.count == 4)
    #expect(records.allSatisfy { $0["place"] == JSONValue.null })
    #expect(records.compactMap { $0.text("note") }.sorted() == ["latte", "xx.xxxx, xxx.xxxx"])
    let named = try #require(records.first { $0.text("amount") == "3.00" })
    #expect(named.text("source_name") == "20261130_123456+xx.xxxx+xxx.xxxx.wav")
    #expect(named.text("captured_at") == "2026-11-30T12:34:56+08:00")
    // What was recorded is what the phone wrote.
    let phone = try #require(records.first { $0.text("source_name") == "phone.m4a" })
    let audio = try #require(phone["audio"]?.object?.text("path"))
    #expect(
      readFile("\(book.store)/\(audio)") == readFile("\(PhoneRecordingTests.recordings)/aac.m4a"))
  }

  @Test("the story of a memo says no more: neither what it waited for, nor by which names")
  func stories() throws {
    let settings = [
      "XDG_CONFIG_HOME": book.folder.path, "MONEYMOM_STORE": book.store,
      "MONEYMOM_INBOX": book.inbox, "TZ": "Asia/Taipei", "MONEYMOM_INBOX_PLACE": "drop",
    ]
    let daemon = RunningDaemon(
      BuiltProgram.path("mm-ingestd"), [], in: book.folder, environment: settings)
    // While it is open for writing the recording waits for it by name.
    let sidecar = try Descriptor(
      opening: "\(book.inbox)/memo+25.0330+121.5654.wav.json", [.write, .create], mode: 0o644)
    try sidecar.write(Array(#"{"amount": 1}"#.utf8))
    placeSound("memo+25.0330+121.5654.wav", seed: 1)
    #expect(eventually { text("inbox").contains("is there, but not yet still.") })
    expectNothing(of: ["25.0330", "121.5654"])
    try sidecar.close()
    #expect(eventually { (try? book.objects("list").count) == 1 })
    #expect(eventually { listFolder(book.inbox).isEmpty })
    daemon.end()
    expectNothing(of: ["25.0330", "121.5654"])
    let story = text("explain", "q1")
    #expect(
      story.contains("The sidecar memo+xx.xxxx+xxx.xxxx.wav.json is there, but not yet still."))
    #expect(found(["25.0330", "121.5654"], in: Array(story.utf8)).isEmpty)
    // Whoever still has the file finds it all the same.
    #expect(text("explain", "memo+25.0330+121.5654.wav").contains("as q1."))
  }

  @Test(
    "a misspelt place is dropped, and stands neither in a note nor in the sidecar or the journal")
  func misspelt() throws {
    placeSound("a.wav", seed: 1)
    place("a.wav.json", #"{"amount": 1, "plaec": "SecretA2"}"#)
    placeSound("b.wav", seed: 2)
    place("b.wav.json", #"{"amount": 2, "locaton": {"name": "SecretB2"}, "Plase": ["SecretC2"]}"#)
    try book.ingest(drop)
    #expect(try book.objects("list").map { $0["review"]?.array?.count } == [0, 0])
    expectNothing(of: ["SecretA2", "SecretB2", "SecretC2"])
  }

  @Test(
    "the same sidecar sent again is known, alone and with its recording, whatever the rule was then"
  )
  func again() throws {
    let sidecar =
      #"{"amount": 1, "id": "m1", "place": {"latitude": 25.0330, "longitude": 121.5654}}"#
    for first in [[:], drop] {
      let book = OrganizeBook()
      try makeDirectories(book.inbox)
      func send(_ rule: [String: String], alone: Bool) throws {
        dropFile("a.wav.json", into: book.inbox, Array(sidecar.utf8))
        if !alone { dropFile("a.wav", into: book.inbox, Wave.tone(frames: 200)) }
        try book.ingest(rule)
        #expect(listFolder(book.inbox).isEmpty)
      }
      try send(first, alone: false)
      try send(drop, alone: true)
      try send(drop, alone: false)
      #expect(try book.objects("list").count == 1)
      #expect(try book.objects("quarantine").map { $0.text("code") } == ["duplicate"])
    }
  }

  @Test("what a person types is kept, and what the recording says is not")
  func typed() throws {
    let phone = "\(PhoneRecordingTests.recordings)/aac.m4a"
    let typed = try #require(
      try JSONReader.read(
        Array(
          text(
            "add", "5", "--audio", phone, "--place", "Here", "--lat", "1.5", "--lon", "2.5",
            "--json"
          )
          .utf8)
      ).object)
    #expect(typed["place"] == ["name": "Here", "latitude": "1.5", "longitude": "2.5"])
    #expect(typed["sources"]?.object?.text("place") == "user")
    expectNothing(of: ["25.0330", "121.5654"])

    placeSound("other+25.0330+121.5654.wav", seed: 9)
    place("other+25.0330+121.5654.wav.json", #"{"place": [25.0330, 121.5654], "amount": 1"#)
    try book.ingest(drop)
    let fixed = book.run(["quarantine", "fix", "x1", "--amount", "7"], environment: drop)
    #expect(fixed.status == 0, "\(fixed.errors)")
    let record = try #require(try book.objects("list").first { $0.text("amount") == "7.00" })
    #expect(record["place"] == JSONValue.null)
    expectNothing(of: ["25.0330", "121.5654"])
  }

  @Test("something set aside while places were kept is cured without its place")
  func setAsideBefore() throws {
    try placePhoneMemo("phone+25.0330+121.5654.m4a")
    let digest = String(repeating: "0", count: 64)
    place(
      "phone+25.0330+121.5654.m4a.json",
      #"{"amount": 1, "sha256": "\#(digest)", "place": {"latitude": 1.2345, "longitude": 2.3456}}"#)
    try book.ingest()
    #expect(try book.objects("quarantine").map { $0.text("code") } == ["digest-mismatch"])
    let fixed = book.run(["quarantine", "fix", "x1"], environment: drop)
    #expect(fixed.status == 0, "\(fixed.errors)")
    let record = try #require(try book.objects("list").first)
    #expect(record["place"] == JSONValue.null)
    #expect(record.text("source_name") == "phone+xx.xxxx+xxx.xxxx.m4a")
  }

  @Test("a late sidecar finds its record by a name without digits, but never one of two such")
  func lateByName() throws {
    placeSound("a+25.0330+121.5654.wav", seed: 1)
    try book.ingest(drop)
    placeSound("a+26.0330+122.5654.wav", seed: 2)
    try book.ingest(drop)
    place("a+25.0330+121.5654.wav.json", #"{"amount": 1}"#)
    try book.ingest(drop)
    #expect(try book.objects("list").map { $0["amount"] } == [.null, .null])
    #expect(listFolder(book.inbox) == ["a+25.0330+121.5654.wav.json"])
  }
}

extension [UInt8] {
  /// By the first byte, which is rare, so that whole databases are quick to search.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: part) }
  }
}
