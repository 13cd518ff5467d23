import Text

/// A tag as typed for display, and the key by which tags are the same.
public struct Tag: Hashable, Sendable {
  /// Trimmed, inner white space collapsed, 1 to 100 characters, no control characters.
  public let name: String
  /// NFC and full case folding of `name` (version 1 of the rule, which the schema records).
  public let key: String

  public static func == (one: Tag, other: Tag) -> Bool { one.key == other.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
