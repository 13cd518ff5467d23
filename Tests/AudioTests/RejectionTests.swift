import CSndFile
import Linux
import Records
import TestSupport
import Testing

@testable import Audio

@Suite struct RejectionTests {
  @Test(
    "A07: an empty file, one that ends in its header, one without samples and zeros: each its own reason"
  )
  func nothingToHear() throws {
    #expect(decode([]) == .rejected(.init(reason: .unfinished, detail: "The file is empty.")))

    let header = Wave.header(dataBytes: 0, sampleRate: 16_000, channels: 1)
    #expect(
      decode(Array(Wave.tone(frames: 100).prefix(20)))
        == .rejected(
          .init(reason: .unfinished, detail: "It ends within its header, after 20 bytes.")))
    #expect(decode(header) == .rejected(.init(reason: .noFrames, detail: "")))
    #expect(
      decode([UInt8](repeating: 0, count: 100_000)).rejection?.reason == .notAudio)
  }

  @Test("A WAV that says it holds no sound, and holds none but a chunk of tags, is none")
  func emptyClaim() throws {
    let tags = Array("LIST".utf8) + [12, 0, 0, 0] + Array("INFOISFT".utf8) + [0, 0, 0, 0]
    let bytes = Wave.header(dataBytes: 0, sampleRate: 16_000, channels: 1) + tags
    #expect(decode(bytes).rejection?.reason == .noFrames)
  }

  @Test(
    "A19: a text is not recognised as audio, whatever its name, and nothing speaks of missing files"
  )
  func text() throws {
    let rejection = try #require(
      decode(Array("This was meant to be a recording.\n".utf8), named: "memo.mp3").rejection)
    #expect(rejection.reason == .notAudio)
    #expect(rejection.detail == "It was not recognised as audio by its content.")
  }

  @Test("A short text is no recording that only began")
  func shortText() {
    #expect(decode(Array("hello\n".utf8)).rejection?.reason == .notAudio)
  }

  @Test(
    "What begins like the recording of a phone is left to the other decoder",
    arguments: [
      [0, 0, 0, 28] + Array("ftypM4A \0\0\0\0M4A mp42isom".utf8), [0x1A, 0x45, 0xDF, 0xA3],
      Array("#!AMR\n".utf8), [0xFF, 0xF1, 0x50, 0x80],
      [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE,
        0x6C,
      ],
    ])
  func otherFormats(_ head: [UInt8]) {
    #expect(decode(head + [UInt8](repeating: 0, count: 4000)).rejection?.reason == .otherFormat)
  }

  @Test(
    "Impossible channels and sample rates are refused",
    arguments: [(0, 16_000), (33, 16_000), (1, 0), (1, 999), (1, 768_001), (1, 4_000_000_000)])
  func badParameters(_ channels: Int, _ sampleRate: Int) {
    let samples = [UInt8](repeating: 0, count: 6600)
    let bytes =
      Wave.header(dataBytes: samples.count, sampleRate: sampleRate, channels: channels) + samples
    #expect(decode(bytes).rejection?.reason == .badParameters)
  }

  @Test("The limits of what is possible are possible", arguments: [(32, 1000), (1, 768_000)])
  func limits(_ channels: Int, _ sampleRate: Int) throws {
    let bytes = Wave.tone(frames: 500, sampleRate: sampleRate, channels: channels)
    let report = try #require(decode(bytes).report)
    #expect(report.channels == channels)
    #expect(report.sampleRate == sampleRate)
    #expect(report.frames == 500)
  }

  @Test(
    "What libsndfile says when memory runs out is known for that, and nothing else that it says")
  func wantOfMemory() {
    let texts = Set((0..<300).map { String(cString: sf_error_number($0)) })
    #expect(texts.count > 100)
    #expect(texts.filter(SoundFile.isWantOfMemory).count == 1)
  }

  @Test("A recording cut at any byte of its head is unfinished, and never a record")
  func cutAnywhere() {
    let whole = Wave.tone(frames: 1000)
    for length in 1...44 {
      let rejection = decode(Array(whole.prefix(length))).rejection
      #expect(rejection?.reason == .unfinished, "\(length) bytes")
    }
  }

  @Test("Ogg that is cut before its first sound is whole is unfinished, and not without sound")
  func cutOgg() throws {
    let whole = SampleRecording(format: SF_FORMAT_OGG | SF_FORMAT_VORBIS, seconds: 1).bytes
    // All of the sound is in the last page, which begins where the last mark stands.
    let last = try #require(
      whole.indices.last { whole[$0...].starts(with: "OggS".utf8) })
    let rejection = try #require(decode(Array(whole.prefix((last + whole.count) / 2))).rejection)
    #expect(rejection.reason == .unfinished)
    #expect(rejection.detail.contains("before any sound"))
  }
}
