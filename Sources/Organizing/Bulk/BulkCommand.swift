import Records
import Storage

/// One change of as many records as there are that it is for.
public enum BulkCommand: Sendable {
  case organize(RecordSelection, FieldChanges)
  case edit(RecordSelection, FieldChanges)
  case delete(RecordSelection)
  case restore(RecordSelection)
  case reopen(RecordSelection)
  /// A tag or a place, in every record that has it.
  case rename(Renaming)

  var kind: OperationKind {
    switch self {
    case .organize: .organize
    case .edit, .rename: .edit
    case .delete: .delete
    case .restore: .restore
    case .reopen: .reopen
    }
  }
}

/// What a bulk command does, or would do, to each record.
public struct BulkChange: Sendable {
  public struct Item: Sendable {
    public let before: StoredRecord
    /// One, but for a transaction that is made open again: its quick records.
    public let after: [StoredRecord]

    /// What differs, field by field.
    public var changes: [StoryChange] {
      guard after.count == 1, let after = after.first else { return [] }
      return StoryChange.between(before.journaled, after.journaled)
    }

    var isChange: Bool {
      guard after.count == 1, let after = after.first else { return true }
      return !before.isSame(as: after)
    }
  }

  /// Those that change.
  public let items: [Item]
  /// All that fit, those that are so already among them, as they were before.
  public let found: [StoredRecord]
  /// Those that fit and have to stay as they are, each with the reason.
  public let left: [(id: RecordID, why: Refusal)]

  init(_ all: [Item], left: [(record: StoredRecord, why: Refusal)] = []) {
    items = all.filter(\.isChange)
    found = all.map(\.before) + left.map(\.record)
    self.left = left.map { ($0.record.id, $0.why) }
  }
}

/// Who has said that a bulk command may do what it does.
public enum BulkConsent: Sendable {
  /// Nobody needs to see it first.
  case given
  /// Nobody yet, which is enough for one record.
  case none
  /// Somebody who has seen this: exactly that is done, or nothing.
  case seen(BulkChange)
}

/// Why a bulk command has changed nothing.
public enum BulkRefusal: Error, Sendable {
  /// It would change more than one record, and nobody has said that it may.
  case unconfirmed(BulkChange)
  /// Since it was shown, these have come to fit, fit no more, or have been changed.
  case changedSince(new: [RecordID], gone: [RecordID], changed: [RecordID])
  /// The records do not allow it: why the first does not, and which others neither.
  case records(any Error, others: [RecordID])
}

extension BulkRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unconfirmed(let change):
      "\(change.items.count.counted("record")) would be changed, which nobody has confirmed."
    case .changedSince(let new, let gone, let changed):
      "Since this was shown, something else has changed the records ("
        + [("new", new), ("gone", gone), ("changed", changed)].filter { !$0.1.isEmpty }
        .map { "\($0.0): \(BulkRefusal.list($0.1))" }.joined(separator: "; ")
        + "), so nothing was done."
    case .records(let first, let others):
      others.isEmpty ? "\(first)" : "\(first) So it is with \(BulkRefusal.list(others))."
    }
  }

  /// `q1, q2, q3 and 4 more`.
  private static func list(_ ids: [RecordID]) -> String {
    let shown = ids.prefix(5).map(\.description).joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }
}
