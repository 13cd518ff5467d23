import Linux
import MediaAudio
import Records
import TestSupport

/// The recordings of this folder; their README says how they were made.
enum SampleMedia {
  static let names = [
    "aac.m4a", "aac-index-first.m4a", "alac.m4a", "aac.aac", "dtx.amr", "amr-nb.3gp", "amr-wb.awb",
    "opus.webm", "wmav2.wma", "alac.caf", "aac.3gp", "lame.mp3", "vbr.mp3", "slow.aac",
  ]

  static func path(_ name: String) -> String {
    #filePath.dropLast("SampleMedia.swift".count) + "Recordings/" + name
  }

  static func bytes(_ name: String) -> [UInt8] {
    guard let bytes = readFile(path(name)) else { preconditionFailure("\(name) is missing") }
    return bytes
  }
}

/// What is said of a file of these bytes, which has no name.
func decode(_ bytes: [UInt8]) -> DecoderAnswer {
  do {
    let file = try makeMemoryFile(named: "sample")
    try file.write(bytes)
    return DecoderAnswer(decoding: file)
  } catch { preconditionFailure("\(error)") }
}

extension DecoderAnswer {
  var report: AudioReport? { if case .report(let report) = self { report } else { nil } }
  var rejection: Rejection? { if case .rejected(let rejection) = self { rejection } else { nil } }
}

/// A generator of numbers whose sequence is the same each time (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
