import CSndFile
import Linux
import Records
import TestSupport
import Testing

@testable import Audio
@testable import Containers

@Suite("Recordings that do not begin where their file does")
struct LateStartTests {
  /// One that the other decoder is tested with.
  private func media(_ name: String) throws -> [UInt8] {
    let folder = #filePath.dropLast("AudioTests/LateStartTests.swift".count)
    let bytes = try #require(readFile(folder + "MediaAudioTests/Recordings/" + name))
    return Array(bytes.dropFirst(Int(bytes.starts(with: "ID3".utf8) ? tagLength(bytes) ?? 0 : 0)))
  }

  private static let id3 =
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 21] + Array("TIT2".utf8) + [0, 0, 0, 11, 0, 0, 3]
    + Array("Lunch memo".utf8)

  private func expectLate(_ bytes: [UInt8], after count: Int64, title: String? = nil) throws {
    let report = try #require(decode(bytes).report)
    #expect(report.codec == "mp3")
    #expect(report.frames == 12_000)
    #expect(report.bytesBefore == count)
    #expect(report.texts.first { $0.key == "title" }?.value == title)
    #expect(
      report.reviewNotes.map(\.message) == [
        "The recording begins after \(count == 1 ? "1 byte" : "\(count) bytes") of something else, which are not played. "
          + "If it was cut out of a longer one, its first moment may be missing."
      ])
    #expect(report.reviewNotes.map(\.code) == [.headerWrong])
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  @Test("MP3 after zeros, after padding that its tag does not count, or behind a server's answer")
  func before() throws {
    let bytes = try media("lame.mp3")
    for count in [1, 215, 1000, 60_000] {
      try expectLate([UInt8](repeating: 0, count: count) + bytes, after: Int64(count))
    }
    for count in [4, 2000] {
      let padded = Self.id3 + [UInt8](repeating: 0, count: count) + bytes
      try expectLate(padded, after: Int64(count), title: "Lunch memo")
    }
    let answer = Array("ICY 200 OK\r\nicy-name: A station\r\n\r\n".utf8)
    try expectLate(answer + bytes, after: Int64(answer.count))
  }

  @Test("MP3 that begins within a frame")
  func withinFrame() throws {
    let bytes = try media("lame.mp3")
    let length = try #require(LayerThreeHeader(bytes)?.length)
    // Past the frame that tells of the whole.
    let report = try #require(decode(Array(bytes.dropFirst(length + 21))).report)
    #expect((10_000...12_700).contains(report.countedFrames ?? report.frames))
    #expect(report.bytesBefore ?? 0 > 0)
  }

  @Test("AAC that begins so is left to the other decoder, WAV behind a mark of UTF-8 is decoded")
  func others() throws {
    let zeros = [UInt8](repeating: 0, count: 100)
    #expect(decode(zeros + (try media("aac.aac"))).rejection?.reason == .otherFormat)
    let report = try #require(decode([0xEF, 0xBB, 0xBF] + Wave.tone(frames: 16_000)).report)
    #expect(report.frames == 16_000 && report.bytesBefore == 3)
    // Each of several.
    let joined = try #require(
      decode([0, 0] + Wave.tone(frames: 16_000) + Wave.tone(frames: 8_000, seed: 2)).report)
    #expect(joined.frames == 24_000 && joined.bytesBefore == 2)
  }

  @Test("What holds frames and is no recording is none: archives, pictures, a few frames by chance")
  func noRecording() throws {
    let bytes = try media("lame.mp3")
    let heads = ["PK\u{3}\u{4}", "Rar!", "GIF89a", "%PDF-1.7\n"].map { Array($0.utf8) }
    for head in heads + [[0xFF, 0xD8, 0xFF, 0xE0], [0x1F, 0x8B, 8, 0]] {
      let file = head + [UInt8](repeating: 7, count: 60) + bytes
      #expect(decode(file).rejection?.reason == .notAudio, "\(head)")
    }
    var few = Array(bytes.prefix(500))
    few += [UInt8](repeating: 0x41, count: 4000)
    #expect(decode([1, 2, 3] + few).rejection?.reason == .notAudio)
    // Further in than anybody looks.
    let far = [UInt8](repeating: 0, count: 70_000) + bytes
    #expect(decode(far).rejection?.reason == .notAudio)
  }

  @Test("A stretch without a range of it reads as if that were not there, in one piece or several")
  func gap() throws {
    let file = try makeMemoryFile(named: "sample")
    try file.write(Array(0..<20))
    let stretch = FileStretch(of: file).without(4..<14)
    #expect(stretch.size == 10)
    #expect(stretch.header(at: 0, count: 99) == [0, 1, 2, 3, 14, 15, 16, 17, 18, 19])
    #expect(stretch.header(at: 3, count: 2) == [3, 14])
    #expect(stretch.part(2..<6).header(at: 0, count: 9) == [2, 3, 14, 15])
    #expect(stretch.part(4..<6).header(at: 0, count: 9) == [14, 15])
    #expect(stretch.part(5..<9).header(at: 1, count: 9) == [16, 17, 18])
    #expect(stretch.part(0..<3).header(at: 0, count: 9) == [0, 1, 2])
  }
}
