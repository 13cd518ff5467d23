import CSndFile
import Records
import TestSupport
import Testing

@testable import Audio

@Suite("What stands in a container besides the sound")
struct PrimingTests {
  @Test("The pre-skip of Opus is named at the rate of what is decoded, and not counted")
  func opus() throws {
    let bytes = SampleRecording(format: SF_FORMAT_OGG | SF_FORMAT_OPUS).bytes
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "OpusHead".utf8) })
    let preSkip = Int64(bytes[place + 10]) | Int64(bytes[place + 11]) << 8
    let report = try #require(decode(bytes).report)
    #expect(preSkip > 0)
    #expect(report.primingFrames == preSkip * 16_000 / 48_000)
    #expect(report.frames == 80_000)
  }

  @Test(
    "Opus whose last page has no packet is left to the other decoder, since libsndfile drops one")
  func emptyLastPage() throws {
    let bytes = OggEnd.emptied(SampleRecording(format: SF_FORMAT_OGG | SF_FORMAT_OPUS).bytes)
    let report = try #require(decode(bytes).report)
    #expect(report.frames < 80_000)
    #expect(report.countedFrames == 80_000)
  }

  @Test(
    "Where no priming is named there is none, not zero",
    arguments: [
      SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS,
      SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
    ])
  func none(_ format: Int) throws {
    let report = try #require(decode(SampleRecording(format: format).bytes).report)
    #expect(report.primingFrames == nil)
  }

  @Test("A11: chunks around the sound of a CAF, and 24 kB of free room in it, are no sound")
  func chunksOfCAF() throws {
    let bytes = SampleRecording(format: SF_FORMAT_CAF | SF_FORMAT_PCM_16).bytes
    func chunk(_ name: String, _ count: Int) -> [UInt8] {
      Array(name.utf8) + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * (7 - $0))) }
        + [UInt8](repeating: 0, count: count)
    }
    let data = try #require(bytes.indices.first { bytes[$0...].starts(with: "data".utf8) })
    let changed =
      bytes[..<data] + chunk("free", 24_576) + bytes[data...] + chunk("info", 4)
      + chunk("free", 1000)
    for bytes in [bytes, Array(changed)] {
      let report = try #require(decode(bytes).report)
      #expect(report.frames == 80_000)
      #expect(report.reviewNotes.isEmpty)
    }
  }

  @Test(
    "P08: Opus and Vorbis are told apart whatever the file is called",
    arguments: [
      (SF_FORMAT_OPUS, "opus"), (SF_FORMAT_VORBIS, "vorbis"),
    ])
  func codecs(_ codec: Int, _ name: String) throws {
    let bytes = SampleRecording(format: SF_FORMAT_OGG | codec).bytes
    for file in ["memo.oga", "memo.ogg", "memo.opus", "memo"] {
      let report = try #require(decode(bytes, named: file).report)
      #expect(report.format == "ogg")
      #expect(report.codec == name)
      #expect(report.reviewNotes.isEmpty)
    }
  }
}
