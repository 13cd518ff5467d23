import Linux
import Records

/// The two decoder processes of one examiner: the first for every recording, the second, over libav, for what the first
/// does not know. The second is large and takes its time to start, so it comes with the first file that needs it.
///
/// Used from one isolation, like each of them.
final class Decoders {
  let first: DecoderChild
  private let second: DecoderChild

  init(_ rules: DecoderRules, heard: @escaping @Sendable ([ConfinementGap]) -> Void = { _ in }) {
    first = DecoderChild(rules, heard: heard)
    second = DecoderChild(rules.forOtherFormats, heard: heard)
  }

  /// The first one's answer, or the second one's where the first knows nothing of the file or its count cannot be believed.
  /// Without the second program such a file waits for it, if it begins like a recording: a wrong length would stand in
  /// the record for good.
  func reconsider(
    _ answer: DecoderAnswer, of file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    let rejection: DecoderAnswer.Rejection
    switch answer {
    case .unreadable: return answer
    case .rejected(let given): rejection = given
    case .report(let report):
      guard report.countedFrames != nil else { return answer }
      return try settle(report, of: file, timeout: timeout)
    }
    switch rejection.reason {
    case .otherFormat: return try second.decode(file, timeout: timeout)
    case .notAudio:
      do throws(DecoderFault) { return try second.decode(file, timeout: timeout) } catch {
        switch error {
        case .missing, .refused: return answer
        default: throw error
        }
      }
    case .noFrames, .badParameters, .unfinished, .outOfMemory: return answer
    }
  }

  /// The first one has decoded the file, so a second one that dies or hangs over it, and again as a new process, takes
  /// nothing from that: it is as if it knew the file not.
  private func settle(
    _ report: AudioReport, of file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    for _ in 0..<2 {
      do throws(DecoderFault) {
        let answer = try second.decode(file, timeout: timeout)
        if case .unreadable = answer { return answer }
        return .report(report.settled(by: answer))
      } catch { if error.quarantineCode == nil { throw error } }
    }
    return .report(report.settled(by: nil))
  }

  /// The whole judgement of one file, with nothing else in hand.
  func decode(
    _ file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    try reconsider(try first.decode(file, timeout: timeout), of: file, timeout: timeout)
  }

  /// Ends both; the next file gets new ones.
  func stop() {
    first.stop()
    second.stop()
  }
}
