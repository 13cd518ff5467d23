import Records
import TestSupport
import Testing

@testable import MediaAudio

@Suite("Media files that were joined")
struct JoinedMediaTests {
  private func duration(_ name: String) throws -> Int64 {
    try #require(decode(SampleMedia.bytes(name)).report).durationMilliseconds
  }

  @Test(
    "Each part is decoded and counted, with its own index and header",
    arguments: [
      ("aac.m4a", "aac.m4a"), ("aac.m4a", "alac.m4a"), ("opus.webm", "opus.webm"),
      ("amr-nb.3gp", "aac.3gp"), ("dtx.amr", "dtx.amr"), ("dtx.amr", "amr-wb.awb"),
      ("aac-index-first.m4a", "aac.m4a"),
    ])
  func joined(_ first: String, _ second: String) throws {
    let bytes = SampleMedia.bytes(first) + SampleMedia.bytes(second)
    let report = try #require(decode(bytes).report)
    let expected = try duration(first) + duration(second)
    #expect(abs(report.durationMilliseconds - expected) <= 1)
    #expect(report.joint?.recordings == 2)
    #expect(report.joint?.firstMilliseconds == (try duration(first)))
    #expect(!report.endedEarly)
    #expect(report.reviewNotes.map(\.code) == [.joined])
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  /// Half the bytes of `ffmpeg -i FILE -f s16le -` (5.1.9).
  @Test(
    "Joined MP3 is decoded in one go as players do, and the joint is no damage",
    arguments: [("lame.mp3", "lame.mp3", 25_391), ("vbr.mp3", "lame.mp3", 30_528)])
  func layerThree(_ first: String, _ second: String, _ frames: Int64) throws {
    let report = try #require(
      decode(SampleMedia.bytes(first) + SampleMedia.bytes(second)).report)
    #expect(report.frames == frames)
    #expect(report.joint?.recordings == 2)
    #expect(!report.endedEarly)
    #expect(report.reviewNotes.map(\.code) == [.joined])
  }

  @Test("The second of them cut, they are joined and break off")
  func cutPart() throws {
    let bytes = SampleMedia.bytes("aac-index-first.m4a")
    let report = try #require(decode(bytes + bytes.prefix(bytes.count / 2)).report)
    #expect((33_793..<67_584).contains(report.frames))
    #expect(report.reviewNotes.map(\.code) == [.joined, .truncated])
  }

  @Test("AAC without a container that changes its sample rate on the way is counted by its time")
  func changedRate() throws {
    let report = try #require(
      decode(SampleMedia.bytes("aac.aac") + SampleMedia.bytes("slow.aac")).report)
    #expect(report.sampleRate == 16_000)
    let expected = try duration("aac.aac") + duration("slow.aac")
    #expect(abs(report.durationMilliseconds - expected) <= 1)
    #expect(
      report.joint == AudioReport.Joint(recordings: 2, firstMilliseconds: 1_600, isMixed: true))
    #expect(report.reviewNotes.map(\.code) == [.joined])
  }

  @Test("A11: a CAF from a pipe does not know how long its sound is, and is as long as that")
  func pipedCAF() throws {
    let report = try #require(decode(streamedCAF(frames: 40_000)).report)
    #expect(report.codec == "pcm_s16")
    #expect(report.durationMilliseconds == 5000)
    #expect(report.reviewNotes.isEmpty)
  }

  @Test("The priming that a CAF names in its packet table is named, and not counted")
  func primingOfCAF() throws {
    var bytes = SampleMedia.bytes("alac.caf")
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "pakt".utf8) })
    // After the type, the size, and the numbers of packets and of valid frames.
    bytes.replaceSubrange((place + 28)..<(place + 32), with: [0, 0, 0, 100])
    let report = try #require(decode(bytes).report)
    #expect(report.primingFrames == 100)
    #expect(report.frames == 15_900)
    #expect(report.reviewNotes.isEmpty)
  }
}
