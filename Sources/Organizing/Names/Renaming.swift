import Records

/// Another name for a tag or a place, or one name for several.
public struct Renaming: Sendable {
  public enum Subject: String, Sendable { case tag, place }

  public let subject: Subject
  /// As they were typed; any spelling of the same name does.
  public let old: [String]
  public let new: String
  /// Whether the new name may be that of another one that is there.
  public let merges: Bool

  public static func tags(_ old: [Tag], to new: Tag, merging: Bool) -> Renaming {
    Renaming(.tag, old.map(\.name), new.name, merging)
  }

  public static func places(_ old: [String], to new: String, merging: Bool) -> Renaming {
    Renaming(.place, old, new, merging)
  }

  private init(_ subject: Subject, _ old: [String], _ new: String, _ merges: Bool) {
    self.subject = subject
    self.old = old
    self.new = new
    self.merges = merges
  }
}

/// Why a name is not given.
public enum RenamingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchName(Renaming.Subject, String)
  /// The new name is that of another one, and nobody has said that the two are one.
  case taken(Renaming.Subject, String)

  public var description: String {
    switch self {
    case .noSuchName(let subject, let name): "No record has the \(subject.rawValue) '\(name)'."
    case .taken(let subject, let name): "There is a \(subject.rawValue) '\(name)' already."
    }
  }
}
