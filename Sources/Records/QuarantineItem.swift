/// Something set aside: a recording with its sidecar, several that belong together, or a lone sidecar.
public struct QuarantineItem: Hashable, Sendable {
  public enum Role: String, Sendable, CaseIterable {
    case recording
    case sidecar
  }

  public struct File: Hashable, Sendable {
    public var role: Role
    /// The name it had in the inbox.
    public var name: FileName
    /// Relative to the store: `quarantine/<uuid>/<file>`.
    public var path: String
    public var bytes: Int64
    public var sha256: Digest

    public init(role: Role, name: FileName, path: String, bytes: Int64, sha256: Digest) {
      self.role = role
      self.name = name
      self.path = path
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  public enum State: String, Sendable, CaseIterable {
    /// Set aside and open.
    case held
    /// Given back to the inbox to be judged again.
    case retried
    /// Dropped by the user; its files stay until they are purged.
    case dropped
    /// Its recording became a record with a corrected sidecar; its files stay.
    case fixed
    /// Accepted as it is, with what could be taken of it; its files stay.
    case accepted
  }

  public var id: RecordID
  public var uuid: UUID
  public var code: QuarantineCode
  /// A whole sentence with what was measured.
  public var message: String
  public var files: [File]
  /// The record it names (a duplicate's first), if any.
  public var record: RecordID?
  /// The inbox folder it came from.
  public var inbox: String
  public var at: Instant
  public var state: State

  public init(
    id: RecordID, uuid: UUID, code: QuarantineCode, message: String, files: [File],
    record: RecordID?, inbox: String, at: Instant, state: State
  ) {
    self.id = id
    self.uuid = uuid
    self.code = code
    self.message = message
    self.files = files
    self.record = record
    self.inbox = inbox
    self.at = at
    self.state = state
  }
}
