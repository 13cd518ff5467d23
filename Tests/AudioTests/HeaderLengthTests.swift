import Containers
import CSndFile
import Linux
import Records
import TestSupport
import Testing

@testable import Audio

@Suite("Headers that name no length, or one that is none")
struct HeaderLengthTests {
  private func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static let tags =
    Array("LIST".utf8) + [14, 0, 0, 0] + Array("INFOISFT".utf8) + [2, 0, 0, 0] + [0x41, 0]

  @Test(
    "A05: where RIFF and data sizes stand for 'not known' the recording is as long as its sound, and a note names both",
    arguments: [
      (0, "0"), (0x7FFF_FFFF, "0x7FFFFFFF"), (0xFFFF_FFFF, "0xFFFFFFFF"),
      (0x7FFF_F000, "0x7FFFF000"), (0x7FFF_FFFF - 36, "0x7FFFFFDB"),
    ], [[], tags, tags + tags])
  func placeholder(_ size: (Int, String), _ after: [UInt8]) throws {
    // The size of the whole may be right all the same.
    for whole in [size.0, 36 + 160_000 + after.count] {
      var bytes = Wave.tone(frames: 80_000) + after
      bytes.replaceSubrange(4..<8, with: little(whole))
      bytes.replaceSubrange(40..<44, with: little(size.0))
      let report = try #require(decode(bytes).report)
      #expect(report.format == "wav")
      #expect(report.durationMilliseconds == 5000)
      #expect(report.claimedFrames == nil)
      #expect(!report.looksUnfinished)
      #expect(report.reviewNotes.map(\.code) == [.headerWrong])
      #expect(
        report.reviewNotes.first?.message
          == "The header names no length (\(size.1) in its place), and 5.0 s were decoded, which is what counts."
      )
      #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
    }
  }

  @Test("The sound is the same, whether its header had to be repaired or not")
  func sameSound() throws {
    let whole = Wave.tone(frames: 5_003, channels: 2, seed: 3)
    var bytes = whole
    bytes.replaceSubrange(40..<44, with: little(0))
    let expected = try #require(decode(whole).report)
    var report = try #require(decode(bytes).report)
    report.lengthPlaceholder = nil
    report.claimedFrames = expected.claimedFrames
    #expect(report == expected)
  }

  @Test("A14: RF64 without a size, as from a pipe, is as long as its sound")
  func pipedRF64() throws {
    let plain = Wave.tone(frames: 80_000)
    let sizes = Array("ds64".utf8) + little(28) + little(0, 8) + little(0, 8) + little(0, 12)
    let bytes =
      Array("RF64".utf8) + little(0xFFFF_FFFF) + Array(plain[8..<12]) + sizes
      + Array(plain[12..<40])
      + little(0xFFFF_FFFF) + Array(plain[44...])
    let report = try #require(decode(bytes).report)
    #expect(report.format == "rf64")
    #expect(report.durationMilliseconds == 5000)
    #expect(report.reviewNotes.map(\.code) == [.headerWrong])
  }

  @Test("A14: RF64 and W64 with their sizes are as long as these say, without a note")
  func longFormats() throws {
    for format in [SF_FORMAT_RF64, SF_FORMAT_W64] {
      let report = try #require(
        decode(SampleRecording(format: format | SF_FORMAT_PCM_16).bytes).report)
      #expect(report.durationMilliseconds == 5000)
      #expect(report.reviewNotes.isEmpty)
    }
  }

  /// A file of five gigabytes that takes no room: all but its head are holes.
  private func sparse(_ head: [UInt8], in folder: TemporaryFolder) throws -> FileStretch {
    writeFile(folder["sparse"], head)
    let made = BuiltProgram.run(
      "/usr/bin/truncate", ["-s", "\(head.count + 5_000_000_000)", folder["sparse"]])
    #expect(made.status == 0)
    return FileStretch(of: try Descriptor(opening: folder["sparse"]))
  }

  @Test("A size of the whole that is too large by some header is no cut, where the sound is whole")
  func slightlyTooLarge() throws {
    var bytes = Wave.tone(frames: 16_000)
    for excess in [2, 8, 36, 44] {
      let size = bytes.count - 8 + excess
      for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
      #expect(try #require(decode(bytes).report).reviewNotes.isEmpty, "by \(excess) bytes")
      // Where sound is missing, it is one.
      let cut = try #require(decode(Array(bytes.dropLast(2))).report)
      #expect(cut.reviewNotes.map(\.code) == [.truncated], "by \(excess) bytes")
    }
  }

  /// What libsndfile makes of it without decoding it all, which takes a while here.
  private func openedFrames(_ file: FileStretch) throws -> Int64 {
    var info = SF_INFO()
    let input =
      ContainerClaim(of: file).falseSize.map { SoundInput(file, repairing: $0) } ?? SoundInput(file)
    let handle = try #require(input.open(&info))
    defer { sf_close(handle) }
    // The last frame is there, and none after it.
    var samples = [Int16](repeating: 1, count: 4)
    #expect(sf_seek(handle, info.frames - 1, Int32(SF_SEEK_SET)) == info.frames - 1)
    #expect(sf_readf_short(handle, &samples, 2) == 1)
    withExtendedLifetime(input) {}
    return info.frames
  }

  @Test(
    "A14: a plain WAV of over 4 GB is as long as its sound, whatever of that its 32 bits hold",
    arguments: [5_000_000_000 % (1 << 32), 0xFFFF_FFFF, 0])
  func longWave(_ size: Int) throws {
    let folder = TemporaryFolder()
    var head = Wave.header(dataBytes: 0, sampleRate: 48_000, channels: 2)
    head.replaceSubrange(4..<8, with: little(size + 36))
    head.replaceSubrange(40..<44, with: little(size))
    let file = try sparse(head, in: folder)
    #expect(try openedFrames(file) == 1_250_000_000)
    let claim = ContainerClaim(of: file)
    let isRest = size == 5_000_000_000 % (1 << 32)
    #expect(claim.frames == (isRest ? Int64(size / 4) : nil))
    #expect(claim.falseSize?.isPlaceholder == !isRest)
    #expect(!claim.isCut)
  }

  @Test("A14: RF64 and W64 of over 4 GB are as long as their 64 bits say")
  func sparseLongFormats() throws {
    let plain = Wave.header(dataBytes: 0, sampleRate: 48_000, channels: 2)
    let bytes = 5_000_000_000
    let sizes =
      Array("ds64".utf8) + little(28) + little(bytes + 72, 8) + little(bytes, 8)
      + little(bytes / 4, 8) + little(0)
    let long =
      Array("RF64".utf8) + little(0xFFFF_FFFF) + Array("WAVE".utf8) + sizes + Array(plain[12..<40])
      + little(0xFFFF_FFFF)
    func guid(_ name: String, _ rest: [UInt8]) -> [UInt8] { Array(name.utf8) + rest }
    let common: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    let riff = guid(
      "riff", [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0])
    let wave64 =
      riff + little(104 + bytes, 8) + guid("wave", common) + guid("fmt ", common)
      + little(40, 8) + Array(plain[20..<36]) + guid("data", common) + little(24 + bytes, 8)
    for head in [long, wave64] {
      let folder = TemporaryFolder()
      let file = try sparse(head, in: folder)
      #expect(try openedFrames(file) == 1_250_000_000)
      let claim = ContainerClaim(of: file)
      #expect(claim.falseSize == nil && !claim.isCut)
    }
  }
}
