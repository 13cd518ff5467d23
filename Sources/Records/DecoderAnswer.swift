/// What the decoder says of one file.
public enum DecoderAnswer: Hashable, Sendable {
  case report(AudioReport)
  case rejected(Rejection)

  /// Why a file is no recording.
  public struct Rejection: Error, Hashable, Sendable {
    public let reason: Reason
    /// What the decoding library said, for the log and for `quarantine show`.
    public let detail: String

    public init(reason: Reason, detail: String) {
      self.reason = reason
      self.detail = detail
    }
  }

  public enum Reason: String, Sendable, CaseIterable {
    case notAudio = "not-audio"
    /// Nothing that this decoder knows, but it begins like a recording of another kind.
    case otherFormat = "other-format"
    case noFrames = "no-frames"
    case badParameters = "bad-parameters"
    /// Empty, or shorter than the smallest header: it may still be arriving.
    case unfinished
  }
}
