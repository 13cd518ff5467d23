import Linux
import Records

/// Tries the decoder on a tiny recording made in memory, for `--check`.
public struct DecoderCheck: Sendable {
  /// A sentence on what is wrong with decoding; nil when it answered rightly.
  public let fault: String?
  /// The steps of its confinement that do not hold; nil where it did not start.
  public let gaps: [ConfinementGap]?

  /// Whatever the rules say of confinement, so that the decoding of an unconfined one is tried too.
  public static func run(_ rules: DecoderRules) async -> DecoderCheck {
    var rules = rules
    rules.confinement = .bestEffort
    let confinement = SeenConfinement()
    let fault = await Trial(ThreadExecutor(name: "decoder-check")).run(rules, confinement)
    return DecoderCheck(fault: fault, gaps: confinement.gaps)
  }

  private actor Trial {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    init(_ executor: ThreadExecutor) { self.executor = executor }

    func run(_ rules: DecoderRules, _ confinement: SeenConfinement) -> String? {
      do {
        let file = try makeMemoryFile(named: "check")
        try file.write(Trial.recording)
        let answer = try DecoderChild(rules) { confinement.note($0) }
          .decode(file, timeout: .seconds(10))
        guard case .report(let report) = answer, report.frames == 16 else {
          return "The decoder did not decode a recording that is sound."
        }
        return nil
      } catch { return "\(error)" }
    }

    /// Sixteen silent frames of 8 kHz, 16-bit, mono WAV.
    private static let recording: [UInt8] = {
      var file = Array("RIFF".utf8) + [68, 0, 0, 0]
      file += Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
      file += [0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
      file += Array("data".utf8) + [32, 0, 0, 0]
      return file + [UInt8](repeating: 0, count: 32)
    }()
  }
}
