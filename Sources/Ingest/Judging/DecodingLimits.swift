import Records

/// How long decoding one file may take, and how long a recording may be.
public struct DecodingLimits: Hashable, Sendable {
  public var timeout: Duration
  public var longest: Duration

  public init(timeout: Duration, longest: Duration) {
    self.timeout = timeout
    self.longest = longest
  }

  func verdict(on report: AudioReport) -> Verdict {
    guard .milliseconds(report.durationMilliseconds) <= longest else {
      return .setAside(.tooLong, message: message(milliseconds: report.durationMilliseconds))
    }
    return .recordable(report)
  }

  /// What is said of a recording that is too long.
  func message(milliseconds: Int64) -> String {
    let limit = lengthText(Int64(longest / .milliseconds(1)))
    // Told alike they would be a riddle.
    let length =
      lengthText(milliseconds) == limit ? secondsText(milliseconds) : lengthText(milliseconds)
    return "The recording is \(length) long, and max-duration is \(limit)."
  }
}

extension DecoderAnswer.Rejection {
  /// Whether more bytes could still make it a recording.
  var mayBeUnfinished: Bool { reason == .unfinished || reason == .noFrames }

  var code: QuarantineCode {
    switch reason {
    case .notAudio, .otherFormat: .notAudio
    case .noFrames: .noFrames
    case .badParameters: .badParameters
    case .unfinished: .unfinished
    case .outOfMemory: .decoderMemory
    }
  }

  /// The code's sentence, with what the decoding library said where it said something.
  var message: String { detail.isEmpty ? code.sentence : "\(code.sentence) (\(detail))" }
}
