import Linux
import Records

/// A file that is recorded (or set aside) and may still lie in its inbox (invariant 3).
public struct PendingRemoval: Hashable, Sendable {
  public var inbox: String
  public var name: FileName
  /// The ignored name that it is renamed to before it is compared and unlinked.
  public var privateName: FileName
  /// What was hashed; a file of another identity is not removed.
  public var identity: FileIdentity
  public var sha256: Digest

  public init(
    inbox: String, name: FileName, privateName: FileName, identity: FileIdentity, sha256: Digest
  ) {
    self.inbox = inbox
    self.name = name
    self.privateName = privateName
    self.identity = identity
    self.sha256 = sha256
  }
}

extension PendingRemoval {
  /// Whether the row came with a store that was put back from a backup: what the system called the file then says
  /// nothing of the files of now, and the content alone decides.
  public var isOfOtherPlace: Bool { identity.device == 0 && identity.inode == 0 }

  /// Whether the file is nowhere that is not in a folder on this device: else it may be on a disk that is not mounted
  /// just now, and only the disk itself can tell.
  public func isGone(from device: UInt64) -> Bool { isOfOtherPlace || device == identity.device }

  /// As the store may know it by the rule of its inbox.
  public func kept(by places: PlaceRule) -> PendingRemoval {
    PendingRemoval(
      inbox: inbox, name: places.name(name), privateName: places.name(privateName),
      identity: identity, sha256: sha256)
  }
}

extension PendingRemoval {
  /// When its file was filed, as the private name tells; nil where it tells nothing.
  public var filedAt: Instant? {
    let bytes = privateName.bytes
    return bytes.indices.lazy.compactMap { start in
      UUID(String(decoding: bytes[start...].prefix(36), as: UTF8.self)).map {
        Instant(seconds: 0, nanoseconds: $0.milliseconds * 1_000_000)
      }
    }.first
  }
}

/// A pending removal in the store, with its number there.
public struct StoredRemoval: Hashable, Sendable {
  public let number: Int64
  public let removal: PendingRemoval

  public init(number: Int64, removal: PendingRemoval) {
    self.number = number
    self.removal = removal
  }
}

/// A content on which the decoder or the daemon died.
public struct Suspect: Hashable, Sendable {
  public let sha256: Digest
  /// How often the decoder died on it alone, while the daemon lived.
  public let deaths: Int
}
