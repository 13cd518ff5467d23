extension QuarantineCode {
  /// What happened, as one whole sentence.
  public var sentence: String {
    switch self {
    case .notAudio: "This file is not a recording that can be read."
    case .noFrames: "The recording holds no sound: not one frame could be decoded."
    case .badParameters: "The recording claims an impossible sample rate or channel count."
    case .tooLong: "The recording is longer than max-duration allows."
    case .decoderCrashed: "The decoder died on this recording three times in a row."
    case .decoderTimeout: "Decoding this recording took longer than the decoder's time limit."
    case .decoderMemory: "Decoding this recording took more memory than the decoder may use."
    case .unfinished: "The recording was never finished: its recorder stopped before the end."
    case .sidecarInvalid: "The sidecar is not a readable JSON object."
    case .sidecarConflict: "Two different sidecars claim the same recording."
    case .sidecarAmbiguous: "One sidecar fits several recordings, and nothing says which."
    case .sidecarLate: "This sidecar came for a record that can no longer take it."
    case .digestMismatch: "The recording is not the one that its sidecar's sha256 names."
    case .duplicate: "The same recording is already a record."
    case .duplicateConflict: "The same recording is already a record, with a different sidecar."
    case .duplicateDeleted: "The same recording was a record once, which has been deleted."
    }
  }
}
