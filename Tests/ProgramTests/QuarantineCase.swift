import Hashing
import JSON
import Records
import Storage
import TestSupport
import Testing

/// One way into the quarantine, and where the cure that `quarantine show` names first is to lead.
struct QuarantineCase: Sendable, CustomTestStringConvertible {
  enum End: Sendable {
    /// A live record with the recording as it was.
    case recorded
    /// A live record of the sidecar alone.
    case withoutAudio
    /// The record that was there already, and no further one.
    case none
  }

  static let sound = Wave.tone(frames: 32_000, seed: 7)
  static let money = Array(#"{"amount": 120, "tags": "lunch", "id": "m1"}"#.utf8)

  let code: QuarantineCode
  /// Variables of the run that sets the item aside.
  var settings: [String: String] = [:]
  /// Files of runs before.
  var before: [(String, [UInt8])] = []
  /// What is typed after those.
  var then: [String] = []
  let files: [(String, [UInt8])]
  let end: End
  /// The amounts of all live records at the end.
  let amounts: [String]

  var testDescription: String { code.rawValue }

  /// Decoder faults cannot be brought about by a file alone: those are put there as the daemon puts them.
  var isInserted: Bool { [.decoderCrashed, .decoderTimeout, .decoderMemory].contains(code) }

  private static func pair(_ recording: [UInt8], _ sidecar: [UInt8] = money) -> [(
    String, [UInt8]
  )] {
    [("memo.wav.json", sidecar), ("memo.wav", recording)]
  }

  private static func with(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let all: [QuarantineCase] = [
    QuarantineCase(
      code: .notAudio, files: pair(with("this is text")), end: .withoutAudio, amounts: ["120.00"]),
    QuarantineCase(
      code: .noFrames, files: pair(Wave.header(dataBytes: 0, sampleRate: 16_000, channels: 1)),
      end: .withoutAudio, amounts: ["120.00"]),
    QuarantineCase(
      code: .badParameters,
      files: pair(
        Wave.header(dataBytes: 6600, sampleRate: 16_000, channels: 33)
          + [UInt8](repeating: 0, count: 6600)), end: .withoutAudio, amounts: ["120.00"]),
    QuarantineCase(
      code: .unfinished, files: pair(Array(sound.prefix(20))), end: .withoutAudio,
      amounts: ["120.00"]),
    QuarantineCase(
      code: .tooLong, settings: ["MONEYMOM_DECODER_MAX_DURATION": "1s"], files: pair(sound),
      end: .recorded, amounts: ["120.00"]),
    QuarantineCase(
      code: .decoderCrashed, files: pair(sound), end: .withoutAudio, amounts: ["120.00"]),
    QuarantineCase(
      code: .decoderTimeout, files: pair(sound), end: .recorded, amounts: ["120.00"]),
    QuarantineCase(
      code: .decoderMemory, files: pair(sound), end: .recorded, amounts: ["120.00"]),
    QuarantineCase(
      code: .sidecarInvalid, files: pair(sound, with(#"{"amount": 12O}"#)), end: .recorded,
      amounts: ["99.00"]),
    QuarantineCase(
      code: .sidecarConflict, files: pair(sound) + [("memo.json", with(#"{"amount": 130}"#))],
      end: .recorded, amounts: ["120.00"]),
    QuarantineCase(
      code: .sidecarAmbiguous,
      files: [
        ("memo.json", money), ("memo.wav", sound), ("memo.flac", Wave.tone(frames: 99, seed: 8)),
      ], end: .recorded, amounts: ["120.00", "null"]),
    QuarantineCase(
      code: .sidecarLate, before: pair(sound), then: ["delete", "q1"],
      files: [("late.json", with(#"{"amount": 130, "id": "m1"}"#))], end: .recorded,
      amounts: ["130.00"]),
    QuarantineCase(
      code: .digestMismatch,
      files: pair(
        sound, with(#"{"amount": 120, "sha256": "\#(String(repeating: "ab", count: 32))"}"#)),
      end: .recorded, amounts: ["120.00"]),
    QuarantineCase(
      code: .duplicate, before: pair(sound), files: [("again.wav", sound)], end: .none,
      amounts: ["120.00"]),
    QuarantineCase(
      code: .duplicateConflict, before: pair(sound),
      files: [("again.wav.json", with(#"{"amount": 130}"#)), ("again.wav", sound)],
      end: .recorded, amounts: ["130.00"]),
    QuarantineCase(
      code: .duplicateDeleted, before: pair(sound), then: ["delete", "q1"],
      files: [("again.wav", sound)], end: .recorded, amounts: ["120.00"]),
  ]
}

extension OrganizeBook {
  /// Runs the daemon once over what is in the inbox.
  func ingest(_ settings: [String: String] = [:]) throws {
    let own = [
      "XDG_CONFIG_HOME": folder.path, "MONEYMOM_STORE": store, "MONEYMOM_INBOX": inbox,
      "TZ": "Asia/Taipei",
    ]
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"],
      environment: own.merging(settings) { $1 })
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Types a command as it was shown, with 99 for AMOUNT, into a shell.
  func type(_ command: String) -> BuiltProgram.Outcome {
    let words = command.split(separator: " ").map { $0 == "AMOUNT" ? "99" : String($0) }
    let built = BuiltProgram.path("mm-organize").dropLast("/mm-organize".count)
    return BuiltProgram.run(
      "/bin/sh", ["-c", words.joined(separator: " ")],
      environment: [
        "XDG_CONFIG_HOME": folder.path, "MONEYMOM_STORE": store, "MONEYMOM_INBOX": inbox,
        "TZ": "Asia/Taipei", "PATH": "\(built):/usr/bin:/bin",
      ])
  }

  /// Puts files into the quarantine as the daemon does.
  func setAside(_ code: QuarantineCode, _ files: [(String, [UInt8])]) throws {
    let store = try openStore()
    var draft = try QuarantineFolder(of: store).begin(UUID(high: 7, low: 7))
    for (name, bytes) in files {
      let digest = try #require(Digest(bytes: SHA256.hash(bytes)))
      let name = FileName(name)
      try draft.add(
        bytes, as: name.isSidecarName ? .sidecar : .recording, name: name, sha256: digest)
    }
    let new = try draft.finish(
      code, message: code.sentence, inbox: inbox, at: OrganizeBook.noon)
    _ = try store.write { writer in
      let id = try writer.operation(.setAside, by: .ingest, at: OrganizeBook.noon) {
        try writer.insert(new)
      }
      try writer.note(
        Outcome(
          kind: .quarantined, at: OrganizeBook.noon, inbox: inbox,
          recording: new.files.first?.name, sidecar: nil, record: id))
    }
  }
}
