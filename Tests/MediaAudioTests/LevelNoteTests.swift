import Linux
import Records
import TestSupport
import Testing

@testable import MediaAudio

@Suite struct LevelNoteTests {
  /// A WAV of samples of 8 kHz, which this decoder reads as well.
  private func codes(_ samples: [UInt8], tag: UInt8, bits: UInt8) throws -> [ReviewCode] {
    var bytes = Wave.header(dataBytes: samples.count, sampleRate: 8000, channels: 1) + samples
    bytes[20] = tag
    bytes[28] = 0
    bytes[32] = bits / 8
    bytes[34] = bits
    return try #require(decode(bytes).report).reviewNotes.map(\.code)
  }

  private func codes(_ samples: [Int16]) throws -> [ReviewCode] {
    let bytes = samples.flatMap { sample in
      withUnsafeBytes(of: sample.littleEndian) { Array($0) }
    }
    return try codes(bytes, tag: 1, bits: 16)
  }

  @Test("Silence and clipping are noted as the other decoder notes them")
  func sixteenBits() throws {
    #expect(try codes([Int16](repeating: 0, count: 8000)) == [.silent])
    #expect(try codes([Int16](repeating: 32, count: 8000)) == [.silent])
    #expect(try codes([Int16](repeating: 33, count: 8000)) == [])
    let quiet = [Int16](repeating: 1000, count: 9900)
    #expect(try codes(quiet + [Int16](repeating: .max, count: 100)) == [])
    #expect(try codes(quiet + [Int16](repeating: .max, count: 101)) == [.clipped])
  }

  @Test(
    "Full scale is the most that a codec can give",
    arguments: [(UInt8(1), UInt8(255)), (1, 0), (6, 0x2A), (6, 0xAA), (7, 0x00), (7, 0x80)])
  func eightBits(_ tag: UInt8, _ loudest: UInt8) throws {
    // Nothing, in each: linear from 0 to 255, A-law, µ-law.
    let silence: UInt8 = [1: 128, 6: 0xD5, 7: 0xFF][tag] ?? 0
    let quiet = [UInt8](repeating: silence, count: 9900)
    #expect(try codes(quiet + [UInt8](repeating: loudest, count: 100), tag: tag, bits: 8) == [])
    #expect(
      try codes(quiet + [UInt8](repeating: loudest, count: 101), tag: tag, bits: 8) == [.clipped])
    #expect(
      try codes(quiet + [UInt8](repeating: loudest ^ 16, count: 101), tag: tag, bits: 8) == [])
  }

  @Test("A phone's recording of nothing is silent")
  func silentSpeech() throws {
    // AMR with 100 frames of type 15, which hold no data.
    let bytes = Array("#!AMR\n".utf8) + [UInt8](repeating: 0x7C, count: 100)
    let report = try #require(decode(bytes).report)
    #expect(report.frames == 16_000)
    #expect(report.reviewNotes.map(\.code) == [.silent])
  }
}
