import CSndFile
import Linux
import Records
import TestSupport
import Testing

@testable import Audio
@testable import Containers

@Suite("Recordings that were joined in one file")
struct JoinedRecordingTests {
  private func sample(_ format: Int, seconds: Int, rate: Int = 16_000, channels: Int = 1) -> [UInt8]
  {
    SampleRecording(format: format, sampleRate: rate, channels: channels, seconds: seconds).bytes
  }

  @Test(
    "All of them are decoded and counted, and a note names the first one's length and the whole",
    arguments: [
      SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_FLOAT,
      SF_FORMAT_AIFF | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
      SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
    ])
  func joined(_ format: Int) throws {
    let bytes = sample(format, seconds: 3) + sample(format, seconds: 2) + sample(format, seconds: 1)
    let report = try #require(decode(bytes).report)
    #expect(report.frames == 96_000)
    #expect(report.claimedFrames == 96_000)
    #expect(!report.endedEarly)
    #expect(report.reviewNotes.map(\.code) == [.joined])
    #expect(
      report.reviewNotes.first?.message
        == "The file holds 3 recordings, one after the other: the first is 3.0 s long, and 6.0 s were decoded in all, which is what counts."
    )
    // Level and waveform are those of the whole.
    let single = try #require(decode(sample(format, seconds: 6)).report)
    #expect(abs(report.rms - single.rms) <= 10)
    #expect(report.waveform.count == 200 && report.waveform.allSatisfy { $0 > 100 })
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  @Test(
    "Links of another sample rate or more channels are counted by their time, and the note says so")
  func mixed() throws {
    let format = SF_FORMAT_OGG | SF_FORMAT_VORBIS
    let report = try #require(
      decode(
        sample(format, seconds: 3) + sample(format, seconds: 2, rate: 44_100, channels: 2)
      ).report)
    #expect(report.sampleRate == 16_000 && report.channels == 1)
    #expect(report.durationMilliseconds == 5000)
    let message = report.reviewNotes.first?.message ?? ""
    #expect(message.hasSuffix("They differ in sample rate or channels."))
  }

  @Test("A chain of Opus and Vorbis is counted whole")
  func mixedCodecs() throws {
    let report = try #require(
      decode(
        sample(SF_FORMAT_OGG | SF_FORMAT_OPUS, seconds: 1)
          + sample(SF_FORMAT_OGG | SF_FORMAT_VORBIS, seconds: 2)
      ).report)
    #expect(report.codec == "opus")
    #expect(report.durationMilliseconds == 3000)
  }

  @Test(
    "Where the last of them is cut, one note says that they were joined and one that it breaks off")
  func cutPart() throws {
    let second = Wave.tone(frames: 32_000, seed: 2)
    let report = try #require(decode(Wave.tone(frames: 48_000) + second.dropLast(32_000)).report)
    #expect(report.frames == 64_000)
    #expect(report.claimedFrames == 80_000)
    #expect(report.reviewNotes.map(\.code) == [.joined, .truncated])
    // So much is left of it that it is known for one, and nothing to hear.
    let head = try #require(decode(Wave.tone(frames: 48_000) + second.prefix(44)).report)
    #expect(head.frames == 48_000)
    #expect(head.reviewNotes.map(\.code) == [.joined, .truncated])
  }

  @Test("An odd number of bytes, with its pad byte or without it, hides no second recording")
  func padded() throws {
    for pad in [[], [0]] as [[UInt8]] {
      var bytes = Wave.header(dataBytes: 8_001, sampleRate: 8_000, channels: 1)
      bytes[32] = 1
      bytes[34] = 8
      bytes += [UInt8](repeating: 0x90, count: 8_001) + pad
      let report = try #require(decode(bytes + Wave.tone(frames: 8_000, sampleRate: 8_000)).report)
      #expect(report.frames == 16_001, "with a pad byte of \(pad)")
      #expect(report.reviewNotes.map(\.code) == [.joined])
    }
  }

  @Test("WAVs that were written to a pipe do not say where they end, and are found all the same")
  func joinedStreams() throws {
    var first = Wave.tone(frames: 48_000)
    for index in (4..<8).map({ $0 }) + (40..<44) { first[index] = 0xFF }
    let report = try #require(decode(first + first).report)
    #expect(report.frames == 96_000)
    #expect(report.reviewNotes.map(\.code) == [.joined, .headerWrong])
  }

  @Test("The clipping of stereo after mono is no more than a report can hold")
  func clippedStereo() throws {
    let format = SF_FORMAT_WAV | SF_FORMAT_FLOAT
    func loud(_ channels: Int, _ seconds: Int) -> [UInt8] {
      var recording = SampleRecording(format: format, channels: channels, seconds: seconds)
      recording.amplitude = 40
      return recording.bytes
    }
    let answer = decode(loud(1, 1) + loud(8, 4))
    #expect(try DecoderAnswer(message: answer.message) == answer)
    #expect((answer.report?.clippedSamples ?? 0) > 0)
  }

  @Test("A FLAC of long silence, whose frames pass for those of AAC, is one recording")
  func silentFLAC() throws {
    let bytes = SilentFLAC.bytes(frames: 13_600)
    let start = bytes.count - (13_600 - 12_288) * 13
    #expect(FrameHeader.follow(\.adtsLength, in: try stretch(Array(bytes[start...])), from: 0))
    let report = try #require(decode(bytes).report)
    #expect(report.durationMilliseconds == 13_600 * 4608 / 48)
    #expect(report.reviewNotes.map(\.code) == [.silent])
    // What truly follows it is found, after a whole frame and after one that is cut.
    let other = sample(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 2, rate: 48_000)
    for cut in [0, 5] {
      let parts = Joints.parts(of: try stretch(Array(bytes.dropLast(cut)) + other))
      #expect(parts.map(\.count) == [bytes.count - cut, other.count])
    }
    // So too where many frames are lost within.
    let holed = Array(bytes[..<50_000]) + Array(bytes[51_003...])
    #expect(Joints.parts(of: try stretch(holed)).count == 1)
  }

  @Test("Where more follow than are told apart, the note says so")
  func tooMany() throws {
    let one = Wave.tone(frames: 10)
    let bytes = [[UInt8]](repeating: one, count: Joints.mostParts + 3).flatMap { $0 }
    let file = try stretch(bytes)
    let parts = Joints.parts(of: file)
    #expect(parts.count == Joints.mostParts + 1)
    #expect(Joints.haveMore(parts, in: file))
    // As many as are told apart.
    let whole = try stretch(Array(bytes.dropLast(2 * one.count)))
    #expect(!Joints.haveMore(Joints.parts(of: whole), in: whole))

    var report = AudioReport(
      format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 40_970)
    report.waveform = [UInt8](repeating: 0, count: AudioReport.waveformBins)
    report.joint = AudioReport.Joint(recordings: 4097, firstMilliseconds: 1, isMixed: false)
    report.joint?.hasMore = true
    let message = try #require(report.reviewNotes.first?.message)
    #expect(message.hasPrefix("The file holds more than 4097 recordings, one after the other"))
    #expect(
      message.hasSuffix(
        "More follow that are not counted: cut the file into shorter ones to record them."))
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  @Test("Hours of quiet sound whose size is not known are gone through at little cost")
  func quietSound() throws {
    // Half of the bytes are 0xFF, as in samples just below zero.
    let pattern: [UInt8] = [0xFE, 0xFF, 0xF3, 0xFF, 0x02, 0x00, 0xFF, 0xFF]
    let sound = (0..<(4 << 20)).map { pattern[$0 & 7] }
    let file = try stretch(head(claiming: 8) + sound)
    #expect(Joints.parts(of: file).count == 1)
    #expect(file.bytesRead < file.size * 2)
  }

  private func stretch(_ bytes: [UInt8]) throws -> FileStretch {
    let folder = TemporaryFolder()
    writeFile(folder["sample"], bytes)
    return FileStretch(of: try Descriptor(opening: folder["sample"]))
  }

  @Test("What follows a recording and is none, is no part of it", arguments: [0, 1, 44])
  func otherTail(_ count: Int) throws {
    let tail = [UInt8](repeating: 0, count: count)
    let report = try #require(decode(Wave.tone(frames: 48_000) + tail).report)
    #expect(report.frames == 48_000)
    #expect(report.joint == nil)
  }

  @Test("A picture of FLAC's beginning within its own tags is no second recording")
  func innerMark() throws {
    var bytes = sample(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 1)
    // An APPLICATION block after STREAMINFO, which is not the last any more.
    let inner = Array("fLaC".utf8) + [0, 0, 0, 34] + [UInt8](repeating: 0, count: 34)
    bytes.insert(contentsOf: [2, 0, 0, UInt8(inner.count)] + inner, at: 42)
    let report = try #require(decode(bytes).report)
    #expect(report.frames == 16_000)
    #expect(report.joint == nil)
  }

  @Test("An AIFF joined to a part that is none is recorded, and breaks off")
  func badPart() throws {
    let first = sample(SF_FORMAT_AIFF | SF_FORMAT_PCM_16, seconds: 2)
    let bad =
      Array("FORM".utf8) + [0, 0, 9, 0] + Array("AIFF".utf8) + [UInt8](repeating: 9, count: 2296)
    let report = try #require(decode(first + bad).report)
    #expect(report.durationMilliseconds == 2000)
    #expect(report.reviewNotes.map(\.code) == [.joined, .truncated])
  }

  @Test("FLAC with a hole is left to the other decoder, since this one stops there")
  func hole() throws {
    var recording = SampleRecording(format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 10)
    recording.noise = 0.3
    var bytes = recording.bytes
    let hole = bytes.count / 3
    bytes.replaceSubrange(hole..<(hole + 5_000), with: [UInt8](repeating: 0x55, count: 5_000))
    let report = try #require(decode(bytes).report)
    #expect(report.frames < 160_000 && report.countedFrames == 160_000)
    #expect(report.looksUnfinished)
  }

  @Test(
    "A file full of beginnings is gone through in one pass", .timeLimit(.minutes(1)),
    arguments: ["fLaC", "RIFF", "OggS", "ID3", "ftyp"])
  func hostile(_ mark: String) throws {
    var bytes = sample(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 1)
    for _ in 0..<250_000 { bytes += mark.utf8 }
    #expect(decode(bytes).report?.durationMilliseconds == 1000)
  }

  private func parts(of bytes: [UInt8]) throws -> [Range<Int64>] {
    Joints.parts(of: try file(bytes))
  }

  private func file(
    _ bytes: [UInt8], zeros: Int64 = 0, end: [UInt8] = []
  ) throws -> FileStretch {
    let file = try makeMemoryFile(named: "sample")
    try file.write(bytes)
    try file.truncate(to: Int64(bytes.count) + zeros)
    try file.write(end, at: Int64(bytes.count) + zeros)
    return FileStretch(of: file)
  }

  /// The head of a WAV with whatever its size is said to be.
  private func head(claiming size: Int) -> [UInt8] {
    var head = Array(Wave.tone(frames: 0).prefix(44))
    for index in 0..<4 { head[4 + index] = UInt8(truncatingIfNeeded: (size - 8) >> (8 * index)) }
    return head
  }

  @Test(
    "Marks that four or five bytes of sound may look like split no recording whose size is wrong")
  func chanceMarks() throws {
    let marks: [[UInt8]] = [
      Array("OggS".utf8) + [0, 2], Array("OggS".utf8) + [0, 7, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x1A, 0x45, 0xDF, 0xA3, 0x11, 0x42, 0x42], [0x1A, 0x45, 0xDF, 0xA3, 0x88, 0x42, 0x99, 0x42],
      Array("#!AMR\n".utf8) + [0xFF], Array("#!AMR-WB\n".utf8) + [0x83],
      [0, 0, 0, 0x20] + Array("ftyp".utf8) + [0xF1, 0x02, 0, 7],
      Array("ID3".utf8) + [0x91, 0, 0, 0, 0, 0, 20],
    ]
    for size in [0, 100, 1 << 30] {
      var sound = head(claiming: size + 8)
      for mark in marks {
        sound += mark + [UInt8](repeating: 0x33, count: 200)
      }
      let split = try parts(of: sound)
      #expect(split.count == 1, "\(split)")
    }
  }

  @Test(
    "What begins in earnest within a recording whose size is wrong is another",
    arguments: [
      SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
      SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_CAF | SF_FORMAT_PCM_16,
    ])
  func inEarnest(_ format: Int) throws {
    let first = head(claiming: 8) + [UInt8](repeating: 0x33, count: 999)
    let split = try parts(of: first + sample(format, seconds: 1))
    #expect(split.map(\.lowerBound) == [0, Int64(first.count)])
  }

  @Test(
    "Many heads before a long silence, each of which claims to end in it, are told apart at once")
  func claimsOfSilence() throws {
    let count = 300
    let heads = (0..<count).flatMap { head(claiming: (count - $0) * 44) }
    let file = try self.file(heads, zeros: 8 << 20, end: [1])
    #expect(Joints.parts(of: file).count == count)
    // A window for each head, and the silence once.
    #expect(file.bytesRead < file.size * 2 + Int64(count) * 131_072)
  }

  @Test("Many tags within a recording whose size is wrong are looked at once")
  func manyTags() throws {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
    let sound = head(claiming: 8) + (0..<50_000).flatMap { _ in tag }
    let file = try self.file(sound + [1, 1, 1, 1, 1, 1, 1, 1])
    #expect(Joints.parts(of: file).count == 1)
    #expect(file.bytesRead < file.size * 8)
  }
}
