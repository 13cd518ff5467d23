import Linux
import Records

/// A file that was taken and stays in its inbox (`after = keep`).
///
/// It is what its inbox, name and content say. Its identity is the one that it had when it was seen last, and only
/// saves reading it again; the device is not stored, since many a file system has another number after each mount.
public struct KeptInboxFile: Hashable, Sendable {
  public var inbox: String
  /// As the store may know it by the rule of its inbox.
  public var name: FileName
  /// Of the content as the store may know it.
  public var sha256: Digest
  public var role: QuarantineItem.Role
  public var identity: FileIdentity
  /// The quick record or the quarantine item that came of it; nil where it brought nothing new.
  public var record: RecordID?

  public init(
    inbox: String, name: FileName, sha256: Digest, identity: FileIdentity, record: RecordID? = nil
  ) {
    self.inbox = inbox
    self.name = name
    self.sha256 = sha256
    role = name.isSidecarName ? .sidecar : .recording
    self.identity = identity
    self.record = record
  }
}
