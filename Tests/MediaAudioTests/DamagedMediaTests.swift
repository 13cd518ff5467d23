import Records
import TestSupport
import Testing

@testable import MediaAudio

@Suite struct DamagedMediaTests {
  @Test("Less than a whole file is broken off, or refused", arguments: SampleMedia.names)
  func cut(_ name: String) {
    let whole = SampleMedia.bytes(name)
    for percent in [25, 50, 75, 99] {
      let answer = decode(Array(whole.prefix(whole.count * percent / 100)))
      if let report = answer.report {
        #expect(report.endedEarly, "at \(percent) %")
        #expect(report.looksUnfinished)
      } else {
        let reason = answer.rejection?.reason
        #expect(reason == .unfinished || reason == .noFrames, "at \(percent) %")
      }
    }
  }

  @Test(
    "A recording that breaks off anywhere within its index is unfinished, or decoded and broken off",
    arguments: ["alac.m4a", "aac.m4a", "aac.3gp", "amr-nb.3gp", "aac-index-first.m4a"])
  func cutIndex(_ name: String) throws {
    let whole = SampleMedia.bytes(name)
    let mark = Array("moov".utf8)
    let index = try #require(whole.indices.first { whole[$0...].starts(with: mark) }) - 4
    let length = whole[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
    for count in index..<(index + length) where count < whole.count {
      let answer = decode(Array(whole.prefix(count)))
      #expect(
        answer.report?.endedEarly == true || answer.rejection?.reason == .unfinished,
        "at \(count) of \(whole.count): \(answer)")
    }
  }

  @Test(
    "Of a recording that breaks off it is never said that it is none", arguments: SampleMedia.names)
  func neverNone(_ name: String) {
    let whole = SampleMedia.bytes(name)
    // Of shorter ones the other decoder knows that.
    for count in stride(from: 128, to: whole.count, by: max(1, whole.count / 60)) {
      let answer = decode(Array(whole.prefix(count)))
      #expect(answer.rejection?.reason != .notAudio, "at \(count) of \(whole.count): \(answer)")
    }
  }

  @Test("A recording of which only a long tag has come may still be arriving")
  func tagAlone() {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0x20, 0] + [UInt8](repeating: 7, count: 4096)
    for bytes in [Array(tag.prefix(1000)), tag, tag + Array("fLa".utf8)] {
      #expect(decode(bytes).rejection?.reason == .unfinished)
    }
  }

  @Test("A recording without its index is unfinished, since one is written at the end")
  func noIndex() throws {
    let whole = SampleMedia.bytes("aac.m4a")
    let rejection = try #require(decode(Array(whole.prefix(whole.count / 2))).rejection)
    #expect(rejection.reason == .unfinished)
  }

  @Test("A WAV of an odd length whose last pad byte is missing is whole, and one byte less is cut")
  func missingPad() throws {
    var bytes =
      Wave.header(dataBytes: 8001, sampleRate: 8000, channels: 1)
      + [UInt8](repeating: 0x90, count: 8001)
    bytes[32] = 1
    bytes[34] = 8
    #expect(decode(bytes).report?.looksUnfinished == false)
    #expect(decode(bytes + [0]).report?.looksUnfinished == false)
    #expect(decode(bytes.dropLast()).report?.looksUnfinished == true)
  }

  @Test("The first half of a recording whose index comes first is decoded, and the claim is kept")
  func indexFirst() throws {
    let whole = SampleMedia.bytes("aac-index-first.m4a")
    let report = try #require(decode(Array(whole.prefix(whole.count / 2))).report)
    #expect((1..<30_000).contains(report.frames))
    #expect(report.claimedFrames == 33_075)
    #expect(report.endedEarly)
    #expect(report.reviewNotes.map(\.code) == [.truncated])
  }

  @Test("Every length of a file is answered", arguments: SampleMedia.names)
  func anyLength(_ name: String) {
    let whole = SampleMedia.bytes(name)
    for count in Array(0..<64) + Array(stride(from: 64, to: whole.count, by: whole.count / 40)) {
      _ = decode(Array(whole.prefix(count)))
    }
    #expect(decode([]).rejection?.reason == .unfinished)
    #expect(decode(Array(whole.prefix(3))).report == nil)
  }

  @Test("Bytes that have changed harm nobody", arguments: SampleMedia.names)
  func flipped(_ name: String) throws {
    let whole = SampleMedia.bytes(name)
    var numbers = SeededNumbers(state: UInt64(whole.count))
    for round in 0..<120 {
      var bytes = whole
      // The header, which says how to read the rest, is hit more often than its size would have it.
      let reach = round % 2 == 0 ? min(bytes.count, 1200) : bytes.count
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        bytes[Int.random(in: 0..<reach, using: &numbers)] = UInt8.random(
          in: .min ... .max, using: &numbers)
      }
      let answer = decode(bytes)
      // What the parent accepts: every figure lies within its limits.
      #expect(try DecoderAnswer(message: answer.message) == answer)
    }
  }

  @Test("A part that is left out, or comes twice, harms nobody", arguments: SampleMedia.names)
  func moved(_ name: String) throws {
    let whole = SampleMedia.bytes(name)
    var numbers = SeededNumbers(state: UInt64(whole.count) + 1)
    for _ in 0..<40 {
      let first = Int.random(in: 0..<whole.count, using: &numbers)
      let last = Int.random(in: first..<whole.count, using: &numbers)
      let answer = decode(
        Bool.random(using: &numbers)
          ? Array(whole[..<first] + whole[last...]) : Array(whole[..<last] + whole[first...]))
      #expect(try DecoderAnswer(message: answer.message) == answer)
    }
  }
}
