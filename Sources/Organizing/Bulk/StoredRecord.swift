import Records
import Storage

/// A quick record or a transaction, where either may stand.
public enum StoredRecord: Hashable, Sendable {
  case quickRecord(QuickRecord)
  case transaction(Transaction)

  public var id: RecordID {
    switch self {
    case .quickRecord(let record): record.id
    case .transaction(let transaction): transaction.id
    }
  }

  public var fields: RecordFields {
    switch self {
    case .quickRecord(let record): record.fields
    case .transaction(let transaction): transaction.fields
    }
  }

  /// When it happened, or was captured.
  public var moment: Moment? {
    switch self {
    case .quickRecord(let record): record.fields.capturedAt
    case .transaction(let transaction): transaction.occurredAt
    }
  }

  public var isDeleted: Bool {
    switch self {
    case .quickRecord(let record): record.deleted
    case .transaction(let transaction): transaction.deleted
    }
  }

  /// Whether it counts: an organised quick record does as its transaction, and a deleted one not at all.
  public var counts: Bool {
    switch self {
    case .quickRecord(let record): !record.deleted && !record.organized
    case .transaction(let transaction): !transaction.deleted
    }
  }

  /// The same also in the spelling of its tags, in which two that are equal may differ.
  func isSame(as other: StoredRecord) -> Bool {
    self == other
      && fields.tags.elementsEqual(other.fields.tags) { $0.name.utf8.elementsEqual($1.name.utf8) }
  }

  /// As the journal tells of one, without what belongs to a capture alone and without sources, which are the same for all that one
  /// command changes.
  var journaled: JournaledRecord {
    var journaled = JournaledRecord()
    journaled.fields = fields
    switch self {
    case .quickRecord(let record): journaled.review = record.review.map(\.code)
    case .transaction(let transaction): journaled.occurredAt = transaction.occurredAt
    }
    return journaled
  }
}
