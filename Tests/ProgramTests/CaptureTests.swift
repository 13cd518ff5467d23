import Glibc
import JSON
import TestSupport
import Testing

@Suite("A memo dropped in the inbox becomes a quick record", .fewAtATime)
struct CaptureTests {
  @Test("five recordings with sidecars become five records, to the last digit and millisecond")
  func fiveRecordings() throws {
    let home = Household()
    let amounts = ["120", "\"1,234.50\"", "\"NT$65\"", "9999999999999999.01", "0.1"]
    let frames = [16_000, 15_999, 67_200, 1, 8_008]
    for (index, amount) in amounts.enumerated() {
      home.drop(
        "memo \(index).wav", seed: UInt64(index), frames: frames[index],
        sidecar: """
          {"amount": \(amount), "tags": ["food", "午餐"], "captured_at": "2026-11-30T12:34:56+08:00",
           "place": {"name": "Ice Monster", "latitude": 25.0330, "longitude": 121.5654},
           "type": "expense", "note": "n\(index)"}
          """)
    }
    #expect(home.ingestOnce().status == 0)
    let records = try home.records("list").sorted {
      $0["source_name"]?.string ?? "" < $1["source_name"]?.string ?? ""
    }
    #expect(records.count == 5)
    #expect(
      records.map { $0["amount"]?.string }
        == ["120.00", "1234.50", "65.00", "9999999999999999.01", "0.10"])
    #expect(
      records.map { $0["audio"]?.object?["duration_ms"]?.integer } == [1000, 1000, 4200, 0, 501])
    for (index, record) in records.enumerated() {
      #expect(
        record.members.map(\.key) == [
          "id", "uuid", "amount", "currency", "tags", "type", "note", "captured_at", "day", "place",
          "audio", "source_name", "sources", "review", "organized", "transactions", "deleted",
        ])
      let audio = try #require(record["audio"]?.object)
      #expect(
        audio.members.map(\.key) == [
          "uuid", "sha256", "path", "present", "format", "codec", "sample_rate", "channels",
          "frames", "duration_ms", "bytes", "priming_frames",
        ])
      #expect(audio["frames"]?.integer == Int64(frames[index]))
      #expect(audio["codec"]?.string == "pcm_s16")
      #expect(record["currency"]?.string == "TWD")
      #expect(record["tags"] == ["food", "午餐"])
      #expect(record["captured_at"]?.string == "2026-11-30T12:34:56+08:00")
      #expect(record["day"]?.string == "2026-11-30")
      #expect(
        record["place"]
          == ["name": "Ice Monster", "latitude": "25.0330", "longitude": "121.5654"])
      #expect(record["sources"]?.object?["amount"]?.string == "sidecar")
      #expect(record["organized"] == false)
    }
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
  }

  @Test("organising makes a transaction with amount, tags and audio, once")
  func organising() throws {
    let home = Household()
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120, "tags": ["lunch"]}"#)
    home.ingestOnce()
    let made = try home.records(
      "organize", "q1", "--type", "expense", "--at", "2026-11-30T12:40", "--place", "Ice Monster")
    #expect(made.count == 1)
    let found = try home.records("transactions")
    #expect(found == made)
    let transaction = try #require(found.first)
    #expect(transaction["amount"]?.string == "120.00")
    #expect(transaction["tags"] == ["lunch"])
    #expect(transaction["type"]?.string == "expense")
    #expect(transaction["occurred_at"]?.string == "2026-11-30T12:40:00+08:00")
    #expect(transaction["place"]?.object?["name"]?.string == "Ice Monster")
    #expect(transaction["quick_records"] == ["q1"])
    #expect(try home.records("list").isEmpty)
    let shown = try #require(try home.json("show", "q1").object)
    #expect(shown["organized"] == true)
    #expect(shown["transactions"] == ["t1"])
    #expect(transaction["audio"] == shown["audio"])
    let again = home.organize("organize", "q1")
    #expect(again.status == 65)
    #expect(again.errors.contains("t1"))
  }

  @Test("A07, A19, W17: what is no recording is set aside with its own reason and a cure")
  func setAside() throws {
    let home = Household()
    dropFile(
      "text.mp3", into: home.inbox, Array(String(repeating: "this is text ", count: 50).utf8))
    dropFile("empty.wav", into: home.inbox, [])
    dropFile("short.wav", into: home.inbox, Array(Wave.tone(frames: 10).prefix(20)))
    dropFile(
      "header.wav", into: home.inbox, Wave.header(dataBytes: 0, sampleRate: 16_000, channels: 1))
    dropFile("nuls.wav", into: home.inbox, [UInt8](repeating: 0, count: 100_000))
    dropFile("bad.wav", into: home.inbox, Wave.tone(frames: 100, seed: 5))
    dropFile("bad.wav.json", into: home.inbox, Array(#"{"amount": 1, "amount": 2}"#.utf8))
    #expect(home.ingestOnce().status == 0)
    var codes: [String: String] = [:]
    for item in try home.records("quarantine", "list") {
      codes[item["names"]?.array?.first?.string ?? ""] = item["code"]?.string
      #expect(item["cure"]?.string?.isEmpty == false)
    }
    #expect(
      codes == [
        "text.mp3": "not-audio", "empty.wav": "unfinished", "short.wav": "unfinished",
        "header.wav": "no-frames", "nuls.wav": "not-audio", "bad.wav": "sidecar-invalid",
      ])
    #expect(home.inboxIsEmpty)
    #expect(try home.records("list").isEmpty)
  }

  @Test(
    "W15: names that are not UTF-8, hold a newline or are 255 bytes long are kept byte for byte")
  func names() throws {
    let home = Household()
    let long = String(repeating: "😀", count: 62) + "abc.wav"
    home.drop("memo\nline.wav", seed: 1)
    // Longer temporary names would not fit, so this one is written in place.
    writeFile("\(home.inbox)/\(long)", Wave.tone(frames: 100, seed: 2))
    writeRaw(
      home.inbox, name: Array("memo_".utf8) + [0xF1] + Array(".wav".utf8),
      Wave.tone(frames: 100, seed: 3))
    #expect(home.ingestOnce().status == 0)
    let names = try home.records("list").map { $0["source_name"]?.string ?? "" }
    #expect(Set(names) == ["memo\\x0aline.wav", long, "memo_\\xf1.wav"])
    let exact = try home.records("list").compactMap { $0["source_name_base64"]?.string }
    #expect(exact == ["bWVtb1/xLndhdg=="])
    #expect(home.inboxIsEmpty)
  }

  @Test("W23: equal files that come at one instant to four workers are one record, every time")
  func atOneInstant() throws {
    let home = Household()
    let configuration = home.folder["moneymom.conf"]
    writeFile(
      configuration, "[inbox]\nsidecar-wait = 0\npatience = 1s\n[decoder]\nworkers = 4\n")
    let daemon = home.startDaemon(["--config", configuration])
    let names = ["a.wav", "b.wav", "c.wav", "d.wav"]
    for round in 1...10 {
      for name in names {
        writeFile("\(home.inbox)/.\(name).part", Wave.tone(frames: 800, seed: UInt64(round)))
      }
      // It is told of all four at once.
      daemon.signal(SIGSTOP)
      for name in names { rename("\(home.inbox)/.\(name).part", "\(home.inbox)/\(name)") }
      daemon.signal(SIGCONT)
      let isDrained = eventually(every: 5000) { home.inboxIsEmpty }
      try #require(isDrained, "\(listFolder(home.inbox))")
      #expect(try home.records("list").count == round)
      let held = try home.records("quarantine", "list")
      #expect(held.count == 3 * round)
      #expect(held.allSatisfy { $0["code"]?.string == "duplicate" })
    }
    let status = try #require(try home.json("status").object?["decoder"]?.object)
    #expect(status["workers"]?.integer == 4)
    #expect(daemon.end() == 0)
    try home.expectSoundStore()
  }

  @Test("W21, R03: equal content is one record, whatever its names; alike records stay two")
  func duplicates() throws {
    let home = Household()
    let sidecar = #"{"amount": 50, "captured_at": "2026-11-30T12:00:00+08:00"}"#
    home.drop("a.wav", seed: 1, sidecar: sidecar)
    home.drop("b.wav", seed: 1, sidecar: sidecar)
    home.drop("c.wav", seed: 2, sidecar: sidecar)
    home.ingestOnce()
    #expect(try home.records("list").count == 2)
    let held = try home.records("quarantine", "list")
    #expect(held.map { $0["code"]?.string } == ["duplicate"])
    #expect(held[0]["record"]?.string?.hasPrefix("q") == true)
    for _ in 0..<3 { home.ingestOnce() }
    #expect(try home.records("quarantine", "list").count == 1)
    #expect(home.inboxIsEmpty)
  }

  @Test("D01, D02: a day is the day at the place, whatever zone the reader is in")
  func zones() throws {
    let home = Household()
    for (index, moment) in ["2025-11-13T07:40:00+10:00", "2020-09-30T22:00:00-03:00"].enumerated() {
      home.drop(
        "m\(index).wav", seed: UInt64(index),
        sidecar: #"{"amount": 1, "captured_at": "\#(moment)"}"#)
    }
    home.ingestOnce()
    home.organize("organize", "q1", "q2")
    let taipei = home.organize("transactions", environment: ["TZ": "Asia/Taipei"])
    let newYork = home.organize("transactions", environment: ["TZ": "America/New_York"])
    #expect(taipei.output == newYork.output)
    #expect(taipei.output.contains("2025-11-13") && taipei.output.contains("2020-09-30"))
    #expect(
      home.organize("list", "--all", "--json", environment: ["TZ": "Asia/Taipei"]).output
        == home.organize("list", "--all", "--json", environment: ["TZ": "America/New_York"]).output)
  }

  @Test("R02: totals never add two currencies")
  func currencies() throws {
    let home = Household()
    for (index, amount) in ["VND 23000", "USD 5", "JPY 100"].enumerated() {
      home.drop("m\(index).wav", seed: UInt64(index), sidecar: #"{"amount": "\#(amount)"}"#)
    }
    home.ingestOnce()
    home.organize("organize", "q1", "q2", "q3", "--at", "2026-11-30")
    let day = home.organize("transactions").output
    #expect(day.contains("expense JPY 100 USD 5.00 VND 23000"))
  }
}
