import Linux
import Records

/// Judges one recording outside any inbox, by the rules for a memo whose patience is over: it is taken as it stands.
/// Blocks its thread while the decoder works.
public struct FileJudge: Sendable {
  private let rules: DecoderRules
  private let limits: DecodingLimits

  public init(rules: DecoderRules, limits: DecodingLimits) {
    self.rules = rules
    self.limits = limits
  }

  /// The descriptor is open for reading; its bytes must not change meanwhile.
  public func judge(_ file: borrowing Descriptor) throws(FileRefusal) -> AudioReport {
    let answer: DecoderAnswer
    do throws(DecoderFault) {
      answer = try Decoders(rules).decode(file, timeout: limits.timeout)
    } catch {
      // One death is no proof, as three are for a memo; nothing is lost here by trying again.
      throw FileRefusal(code: nil, message: error.description)
    }
    switch answer {
    case .rejected(let rejection):
      throw FileRefusal(code: rejection.code, message: rejection.message)
    case .unreadable(let why): throw FileRefusal(code: nil, message: unreadableSentence(why))
    case .report(let report):
      switch limits.verdict(on: report) {
      case .setAside(let code, let message): throw FileRefusal(code: code, message: message)
      case .recordable, .loneSidecar, .known, .keptTwin, .redundantSidecar: return report
      }
    }
  }
}

/// Of a recording that the system could not read, and why.
func unreadableSentence(_ why: String) -> String { "The recording cannot be read: \(why)." }

/// Why a recording is not taken.
public struct FileRefusal: Error, Hashable, Sendable {
  /// The code under which a memo would be set aside; nil where the decoder gave no answer.
  public let code: QuarantineCode?
  /// A whole sentence.
  public let message: String
}
