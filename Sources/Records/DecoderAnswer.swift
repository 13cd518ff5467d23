/// What the decoder says of one file.
public enum DecoderAnswer: Hashable, Sendable {
  case report(AudioReport)
  case rejected(Rejection)
  /// The system could not read the file, and why, which says nothing of the recording.
  case unreadable(String)

  /// With this a decoder ends that ran out of memory and cannot say so any more (EX_OSERR of sysexits(3)).
  public static let outOfMemoryStatus: Int32 = 71

  /// Why a file is no recording, or cannot be found out to be one.
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
    /// It takes more memory than the decoder may use.
    case outOfMemory = "out-of-memory"
    /// Empty, or shorter than the smallest header: it may still be arriving.
    case unfinished
  }
}
