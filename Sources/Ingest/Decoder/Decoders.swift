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

  /// The first one's answer, or the second one's where the first knows nothing of the file. Without the second program a
  /// file that begins like a recording waits for it.
  func reconsider(
    _ answer: DecoderAnswer, of file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    guard case .rejected(let rejection) = answer else { return answer }
    switch rejection.reason {
    case .otherFormat: return try second.decode(file, timeout: timeout)
    case .notAudio:
      do throws(DecoderFault) { return try second.decode(file, timeout: timeout) } catch {
        guard case .missing = error else { throw error }
        return answer
      }
    case .noFrames, .badParameters, .unfinished: return answer
    }
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
