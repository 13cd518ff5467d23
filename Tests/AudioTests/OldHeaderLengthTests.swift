import CSndFile
import Records
import TestSupport
import Testing

@testable import Audio

@Suite("Headers that say less than the file holds")
struct OldHeaderLengthTests {
  private func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func big(_ value: Int, _ count: Int = 4) -> [UInt8] { little(value, count).reversed() }

  private func place(of mark: String, in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: mark.utf8) })
  }

  private func sample(_ format: Int, seconds: Int = 6) -> [UInt8] {
    SampleRecording(format: format, seconds: seconds).bytes
  }

  /// What a repaired recording must be: as long as it is, with a note of both numbers.
  private func expectWhole(_ bytes: [UInt8], says claimed: String) throws {
    let report = try #require(decode(bytes).report)
    #expect(report.durationMilliseconds == 6000)
    #expect(!report.looksUnfinished)
    #expect(
      report.reviewNotes.map(\.message) == [
        "The header says \(claimed), and 6.0 s were decoded, which is what counts."
      ])
    #expect(report.reviewNotes.map(\.code) == [.headerWrong])
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  private static let list =
    Array("LIST".utf8) + [14, 0, 0, 0] + Array("INFOISFT".utf8) + [2, 0, 0, 0] + [0x41, 0]

  @Test(
    "A WAV whose recorder wrote its sizes now and then and died is as long as its sound",
    arguments: [(2, "0.0 s"), (31_999, "1.0 s"), (32_000, "1.0 s")], [true, false])
  func oldWave(_ size: (Int, String), _ isWholeOld: Bool) throws {
    for after in [[], Self.list] {
      var bytes = Wave.tone(frames: 96_000) + after
      bytes.replaceSubrange(4..<8, with: little(isWholeOld ? 36 + size.0 : bytes.count - 8))
      bytes.replaceSubrange(40..<44, with: little(size.0))
      try expectWhole(bytes, says: size.1)
    }
  }

  @Test("RF64 with old sizes is as long as its sound")
  func oldRF64() throws {
    let plain = Wave.tone(frames: 96_000)
    let sizes =
      Array("ds64".utf8) + little(28) + little(32_100, 8) + little(32_000, 8) + little(16_000, 8)
      + little(0)
    let bytes =
      Array("RF64".utf8) + little(0xFFFF_FFFF) + Array(plain[8..<12]) + sizes
      + Array(plain[12..<40])
      + little(0xFFFF_FFFF) + Array(plain[44...])
    try expectWhole(bytes, says: "1.0 s")
    #expect(decode(bytes).report?.format == "rf64")
  }

  @Test("ADPCM, whose frames have no size, is as long as its sound too")
  func oldADPCM() throws {
    var bytes = sample(SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM)
    let data = try place(of: "data", in: bytes)
    let whole = try #require(decode(bytes).report)
    bytes.replaceSubrange((data + 4)..<(data + 8), with: little(8_192))
    let report = try #require(decode(bytes).report)
    #expect(report.frames == whole.frames)
    #expect(report.reviewNotes.map(\.code) == [.headerWrong])
  }

  @Test("AU with an old size is as long as its sound")
  func oldAU() throws {
    var bytes = sample(SF_FORMAT_AU | SF_FORMAT_PCM_16)
    bytes.replaceSubrange(8..<12, with: big(32_000))
    try expectWhole(bytes, says: "1.0 s")
  }

  @Test("AIFF with old sizes is as long as its sound")
  func oldAIFF() throws {
    var bytes = sample(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
    let (common, sound) = (try place(of: "COMM", in: bytes), try place(of: "SSND", in: bytes))
    bytes.replaceSubrange(4..<8, with: big(sound + 8 + 32_000))
    bytes.replaceSubrange((common + 10)..<(common + 14), with: big(16_000))
    bytes.replaceSubrange((sound + 4)..<(sound + 8), with: big(8 + 32_000))
    try expectWhole(bytes, says: "1.0 s")
  }

  @Test("CAF with an old size is as long as its sound")
  func oldCAF() throws {
    var bytes = sample(SF_FORMAT_CAF | SF_FORMAT_PCM_16)
    let data = try place(of: "data", in: bytes)
    bytes.replaceSubrange((data + 4)..<(data + 12), with: big(4 + 32_000, 8))
    try expectWhole(bytes, says: "1.0 s")
  }

  @Test("Wave64 with an old size is as long as its sound")
  func oldWave64() throws {
    var bytes = sample(SF_FORMAT_W64 | SF_FORMAT_PCM_16)
    let data = try place(of: "data", in: bytes)
    bytes.replaceSubrange((data + 16)..<(data + 24), with: little(24 + 32_000, 8))
    try expectWhole(bytes, says: "1.0 s")
    bytes.replaceSubrange(16..<24, with: little(data + 24 + 32_000, 8))
    try expectWhole(bytes, says: "1.0 s")
  }

  @Test("Wave64 from a pipe says that it knows no size, which is no cut")
  func pipedWave64() throws {
    var bytes = sample(SF_FORMAT_W64 | SF_FORMAT_PCM_16)
    let data = try place(of: "data", in: bytes)
    bytes.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    bytes.replaceSubrange((data + 16)..<(data + 24), with: little(.max, 8))
    let report = try #require(decode(bytes).report)
    #expect(report.durationMilliseconds == 6000)
    #expect(report.reviewNotes.map(\.code) != [.truncated])
  }

  @Test("AIFF with zeros in the place of its sizes names no length, and a note says so")
  func zeroAIFF() throws {
    let whole = sample(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
    let (common, sound) = (try place(of: "COMM", in: whole), try place(of: "SSND", in: whole))
    for places in [[4, common + 10, sound + 4], [common + 10, sound + 4], [common + 10]] {
      var bytes = whole
      for place in places { bytes.replaceSubrange(place..<(place + 4), with: little(0)) }
      let report = try #require(decode(bytes).report)
      #expect(report.durationMilliseconds == 6000)
      #expect(
        report.reviewNotes.map(\.message) == [
          "The header names no length (0 in its place), and 6.0 s were decoded, which is what counts."
        ], "zeros at \(places)")
    }
  }

  @Test("FLAC whose STREAMINFO counts less than its frames do is decoded to its end")
  func oldFLAC() throws {
    var bytes = sample(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    bytes.replaceSubrange(22..<26, with: big(16_000))
    try expectWhole(bytes, says: "1.0 s")
    // A tag after it, or a last frame that is cut, hides nothing.
    try expectWhole(bytes + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125), says: "1.0 s")
    let cut = try #require(decode(Array(bytes.dropLast(100))).report)
    #expect((90_000...96_000).contains(cut.frames))
    #expect(cut.reviewNotes.count == 1)
  }

  @Test("FLAC whose STREAMINFO names another sample rate than its frames goes by its frames")
  func wrongRate() throws {
    var bytes = sample(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    // 48,000 Hz in 20 bits.
    bytes.replaceSubrange(18..<20, with: big(48_000 >> 4, 2))
    bytes[20] &= 0x0F
    try expectWhole(bytes, says: "2.0 s")
  }

  @Test(
    "Ogg whose last page counts less than one before it is left to the other decoder",
    arguments: [SF_FORMAT_OPUS, SF_FORMAT_VORBIS])
  func smallLastPosition(_ codec: Int) throws {
    var bytes = sample(SF_FORMAT_OGG | codec)
    #expect(decode(bytes).report?.countedFrames == nil)
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS".utf8) })
    bytes.replaceSubrange((last + 6)..<(last + 14), with: little(16_000, 8))
    bytes.replaceSubrange((last + 22)..<(last + 26), with: little(0))
    bytes.replaceSubrange((last + 22)..<(last + 26), with: little(pageChecksum(bytes[last...])))
    let report = try #require(decode(bytes).report)
    let counted = try #require(report.countedFrames)
    #expect((64_000...96_000).contains(counted))
  }

  @Test("In a later link of a chain too", arguments: [SF_FORMAT_OPUS, SF_FORMAT_VORBIS])
  func smallLaterPosition(_ codec: Int) throws {
    var bytes = sample(SF_FORMAT_OGG | codec, seconds: 1) + sample(SF_FORMAT_OGG | codec)
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS".utf8) })
    bytes.replaceSubrange((last + 6)..<(last + 14), with: little(16_000, 8))
    bytes.replaceSubrange((last + 22)..<(last + 26), with: little(0))
    bytes.replaceSubrange((last + 22)..<(last + 26), with: little(pageChecksum(bytes[last...])))
    let counted = try #require(decode(bytes).report?.countedFrames)
    #expect((80_000...112_000).contains(counted))
  }

  /// RFC 3533, section 6: CRC-32 with the polynomial 0x04C11DB7.
  private func pageChecksum(_ bytes: ArraySlice<UInt8>) -> Int {
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    return Int(sum)
  }

  @Test(
    "What follows and begins like a recording of another kind is another, and not played as noise")
  func otherRecording() throws {
    let tails = [
      SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
      SF_FORMAT_AU | SF_FORMAT_PCM_16,
    ].map { sample($0, seconds: 1) }
    for format in [SF_FORMAT_WAV, SF_FORMAT_AIFF, SF_FORMAT_AU] {
      let first = sample(format | SF_FORMAT_PCM_16)
      for tail in tails {
        let report = try #require(decode(first + tail).report)
        #expect(report.durationMilliseconds == 7000)
        #expect(report.joint?.firstMilliseconds == 6000)
        #expect(report.reviewNotes.map(\.code) == [.joined])
      }
    }
  }

  @Test("Chunks, tags and zeros after the sound are worth no word")
  func knownTails() throws {
    let unknown = Array("wxyz".utf8) + little(300) + [UInt8](repeating: 7, count: 300)
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125)
    let zeros = [UInt8](repeating: 0, count: 70_000)
    for tail in [Self.list, unknown, Self.list + unknown, tag, zeros, Self.list + zeros, [10]] {
      let report = try #require(decode(Wave.tone(frames: 96_000) + tail).report)
      #expect(report.durationMilliseconds == 6000)
      #expect(report.reviewNotes.isEmpty, "after \(tail.count) bytes")
    }
  }

  @Test("A few bytes that are nothing known are counted, and played as nothing")
  func fewBytes() throws {
    let report = try #require(
      decode(Wave.tone(frames: 96_000) + [UInt8](repeating: 7, count: 50)).report)
    #expect(report.durationMilliseconds == 6000)
    #expect(
      report.reviewNotes.map(\.message) == [
        "50 bytes follow the recording's end by its header that are not played."
      ])
    #expect(report.reviewNotes.map(\.code) == [.headerWrong])
  }

  @Test("A recording that breaks off is not said to be as long as its header says")
  func sameLength() throws {
    let report = AudioReport(
      format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 16_000,
      claimedFrames: 16_000, endedEarly: true)
    #expect(
      report.reviewNotes.first?.message
        == "The recording breaks off: 1.0 s could be decoded, and the rest is missing.")
  }
}
