import Records

/// Which records to list. Every condition that is set must hold.
public struct RecordQuery: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    /// Not deleted and not organised. A transaction is always organised.
    case open
    case organized
    /// All but the deleted ones.
    case all
    case deleted
  }

  public var state: State
  /// Days in the record's own offset, both included. A quick record without a date of its own counts by the
  /// instant of its recording, in UTC.
  public var from: CalendarDay?
  public var to: CalendarDay?
  /// All of these, by key.
  public var tags: [Tag] = []
  public var withoutTags: [Tag] = []
  /// Found in the note, a tag or the place, whatever the letter case of ASCII letters.
  public var text: String?
  public var currency: Currency?
  /// Bounds, both included; they hold for records of their own currency.
  public var minimum: Money?
  public var maximum: Money?
  public var type: TransactionType?
  /// The name of the place, in any letter case of ASCII letters.
  public var place: String?
  public var hasAudio: Bool?
  public var needsReview: Bool?

  public init(_ state: State = .all) { self.state = state }
}
