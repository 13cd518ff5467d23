import Linux
import Records

/// Tries the decoder on a tiny recording made in memory, for `--check`.
public enum DecoderCheck {
  /// A sentence on what is wrong; nil when it answered rightly.
  public static func fault(of program: String) async -> String? {
    let executor = ThreadExecutor(name: "decoder-check")
    return await Trial(executor).run(program)
  }

  private actor Trial {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    init(_ executor: ThreadExecutor) { self.executor = executor }

    func run(_ program: String) -> String? {
      do {
        let file = try makeMemoryFile(named: "check")
        try file.write(Trial.recording)
        let answer = try DecoderChild(program: program).decode(file, timeout: .seconds(10))
        guard case .report(let report) = answer, report.frames == 16 else {
          return "The decoder did not decode a recording that is sound."
        }
        return nil
      } catch { return "\(error)" }
    }

    /// Sixteen silent frames of 8 kHz, 16-bit, mono WAV.
    private static let recording: [UInt8] =
      Array("RIFF".utf8) + [68, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
      + [0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [32, 0, 0, 0]
      + [UInt8](repeating: 0, count: 32)
  }
}
