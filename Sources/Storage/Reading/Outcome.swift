import Records

/// The end of one memo: a recording with its sidecar, or a lone sidecar (invariant 6).
public struct Outcome: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case recorded
    case revised
    case duplicate
    case quarantined
    case ignored
    case withdrawn
  }

  public var kind: Kind
  public var at: Instant
  public var inbox: String
  /// Names in the inbox; at least one is there.
  public var recording: FileName?
  public var sidecar: FileName?
  /// The record or quarantine item that it ended as.
  public var record: RecordID?
  /// When its files came; nil where that is not known, and for a file that it has not.
  public var recordingArrived: Instant?
  public var sidecarArrived: Instant?
  /// What it waited for.
  public var waits: [MemoWait]

  public init(
    kind: Kind, at: Instant, inbox: String, recording: FileName?, sidecar: FileName?,
    record: RecordID? = nil, recordingArrived: Instant? = nil, sidecarArrived: Instant? = nil,
    waits: [MemoWait] = []
  ) {
    self.kind = kind
    self.at = at
    self.inbox = inbox
    self.recording = recording
    self.sidecar = sidecar
    self.record = record
    self.recordingArrived = recordingArrived
    self.sidecarArrived = sidecarArrived
    self.waits = waits
  }
}
