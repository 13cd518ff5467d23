import CSndFile
import Records
import TestSupport
import Testing

@testable import Audio

@Suite struct DamagedRecordingTests {
  private func sample(_ format: Int, seconds: Int = 5) -> [UInt8] {
    SampleRecording(format: format, seconds: seconds).bytes
  }

  @Test(
    "A01: Ogg that is cut says nothing of its length, which is measured, and counts as broken off",
    arguments: [SF_FORMAT_OPUS, SF_FORMAT_VORBIS])
  func cutOgg(_ codec: Int) throws {
    let whole = sample(SF_FORMAT_OGG | codec)
    let report = try #require(decode(Array(whole.prefix(whole.count / 2))).report)
    #expect(report.claimedFrames == nil)
    #expect((8_000...72_000).contains(report.frames))
    #expect(report.endedEarly)
    #expect(report.looksUnfinished)
    #expect(report.reviewNotes.map(\.code) == [.truncated])
  }

  @Test("A02: FLAC from a pipe claims no length, is decoded to its end and is not broken")
  func pipedFLAC() throws {
    var bytes = sample(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    // STREAMINFO's total samples: 36 bits from the low half of byte 21 (RFC 9639, section 8.2).
    bytes[21] &= 0xF0
    for index in 22...25 { bytes[index] = 0 }
    let report = try #require(decode(bytes).report)
    #expect(report.durationMilliseconds == 5000)
    #expect(report.claimedFrames == nil)
    #expect(!report.looksUnfinished)
    #expect(report.reviewNotes.isEmpty)
  }

  @Test("A06: half a WAV lasts 2.5 s, and its header said 5.0 s")
  func halfWave() throws {
    let whole = Wave.tone(frames: 80_000)
    let report = try #require(decode(Array(whole.prefix(44 + 80_000))).report)
    #expect(report.durationMilliseconds == 2500)
    #expect(report.claimedFrames == 80_000)
    #expect(report.endedEarly)
    #expect(
      report.reviewNotes.map(\.message) == [
        "The recording breaks off: the header says 5.0 s, and 2.5 s could be decoded."
      ])
  }

  @Test(
    "Half a file of any format counts as broken off",
    arguments: [
      SF_FORMAT_RF64 | SF_FORMAT_PCM_16, SF_FORMAT_WAVEX | SF_FORMAT_PCM_24,
      SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, SF_FORMAT_AIFF | SF_FORMAT_PCM_16,
      SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
      SF_FORMAT_AU | SF_FORMAT_PCM_16,
      SF_FORMAT_W64 | SF_FORMAT_PCM_16,
    ])
  func half(_ format: Int) throws {
    let whole = sample(format)
    let report = try #require(decode(Array(whole.prefix(whole.count / 2))).report)
    #expect((20_000...60_000).contains(report.frames))
    #expect(report.looksUnfinished)
  }

  @Test("What the library refuses of a format that the other decoder reads too is left to that")
  func halfCAF() {
    for (format, bytes) in [
      (SF_FORMAT_CAF | SF_FORMAT_PCM_16, 80_000), (SF_FORMAT_OGG | SF_FORMAT_VORBIS, 100),
    ] {
      let half = Array(sample(format).prefix(bytes))
      #expect(decode(half).rejection?.reason == .otherFormat)
    }
  }

  @Test("AIFF from a pipe of sox, whose length stands for 'not known', is whole")
  func pipedAIFF() throws {
    var bytes = sample(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
    bytes.replaceSubrange(4..<8, with: [0x7F, 0, 0, 0x50])
    let report = try #require(decode(bytes).report)
    #expect(report.durationMilliseconds == 5000)
    #expect(!report.looksUnfinished)
  }

  @Test("MP3 without a frame count makes no claim that libsndfile's guess could be")
  func guessedLength() throws {
    var bytes = sample(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    let place = try #require(
      bytes.indices.first { index in
        ["Xing", "Info"].contains { bytes[index...].starts(with: $0.utf8) }
      })
    bytes.replaceSubrange(place..<(place + 4), with: [0, 0, 0, 0])
    let report = try #require(decode(bytes).report)
    #expect(report.claimedFrames == nil)
    #expect(!report.looksUnfinished)
  }

  @Test("A WAV whose last pad byte is missing is whole")
  func missingPad() throws {
    let samples = [UInt8](repeating: 0x80, count: 8001)
    var bytes = Wave.header(dataBytes: samples.count, sampleRate: 8000, channels: 1) + samples
    bytes[4] &+= 1
    // One byte a frame: block size 1, 8 bits.
    bytes[32] = 1
    bytes[34] = 8
    let report = try #require(decode(bytes).report)
    #expect(report.frames == 8001)
    #expect(!report.looksUnfinished)
  }
}
