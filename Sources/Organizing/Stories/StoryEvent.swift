import Records
import Storage

/// One thing that happened to a record or a file, as the store remembers it.
public struct StoryEvent: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case arrived
    case waited
    /// It still does.
    case waiting
    case recorded
    case revised
    case duplicate
    case quarantined
    case ignored
    case withdrawn
    case added
    case organized
    case edited
    case reopened
    case split
    case merged
    case deleted
    case restored
    case retried
    case dropped
    case fixed
    case accepted
    case purged
    case undone
    case redone
    /// The content of a file that was asked about is in the store.
    case kept
  }

  public var at: Instant
  public var kind: Kind
  /// Nil for what no program of ours did.
  public var program: Program?
  public var record: RecordID?
  /// Of a wait, or of what was set aside.
  public var code: String?
  /// A whole sentence. What it quotes comes from outside: to be made visible before a terminal sees it.
  public var message: String
  public var changes: [StoryChange] = []
  /// When a wait was over, and how often it began.
  public var until: Instant?
  public var times: Int?

  public init(
    at: Instant, _ kind: Kind, by program: Program?, record: RecordID? = nil, code: String? = nil,
    message: String, changes: [StoryChange] = [], until: Instant? = nil, times: Int? = nil
  ) {
    self.at = at
    self.kind = kind
    self.program = program
    self.record = record
    self.code = code
    self.message = message
    self.changes = changes
    self.until = until
    self.times = times
  }
}

extension [StoryEvent] {
  /// In the order of time; what happened at one instant stays in the order in which it is given.
  public var inOrder: [StoryEvent] {
    enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
