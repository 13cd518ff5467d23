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

  /// What to do about it, as one whole sentence.
  public var cure: String {
    switch self {
    case .notAudio, .noFrames, .badParameters:
      "Check the file and drop it, or record the amount by hand with 'mm-organize add'."
    case .tooLong:
      "Raise max-duration in moneymom.conf and run 'mm-organize quarantine retry', or drop it."
    case .decoderCrashed, .decoderMemory:
      "Convert the recording to WAV or FLAC and drop the copy into the inbox."
    case .decoderTimeout:
      "Raise timeout in moneymom.conf and run 'mm-organize quarantine retry', or drop it."
    case .unfinished:
      "Send the recording again, or record the amount by hand with 'mm-organize add'."
    case .sidecarInvalid:
      "Correct the JSON at the place named and drop the pair into the inbox again."
    case .sidecarConflict:
      "Keep the sidecar that is right and drop it with the recording into the inbox again."
    case .sidecarAmbiguous:
      "Name the sidecar after one recording, with its extension: lunch.wav.json for lunch.wav."
    case .sidecarLate:
      "Correct the record by hand, or restore or reopen it and run 'mm-organize quarantine retry'."
    case .digestMismatch:
      "Send the recording and its sidecar again, or correct the sha256 in the sidecar."
    case .duplicate:
      "Nothing is missing: run 'mm-organize quarantine drop' to let the copy go."
    case .duplicateConflict:
      "Compare the sidecar with the record, correct the record if need be, and drop the copy."
    case .duplicateDeleted:
      "Run 'mm-organize restore' on the deleted record, or drop the copy."
    }
  }
}
