extension WaitingCode {
  /// What is waited for, as one whole sentence.
  public var sentence: String {
    switch self {
    case .arriving: "Another program is still writing this file."
    case .settling: "The file has just changed; it is taken once it has been quiet."
    case .unfinished: "The file looks unfinished; it is judged as it stands if it stays so."
    case .forSidecar: "The recording waits a moment for its sidecar."
    case .forRecording:
      "The sidecar waits for a recording of its name; without one it is applied to the record that it belongs to."
    case .unreadable: "The file cannot be read; check its owner and mode."
    case .storeLocked: "Another program holds the store's lock; the memo is tried again."
    case .storeFull: "The store's disk is full; free some space and the memo is taken."
    case .decoderMissing: "The program mm-decoder is missing; install it and the memo is taken."
    case .decoderUnconfined:
      "The decoder cannot be confined on this system; 'mm-ingestd --check' says what is missing."
    case .suspect: "The decoder or the daemon died on this recording; it is tried again alone."
    case .retry: "The last attempt failed for a reason outside the memo; it is tried again."
    }
  }
}
