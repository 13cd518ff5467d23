import Configuration
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite("Recordings of any two kinds in one file")
struct JoinedPairsTests {
  private let folder = TemporaryFolder()
  private let judge = FileJudge(
    rules: DecoderRules(program: BuiltProgram.path("mm-decoder"), settings: DecoderSettings()),
    limits: DecodingLimits(timeout: .seconds(60), longest: .seconds(86_400)))

  /// A kind's name is what ffmpeg knows its container by; no ffmpeg of Debian writes AMR.
  private static let kinds = [
    "wav", "flac", "mp3", "ogg", "opus", "m4a", "webm", "wma", "amr", "caf", "aiff", "au", "w64",
    "aac",
  ]

  private func recording(_ kind: String, seconds: Int) -> [UInt8] {
    if kind == "amr" {
      let tests = #filePath.dropLast("IngestTests/JoinedPairsTests.swift".count)
      let path = "\(tests)MediaAudioTests/Recordings/dtx.amr"
      return readFile(path) ?? []
    }
    let path = folder["\(seconds).\(kind)"]
    let outcome = BuiltProgram.run(
      "/usr/bin/env",
      [
        "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=16000:duration=\(seconds)",
      ] + (kind == "webm" ? ["-c:a", "libopus"] : []) + [path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return readFile(path) ?? []
  }

  private func report(on bytes: [UInt8]) throws -> AudioReport {
    writeFile(folder["joined"], bytes)
    let file = try Descriptor(opening: folder["joined"])
    return try judge.judge(file)
  }

  @Test("Both are decoded and counted, and one note says that they were joined")
  func everyPair() throws {
    let parts = try Self.kinds.map { kind in
      let (first, second) = (recording(kind, seconds: 1), recording(kind, seconds: 2))
      return (
        kind, first, second, try report(on: first).durationMilliseconds,
        try report(on: second).durationMilliseconds
      )
    }
    for (first, bytes, _, length, _) in parts {
      for (second, _, more, _, rest) in parts {
        let report = try report(on: bytes + more)
        let pair: Comment = "\(first) and \(second)"
        // What an encoder of MP3 adds at both ends is left in between two.
        let tolerated: Int64 = (first, second) == ("mp3", "mp3") ? 150 : 1
        #expect(abs(report.durationMilliseconds - length - rest) <= tolerated, pair)
        // Frames of bare AAC are one stream.
        let isStream = first == "aac" && second == "aac"
        #expect(report.reviewNotes.map(\.code) == (isStream ? [] : [.joined]), pair)
        #expect(report.joint?.recordings == (isStream ? nil : 2), pair)
      }
    }
  }

  @Test("Of a first one that is cut, the second is found all the same")
  func cutFirst() throws {
    let second = recording("m4a", seconds: 2)
    let length = try report(on: second).durationMilliseconds
    for kind in ["wav", "mp3", "ogg", "flac", "aiff", "wma", "amr"] {
      let first = recording(kind, seconds: 3)
      let report = try report(on: first[..<(first.count * 9 / 10)] + second)
      #expect(report.durationMilliseconds > length + 200, "\(kind)")
      #expect(report.reviewNotes.map(\.code).contains(.joined), "\(kind)")
    }
  }
}
