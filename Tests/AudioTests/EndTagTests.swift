import CSndFile
import Linux
import Records
import TestSupport
import Testing

@testable import Audio
@testable import Containers

@Suite("Tags after a recording")
struct EndTagTests {
  private func little(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// With one item, a picture.
  private func ape(_ picture: [UInt8], hasHeader: Bool) -> [UInt8] {
    let key = Array("Cover Art (Front)".utf8) + [0]
    let item = little(picture.count) + little(2) + key + picture
    func mark(_ flags: [UInt8]) -> [UInt8] {
      let flags: [UInt8] = [0, 0, 0, (hasHeader ? 0x80 : 0) | flags[0]]
      return Array("APETAGEX".utf8) + little(2000) + little(item.count + 32) + little(1) + flags
        + [UInt8](repeating: 0, count: 8)
    }
    return (hasHeader ? mark([0x20]) : []) + item + mark([0])
  }

  private func flac() -> [UInt8] {
    SampleRecording(format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: 1).bytes
  }

  @Test("A picture in a tag is no recording, whatever it looks like", arguments: [true, false])
  func pictures(_ hasHeader: Bool) throws {
    let old = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let folder = #filePath.dropLast("AudioTests/EndTagTests.swift".count)
    let mp3 = try #require(readFile(folder + "MediaAudioTests/Recordings/lame.mp3"))
    let tag = ape([0xFF, 0xD8, 0xFF] + flac(), hasHeader: hasHeader)
    for recording in [mp3, flac(), Wave.tone(frames: 16_000)] {
      let alone = try #require(decode(recording).report)
      for after in [tag, tag + old] {
        let report = try #require(decode(recording + after).report)
        #expect(report.frames == alone.frames)
        #expect(report.joint == nil && !report.endedEarly)
      }
    }
    // Between two recordings it is passed by its header.
    if hasHeader {
      let joined = try #require(decode(mp3 + tag + mp3).report)
      #expect(joined.joint?.recordings == 2)
    }
  }

  @Test("What only claims to be a tag hides no recording")
  func falseTag() throws {
    let second = flac()
    var tag = ape([1, 2, 3], hasHeader: false)
    let size = second.count + tag.count
    tag.replaceSubrange((tag.count - 20)..<(tag.count - 16), with: little(size))
    let report = try #require(decode(flac() + second + tag).report)
    #expect(report.joint?.recordings == 2)
  }
}
