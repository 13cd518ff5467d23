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

  public init(
    kind: Kind, at: Instant, inbox: String, recording: FileName?, sidecar: FileName?,
    record: RecordID? = nil
  ) {
    self.kind = kind
    self.at = at
    self.inbox = inbox
    self.recording = recording
    self.sidecar = sidecar
    self.record = record
  }
}
