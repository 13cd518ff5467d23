import CSndFile
import Records
import TestSupport
import Testing

@testable import Audio

@Suite struct FormatTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let number: Int
    let format: String
    let codec: String
    let fileExtension: String
    /// Frames beyond those written: what a codec adds by its blocks or its delay.
    var surplus: ClosedRange<Int64> = 0...0
    var testDescription: String { "\(format) with \(codec)" }
  }

  static let kinds: [Kind] = [
    Kind(
      number: SF_FORMAT_WAV | SF_FORMAT_PCM_16, format: "wav", codec: "pcm_s16",
      fileExtension: "wav"),
    Kind(
      number: SF_FORMAT_WAV | SF_FORMAT_PCM_U8, format: "wav", codec: "pcm_u8", fileExtension: "wav"
    ),
    Kind(
      number: SF_FORMAT_WAV | SF_FORMAT_FLOAT, format: "wav", codec: "pcm_f32", fileExtension: "wav"
    ),
    Kind(
      number: SF_FORMAT_WAV | SF_FORMAT_ULAW, format: "wav", codec: "ulaw", fileExtension: "wav"),
    Kind(
      number: SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, format: "wav", codec: "ima_adpcm",
      fileExtension: "wav", surplus: 0...1100),
    Kind(
      number: SF_FORMAT_WAVEX | SF_FORMAT_PCM_24, format: "wav", codec: "pcm_s24",
      fileExtension: "wav"),
    Kind(
      number: SF_FORMAT_RF64 | SF_FORMAT_PCM_16, format: "rf64", codec: "pcm_s16",
      fileExtension: "wav"),
    Kind(
      number: SF_FORMAT_W64 | SF_FORMAT_PCM_16, format: "w64", codec: "pcm_s16",
      fileExtension: "w64"),
    Kind(
      number: SF_FORMAT_AIFF | SF_FORMAT_PCM_16, format: "aiff", codec: "pcm_s16",
      fileExtension: "aiff"),
    Kind(
      number: SF_FORMAT_CAF | SF_FORMAT_PCM_16, format: "caf", codec: "pcm_s16",
      fileExtension: "caf"),
    Kind(
      number: SF_FORMAT_AU | SF_FORMAT_PCM_16, format: "au", codec: "pcm_s16", fileExtension: "au"),
    Kind(
      number: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, format: "flac", codec: "flac",
      fileExtension: "flac"),
    Kind(
      number: SF_FORMAT_OGG | SF_FORMAT_VORBIS, format: "ogg", codec: "vorbis", fileExtension: "ogg"
    ),
    Kind(
      number: SF_FORMAT_OGG | SF_FORMAT_OPUS, format: "ogg", codec: "opus", fileExtension: "opus"),
    Kind(
      number: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, format: "mp3", codec: "mp3",
      fileExtension: "mp3", surplus: -1152...2304),
  ]

  @Test("A recording is what its content says, and as long as what was decoded", arguments: kinds)
  func kind(_ kind: Kind) throws {
    let report = try #require(decode(SampleRecording(format: kind.number).bytes).report)
    #expect(report.format == kind.format)
    #expect(report.codec == kind.codec)
    #expect(report.fileExtension == kind.fileExtension)
    #expect(report.sampleRate == 16_000)
    #expect(report.channels == 1)
    #expect(kind.surplus.contains(report.frames - 80_000))
    #expect(report.claimedFrames == report.frames)
    #expect(!report.endedEarly)
    #expect(report.waveform.count == 200)
  }

  @Test("Every format that a report can name has an extension that is a plain word")
  func extensions() {
    for format in AudioFormat.allCases {
      let name = format.fileExtension(codec: "anything")
      #expect(!name.isEmpty && name.utf8.allSatisfy { $0 != 0x2F && $0 != 0x2E })
    }
    let strange = AudioReport(
      format: "../../x", codec: "y", sampleRate: 8000, channels: 1, frames: 1)
    #expect(strange.fileExtension == "audio")
  }

  @Test("Text tags and the bext chunk are handed on, in the library's order")
  func texts() throws {
    var sample = SampleRecording(format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, seconds: 1)
    sample.texts = [(SF_STR_COMMENT, "at the market"), (SF_STR_TITLE, "午餐")]
    sample.broadcast = { chunk in
      withUnsafeMutableBytes(of: &chunk.description) { $0.copyBytes(from: "Lunch".utf8) }
      withUnsafeMutableBytes(of: &chunk.origination_date) { $0.copyBytes(from: "2026-11-04".utf8) }
      withUnsafeMutableBytes(of: &chunk.origination_time) { $0.copyBytes(from: "12:31:00".utf8) }
      chunk.time_reference_low = 5
      chunk.time_reference_high = 1
    }
    let report = try #require(decode(sample.bytes).report)
    #expect(report.texts.first == AudioReport.TextTag(key: "title", value: "午餐"))
    #expect(report.texts.contains(AudioReport.TextTag(key: "comment", value: "at the market")))
    let broadcast = try #require(report.broadcast)
    #expect(broadcast.description == "Lunch")
    #expect(broadcast.originationDate == "2026-11-04")
    #expect(broadcast.originationTime == "12:31:00")
    #expect(broadcast.timeReference == 1 << 32 | 5)
  }

  @Test("Texts of any length and bytes leave the answer short enough to be one message")
  func longTexts() throws {
    var sample = SampleRecording(format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 1)
    let nasty = String(repeating: "\u{1}\"\\午", count: 20_000)
    sample.texts = [
      SF_STR_TITLE, SF_STR_COPYRIGHT, SF_STR_SOFTWARE, SF_STR_ARTIST, SF_STR_COMMENT, SF_STR_DATE,
      SF_STR_ALBUM, SF_STR_LICENSE, SF_STR_TRACKNUMBER, SF_STR_GENRE,
    ].map { ($0, nasty) }
    let answer = decode(sample.bytes)
    let report = try #require(answer.report)
    #expect(report.texts.count >= 5)
    #expect(report.texts.allSatisfy { $0.value.utf8.count <= AudioReport.longestText })
    let message = answer.message
    #expect(message.count <= DecoderAnswer.longestMessage)
    #expect(try DecoderAnswer(message: message) == answer)
  }

  @Test("Bytes of a tag that are not UTF-8 are replaced")
  func latinText() throws {
    var sample = SampleRecording(format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, seconds: 1)
    sample.texts = [(SF_STR_TITLE, "CAFE")]
    var bytes = sample.bytes
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "CAFE".utf8) })
    bytes[place + 3] = 0xE9
    #expect(decode(bytes).report?.texts.first?.value == "CAF\u{FFFD}")
  }
}
