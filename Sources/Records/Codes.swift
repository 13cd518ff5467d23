/// Why a memo was set aside. Stable (`inbox.md`, "Codes"); sentences and cures stand in
/// `QuarantineCode+Sentences.swift`.
public enum QuarantineCode: String, Sendable, CaseIterable {
  case notAudio = "not-audio"
  case noFrames = "no-frames"
  case badParameters = "bad-parameters"
  case tooLong = "too-long"
  case decoderCrashed = "decoder-crashed"
  case decoderTimeout = "decoder-timeout"
  case decoderMemory = "decoder-memory"
  case unfinished
  case sidecarInvalid = "sidecar-invalid"
  case sidecarConflict = "sidecar-conflict"
  case sidecarAmbiguous = "sidecar-ambiguous"
  case sidecarLate = "sidecar-late"
  case digestMismatch = "digest-mismatch"
  case duplicate
  case duplicateConflict = "duplicate-conflict"
  case duplicateDeleted = "duplicate-deleted"
}

/// Why a memo still waits in the inbox. Stable.
public enum WaitingCode: String, Sendable, CaseIterable {
  case arriving
  case settling
  case unfinished
  case forSidecar = "for-sidecar"
  case forRecording = "for-recording"
  case unreadable
  case storeLocked = "store-locked"
  case storeFull = "store-full"
  case decoderMissing = "decoder-missing"
  case decoderUnconfined = "decoder-unconfined"
  case suspect
  case retry

  /// A fault of the world, which is waited out with back-off; the others are the memo's own pace.
  public var isFault: Bool {
    switch self {
    case .unreadable, .storeLocked, .storeFull, .decoderMissing, .decoderUnconfined, .retry: true
    case .arriving, .settling, .unfinished, .forSidecar, .forRecording, .suspect: false
    }
  }
}
