import Records
import TestSupport
import Testing

@testable import Containers
@testable import MediaAudio

@Suite("What a file holds beside the recording that is counted")
struct LeftoverTests {
  private let junk = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

  @Test(
    "What follows and is none of it is named, and no cut",
    arguments: ["aac.m4a", "opus.webm", "wmav2.wma", "amr-wb.awb", "dtx.amr", "aac.3gp"])
  func junkAfter(_ name: String) throws {
    let whole = try #require(decode(SampleMedia.bytes(name)).report)
    for (tail, bytes) in [
      (junk, 300), (Array("\r\n--a boundary--\r\n".utf8), 18), ([10], nil),
      ([UInt8](repeating: 0, count: 500), nil), (Array("TAG".utf8) + junk.prefix(125), nil),
    ] as [([UInt8], Int64?)] {
      let report = try #require(decode(SampleMedia.bytes(name) + tail).report)
      #expect(report.frames == whole.frames, "after \(tail.count) bytes")
      #expect(report.unplayed?.bytes == bytes, "after \(tail.count) bytes")
      #expect(report.reviewNotes.map(\.code) == (bytes == nil ? [] : [.headerWrong]))
    }
  }

  @Test("VBR MP3 with an ordinary tail is whole, and with a frame that is not, it is cut")
  func afterVBR() throws {
    let bytes = SampleMedia.bytes("vbr.mp3")
    let whole = try #require(decode(bytes).report)
    let lyrics = Array("LYRICSBEGININD00002".utf8) + Array("00000020LYRICS200".utf8)
    let old = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let id3 = Array("ID3".utf8) + [4, 0, 0, 0, 0, 8, 0] + [UInt8](repeating: 0, count: 1024)
    for tail in [lyrics + old, id3, [UInt8](repeating: 0, count: 5000), old + old, junk] {
      let report = try #require(decode(bytes + tail).report)
      #expect(report.frames == whole.frames && !report.looksUnfinished, "\(tail.prefix(9))")
    }
    // A tag fills up no frame.
    let cut = try #require(decode(bytes.dropLast(30) + old).report)
    #expect(cut.looksUnfinished)
    var damaged = bytes
    for index in 0..<900 { damaged[bytes.count / 2 + index] = 0x55 }
    #expect(try #require(decode(damaged).report).looksUnfinished)
  }

  @Test("Opus whose last page has no packet ends where that page says")
  func emptyLastPage() throws {
    let folder = TemporaryFolder()
    let outcome = BuiltProgram.run(
      "/usr/bin/env",
      [
        "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "sine=sample_rate=48000:duration=1.234", "-c:a", "libopus", folder["memo.opus"],
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bytes = try #require(readFile(folder["memo.opus"]))
    for bytes in [bytes, OggEnd.emptied(bytes)] {
      let report = try #require(decode(bytes).report)
      #expect(report.frames == 59_232)
      #expect(report.reviewNotes.isEmpty)
    }
  }

  @Test("AAC that begins within a frame, or after zeros, is decoded from its first one")
  func lateStart() throws {
    let bytes = SampleMedia.bytes("slow.aac")
    for late in [[UInt8](repeating: 0, count: 300) + bytes, Array(bytes.dropFirst(20))] {
      let report = try #require(decode(late).report)
      #expect(report.reviewNotes.map(\.code) == [.headerWrong])
      #expect(report.bytesBefore ?? 0 > 0)
    }
  }

  @Test("A WAV that lacks a pad byte before its sound was not left unfinished")
  func noPadByte() throws {
    var bytes = Wave.tone(frames: 16_000)
    // Of the length of what is then taken for a chunk.
    bytes[44] = 0x10
    bytes.insert(contentsOf: Array("junk".utf8) + [3, 0, 0, 0] + Array("abc".utf8), at: 36)
    for index in 0..<4 {
      bytes[4 + index] = UInt8(truncatingIfNeeded: (bytes.count - 8) >> (8 * index))
    }
    #expect(decode(bytes).rejection?.reason == .notAudio)
    #expect(decode(Array(bytes.prefix(1000))).rejection?.reason == .unfinished)
  }

  @Test("A recording of AMR ends where an M4A begins, whose bytes are no speech")
  func mediaAfterSpeech() throws {
    let report = try #require(
      decode(SampleMedia.bytes("dtx.amr") + SampleMedia.bytes("aac.m4a")).report)
    #expect(report.joint?.firstMilliseconds == 1520)
    #expect(report.durationMilliseconds < 4000)
    #expect(report.reviewNotes.map(\.code) == [.joined])
  }

  @Test(
    "Of several sound tracks the first is counted, and a note says so",
    arguments: [("two.m4a", "aac"), ("two.mka", "libopus"), ("two.webm", "libopus")])
  func tracks(_ name: String, _ codec: String) throws {
    let folder = TemporaryFolder()
    func tone(_ seconds: Int) -> [String] {
      ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=16000:duration=\(seconds)"]
    }
    let outcome = BuiltProgram.run(
      "/usr/bin/env",
      ["ffmpeg", "-v", "error", "-nostdin"] + tone(1) + tone(3)
        + ["-map", "0", "-map", "1", "-c:a", codec, folder[name]])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try #require(decode(readFile(folder[name]) ?? []).report)
    #expect((1000...1064).contains(report.durationMilliseconds))
    #expect(report.otherTracks == 1)
    #expect(report.reviewNotes.map(\.code) == [.joined])
    #expect(
      report.reviewNotes.first?.message
        == "The file has 2 sound tracks side by side: the first, of \(secondsText(report.durationMilliseconds)), is what counts, and the other is not played."
    )
    #expect(try DecoderAnswer(message: DecoderAnswer.report(report).message).report == report)
  }

  @Test("A second chunk of sound in a WAV is named")
  func secondSound() throws {
    var bytes = Wave.tone(frames: 16_000)
    bytes += Array("data".utf8) + [0x80, 0x3E, 0, 0] + [UInt8](repeating: 1, count: 16_000)
    let size = bytes.count - 8
    for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    let report = try #require(decode(bytes).report)
    #expect(report.durationMilliseconds == 1000)
    #expect(report.unplayed == AudioReport.Unplayed(bytes: 16_008, isRecording: false))
    #expect(report.reviewNotes.map(\.code) == [.headerWrong])
  }

  @Test(
    "Two ID3 tags, or one with a footer, hide no MP3 and no AAC",
    arguments: ["lame.mp3", "aac.aac"])
  func tags(_ name: String) throws {
    var sound = SampleMedia.bytes(name)[...]
    if sound.starts(with: "ID3".utf8) {
      sound = sound.dropFirst(10 + sound[6..<10].reduce(0) { $0 << 7 | Int($1) })
    }
    let whole = try #require(decode(Array(sound)).report)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
    var footed = tag
    footed[5] = 0x10
    footed += Array("3DI".utf8) + footed[3..<10]
    for tags in [tag + tag, footed, footed + tag] {
      #expect(decode(tags + sound).report?.frames == whole.frames)
    }
  }

  @Test(
    "What the system cannot read is no recording that breaks off",
    arguments: ["aac.m4a", "lame.mp3"])
  func readError(_ name: String) throws {
    let file = try UnreadableTail(after: SampleMedia.bytes(name))
    let answer = DecoderAnswer(
      decoding: FileStretch(try file.open(), from: file.start, size: file.size))
    guard case .unreadable(let why) = answer else {
      return #expect(Bool(false), "a recording that cannot be read is neither good nor bad")
    }
    #expect(why.contains("pread"))
  }
}
