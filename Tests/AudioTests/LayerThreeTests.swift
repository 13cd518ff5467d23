import CSndFile
import Records
import TestSupport
import Testing

@testable import Audio

@Suite("How long an MP3 is")
struct LayerThreeTests {
  /// Recordings that the other decoder is tested with; their README says how they were made.
  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = #filePath.dropLast("AudioTests/LayerThreeTests.swift".count)
    return try #require(readFile(folder + "MediaAudioTests/Recordings/" + name))
  }

  /// ID3v2.4 and ID3v1 tags with nothing in them.
  private static let id3 =
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128)
  private static let oldTag = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

  @Test(
    "A03: a VBR MP3 without a frame count is left to the other decoder, since libsndfile guesses")
  func guessed() throws {
    let report = try #require(decode(bytes("vbr.mp3")).report)
    #expect(report.frames < 12_000)
    #expect(report.countedFrames == 17_280)
    #expect(report.claimedFrames == nil)
  }

  @Test("A whole MP3 needs no other decoder, whatever tags stand around it")
  func whole() throws {
    let bytes = try bytes("lame.mp3")
    for whole in [bytes, Self.id3 + bytes, bytes + Self.oldTag, Self.id3 + bytes + Self.oldTag] {
      let report = try #require(decode(whole).report)
      #expect(report.frames == 12_000)
      // LAME's delay of 576, and 529 of every decoder.
      #expect(report.primingFrames == 1_105)
      #expect(report.countedFrames == nil)
      #expect(report.joint == nil)
      #expect(report.reviewNotes.isEmpty)
    }
  }

  @Test("Joined MP3 is left to the other decoder, however it was joined")
  func joined() throws {
    let bytes = try bytes("lame.mp3")
    for between in [[], Self.id3, Self.oldTag, Self.oldTag + Self.id3] {
      let report = try #require(decode(bytes + between + bytes).report)
      #expect(report.countedFrames ?? 0 > 24_000)
      #expect(
        report.joint
          == AudioReport.Joint(recordings: 2, firstMilliseconds: 1_500, isMixed: false))
    }
  }

  @Test("A cut MP3 is not in doubt: what is there of it was decoded")
  func cut() throws {
    let bytes = try bytes("lame.mp3")
    for percent in [30, 50, 90, 99] {
      let report = try #require(decode(Array(bytes.prefix(bytes.count * percent / 100))).report)
      #expect(report.countedFrames == nil, "at \(percent) %")
      #expect(report.looksUnfinished)
    }
  }
}
