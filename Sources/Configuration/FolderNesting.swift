/// Two folders of which one lies in the other, or which are the same: the daemon would take its own files for
/// memos, or a memo twice, so it is refused at start.
public struct FolderNesting: Error, Hashable, Sendable {
  public let inner: String
  public let outer: String

  /// Whether it is one inbox that was given twice.
  public private(set) var isRepeatedInbox = false

  /// The first such pair of a store and its inboxes, by canonical paths.
  public static func find(store: String, inboxes: [String]) -> FolderNesting? {
    guard var found = find(among: [store] + inboxes) else { return nil }
    found.isRepeatedInbox =
      found.inner == found.outer && found.inner.utf8.elementsEqual(store.utf8) == false
    return found
  }

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
    if isRepeatedInbox { return "The inbox \(inner) is given twice; name it once." }
    return inner == outer
      ? "\(inner) is the store and an inbox at once; each needs a folder of its own."
      : "\(inner) lies inside \(outer); the store and the inboxes must lie outside each other."
  }

  /// Where to look for it.
  public var cure: String {
    isRepeatedInbox
      ? "Look at --inbox, and at path in each [inbox] of moneymom.conf; links count as what they lead to."
      : "Choose folders that do not lie inside each other."
  }

  public var description: String { sentence }
}
