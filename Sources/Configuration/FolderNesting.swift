/// Two folders of which one lies in the other, or which are the same: the daemon would take its own files for
/// memos, or a memo twice, so it is refused at start.
public struct FolderNesting: Error, Hashable, Sendable {
  public let inner: String
  public let outer: String

  /// The first such pair among canonical paths (no links, no dots, no slash at the end). The quarantine
  /// is a part of the store and need not be named.
  public static func find(among folders: [String]) -> FolderNesting? {
    for (index, one) in folders.enumerated() {
      for other in folders[(index + 1)...] {
        if contains(other, one) { return FolderNesting(inner: one, outer: other) }
        if contains(one, other) { return FolderNesting(inner: other, outer: one) }
      }
    }
    return nil
  }

  /// Paths are bytes: two spellings of one character are two folders.
  private static func contains(_ outer: String, _ inner: String) -> Bool {
    let outer = Array(outer.utf8)
    let inner = Array(inner.utf8)
    return outer == inner || outer == [UInt8(ascii: "/")]
      || (inner.starts(with: outer) && inner[outer.count] == UInt8(ascii: "/"))
  }
}

extension FolderNesting: CustomStringConvertible {
  public var sentence: String {
    inner == outer
      ? "\(inner) is given for two purposes; the store and each inbox need folders of their own."
      : "\(inner) lies inside \(outer); the store and the inboxes must lie outside each other."
  }

  public var description: String { sentence }
}
