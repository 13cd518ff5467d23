import Records

/// The program that made a change.
public enum Program: String, Sendable, CaseIterable {
  case ingest = "mm-ingestd"
  case organize = "mm-organize"
}

/// What a change was.
public enum OperationKind: String, Sendable, CaseIterable {
  case capture
  case revise
  case setAside = "set-aside"
  case organize
  case edit
  case reopen
  case split
  case merge
  case delete
  case restore
  case retry
  case drop
  case fix
  case accept
  /// Irreversible: of what it took, its images say only that there was such a record.
  case purge
  case undo
  case redo
}

/// One change through either program; what it did to each row is in its images.
public struct Operation: Hashable, Sendable {
  public let number: Int64
  public let kind: OperationKind
  public let program: Program
  public let at: Instant
  /// Of an undo or a redo: the operation that it took back or returned.
  public let target: Int64?
  /// The undo that took it back; nil where it stands.
  public let undoneBy: Int64?
}
