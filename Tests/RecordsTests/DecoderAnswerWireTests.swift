import JSON
import Records
import Testing

@Suite struct DecoderAnswerWireTests {
  static let report = {
    var report = known
    report.countedFrames = 90_000
    report.unplayed = .init(bytes: 7, isRecording: true)
    report.joint = AudioReport.Joint(recordings: 2, firstMilliseconds: 5_000, isMixed: true)
    return report
  }()
  private static let known = AudioReport(
    format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 2, frames: 80_000,
    claimedFrames: 160_000, lengthPlaceholder: 0xFFFF_FFFF, primingFrames: 1_105, peak: -602,
    rms: -1079, clippedSamples: 3,
    waveform: (0..<200).map { UInt8($0) },
    texts: [AudioReport.TextTag(key: "title", value: "午餐\n\"\\")],
    broadcast: BroadcastExtension(
      description: "Lunch", originator: "", originatorReference: "x",
      originationDate: "2026-11-04", originationTime: "12:31:00", timeReference: .max,
      codingHistory: "A=PCM\r\n"),
    endedEarly: true)

  @Test("What the decoder says is what its parent reads")
  func roundTrip() throws {
    var plain = Self.report
    plain.claimedFrames = nil
    plain.broadcast = nil
    plain.texts = []
    plain.lengthPlaceholder = nil
    plain.primingFrames = nil
    plain.countedFrames = nil
    plain.joint = nil
    plain.unplayed = nil
    let answers: [DecoderAnswer] =
      [.report(Self.report), .report(plain), .unreadable("pread: Input/output error")]
      + DecoderAnswer.Reason.allCases.map { .rejected(.init(reason: $0, detail: "because")) }
    for answer in answers { #expect(try DecoderAnswer(message: answer.message) == answer) }
  }

  @Test(
    "An answer whose figures cannot be is refused",
    arguments: [
      ("format", "\"../../etc\""), ("format", "7"), ("codec", "\"\""), ("codec", "\"a/b\""),
      ("rate", "0"), ("rate", "16000.0"), ("rate", "1e9"), ("channels", "33"), ("channels", "-1"),
      ("frames", "0"), ("frames", "9223372036854775807"), ("frames", "\"5\""), ("claimed", "-1"),
      ("claimed", "null"), ("peak", "99999999999999999999"), ("rms", "true"), ("clipped", "-1"),
      ("clipped", "160001"), ("waveform", "\"00\""), ("waveform", "[]"), ("texts", "{}"),
      ("texts", "[[\"title\"]]"), ("texts", "[[\"a b\",\"c\"]]"), ("early", "1"), ("bext", "[]"),
      ("bext", "{}"), ("placeholder", "-1"), ("placeholder", "4294967296"), ("priming", "-1"),
      ("priming", "16777217"), ("priming", "null"), ("counted", "-1"), ("counted", "\"5\""),
      ("unplayed", "7"), ("unplayed", "{\"bytes\":0,\"recording\":true}"),
      ("joint", "[]"), ("joint", "{\"recordings\":1,\"first\":0,\"mixed\":true}"),
      ("joint", "{\"recordings\":2,\"first\":-1,\"mixed\":true}"),
      ("joint", "{\"recordings\":2,\"first\":0,\"mixed\":1}"),
    ])
  func impossible(_ key: String, _ text: String) throws {
    let value = try JSONReader.read(Array(text.utf8))
    let whole = try JSONReader.read(DecoderAnswer.report(Self.report).message)
    var answer = try #require(whole.object)
    var report = try #require(answer["report"]?.object)
    #expect(report[key] != nil)
    report[key] = value
    answer["report"] = .object(report)
    #expect(throws: WireFault.self) {
      try DecoderAnswer(message: JSONValue.object(answer).utf8())
    }
  }

  @Test("An answer that lacks a figure is refused")
  func missing() throws {
    let whole = try JSONReader.read(DecoderAnswer.report(Self.report).message)
    let report = try #require(whole.object?["report"]?.object)
    let optional = ["claimed", "placeholder", "priming", "counted", "joint", "unplayed", "bext"]
    for member in report.members where !optional.contains(member.key) {
      var less = report
      less[member.key] = nil
      #expect(throws: WireFault.self, "\(member.key)") {
        try DecoderAnswer(message: JSONValue.object(["report": .object(less)]).utf8())
      }
    }
  }

  @Test(
    "An answer that is no answer is refused",
    arguments: ["", "{}", "[]", "nonsense", "{\"rejected\":\"bored\"}"])
  func garbage(_ text: String) {
    #expect(throws: WireFault.self) { try DecoderAnswer(message: Array(text.utf8)) }
  }

  @Test("An answer cut at any byte, or with any byte changed, is refused or read, and never traps")
  func damaged() {
    let message = DecoderAnswer.report(Self.report).message
    for length in message.indices {
      #expect(throws: WireFault.self) { try DecoderAnswer(message: Array(message[..<length])) }
      for change in [UInt8(0x01), 0x80, 0x04] {
        var other = message
        other[length] ^= change
        _ = try? DecoderAnswer(message: other)
      }
    }
  }
}
