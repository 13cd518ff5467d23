import Records
import TestSupport
import Testing

@testable import MediaAudio

@Suite struct FormatTests {
  struct Expected: Sendable {
    let name: String
    let format: String
    let codec: String
    let sampleRate: Int
    /// Half the bytes of `ffmpeg -i FILE -f s16le -` (5.1.9), since all are of one channel.
    let frames: Int64
    /// As the container names it.
    var priming: Int64?
  }

  @Test(
    "A08, A20: each format of a phone is what it is, and as many frames are counted as ffmpeg writes",
    arguments: [
      Expected(
        name: "aac.m4a", format: "m4a", codec: "aac", sampleRate: 22_050, frames: 33_792,
        priming: 1_024),
      Expected(
        name: "aac-index-first.m4a", format: "m4a", codec: "aac", sampleRate: 22_050,
        frames: 33_792, priming: 1_024),
      Expected(name: "alac.m4a", format: "m4a", codec: "alac", sampleRate: 16_000, frames: 16_000),
      Expected(name: "aac.aac", format: "adts", codec: "aac", sampleRate: 16_000, frames: 25_600),
      Expected(
        name: "amr-nb.3gp", format: "3gp", codec: "amr_nb", sampleRate: 8_000, frames: 12_110,
        priming: 50),
      Expected(
        name: "aac.3gp", format: "3gp", codec: "aac", sampleRate: 8_000, frames: 8_192,
        priming: 1_024),
      Expected(
        name: "amr-wb.awb", format: "amr", codec: "amr_wb", sampleRate: 16_000, frames: 24_000),
      Expected(
        name: "opus.webm", format: "webm", codec: "opus", sampleRate: 48_000, frames: 72_000,
        priming: 312),
      Expected(
        name: "wmav2.wma", format: "asf", codec: "wmav2", sampleRate: 16_000, frames: 23_552),
      Expected(name: "alac.caf", format: "caf", codec: "alac", sampleRate: 16_000, frames: 16_000),
      Expected(
        name: "lame.mp3", format: "mp3", codec: "mp3", sampleRate: 8_000, frames: 12_000,
        priming: 1_105),
      Expected(name: "vbr.mp3", format: "mp3", codec: "mp3", sampleRate: 8_000, frames: 17_280),
    ])
  func formats(_ expected: Expected) throws {
    let report = try #require(decode(SampleMedia.bytes(expected.name)).report)
    #expect(report.format == expected.format)
    #expect(report.codec == expected.codec)
    #expect(report.sampleRate == expected.sampleRate)
    #expect(report.channels == 1)
    #expect(report.frames == expected.frames)
    #expect(report.primingFrames == expected.priming)
    #expect(report.reviewNotes.isEmpty)
    #expect(!report.endedEarly)
    #expect(report.waveform.count == AudioReport.waveformBins)
    #expect((-3000...0).contains(report.peak))
    #expect(report.rms < report.peak)
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  @Test("In the archive a recording gets the extension by which players know it")
  func extensions() throws {
    for name in SampleMedia.names {
      let report = try #require(decode(SampleMedia.bytes(name)).report)
      #expect(name.hasSuffix("." + report.fileExtension))
    }
    #expect(AudioFormat.matroska.fileExtension(codec: "opus") == "mka")
    #expect(AudioFormat.webm.fileExtension(codec: "opus") == "webm")
  }

  @Test("What is silent in AMR, which libavcodec leaves out, lasts as long as it was")
  func discontinuousTransmission() throws {
    // 57 frames of speech, 3 of comfort noise and 16 of no data, counted by their headers; ffmpeg writes 57 of them.
    let report = try #require(decode(SampleMedia.bytes("dtx.amr")).report)
    #expect(report.codec == "amr_nb")
    #expect(report.frames == 76 * 160)
    #expect(report.durationMilliseconds == 1520)
    #expect(!report.endedEarly)
    #expect(report.reviewNotes.isEmpty)
    #expect(report.waveform.contains(0))
  }

  @Test(
    "Texts come by their stored names", arguments: ["aac.m4a", "aac-index-first.m4a", "wmav2.wma"])
  func texts(_ name: String) throws {
    let report = try #require(decode(SampleMedia.bytes(name)).report)
    let texts = Dictionary(uniqueKeysWithValues: report.texts.map { ($0.key, $0.value) })
    #expect(texts["title"] == "Coffee")
    #expect(texts["artist"] == "Mom")
    #expect(texts["comment"] == "latte")
    #expect(texts["date"] == "2026-11-30")
    if name.hasSuffix("m4a") {
      #expect(texts["location"] == "+25.0330+121.5654/")
      #expect(texts["creation_time"] == "2026-11-30T12:34:56.000000Z")
    }
  }

  @Test("A level is what it is in every sample format")
  func sampleFormats() throws {
    let lossless = try #require(decode(SampleMedia.bytes("alac.m4a")).report)
    let other = try #require(decode(SampleMedia.bytes("alac.caf")).report)
    #expect(lossless.peak == other.peak)
    #expect(lossless.rms == other.rms)
    #expect(lossless.waveform == other.waveform)
  }
}
