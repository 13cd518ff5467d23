/// Why a folder that is there is not watched; a whole sentence.
public struct InboxRefusal: Error, Hashable, Sendable {
  public let reason: String

  public init(reason: String) { self.reason = reason }
}
