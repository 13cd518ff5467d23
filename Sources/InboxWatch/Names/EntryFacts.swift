import Linux
import Records

/// What a look at one entry of the inbox found.
public struct EntryFacts: Hashable, Sendable {
  public let name: FileName
  public let identity: FileIdentity
  /// When the inode last changed (ctime), which no program can put back.
  public let changed: Instant
  public let kind: FileStatus.Kind

  public init(name: FileName, identity: FileIdentity, changed: Instant, kind: FileStatus.Kind) {
    self.name = name
    self.identity = identity
    self.changed = changed
    self.kind = kind
  }

  public init(name: FileName, status: FileStatus) {
    self.init(
      name: name, identity: status.identity, changed: Instant(nanoseconds: status.changed),
      kind: status.kind)
  }

  public var file: InboxFile { InboxFile(name: name, identity: identity) }
}

/// One content under one name of an inbox.
public struct InboxFile: Hashable, Sendable {
  public let name: FileName
  public let identity: FileIdentity

  public init(name: FileName, identity: FileIdentity) {
    self.name = name
    self.identity = identity
  }
}
