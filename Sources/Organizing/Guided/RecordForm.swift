import Records
import Storage

/// A record as it stands in the form, before anything is saved: what was captured, what the past suggests, and what was
/// typed. One form serves quick records and transactions.
public struct RecordForm: Sendable {
  public enum Subject: Hashable, Sendable {
    case quickRecord(QuickRecord)
    case transaction(Transaction)
  }

  /// The fields that can be opened, in their order.
  public enum Entry: String, CaseIterable, Sendable {
    case amount, tags, date, place, kind, note
  }

  /// Where what stands in a field comes from.
  public enum Origin: Hashable, Sendable {
    /// The record itself.
    case record
    /// A past transaction that is like it.
    case past(RecordID)
    /// The configuration, or for a date the time at which the record was made.
    case usual
    case typed
  }

  public let subject: Subject
  /// Whether saving makes a transaction of a quick record; else it changes the record itself.
  public let isOrganizing: Bool
  let rules: OrganizingRules
  let now: Instant
  /// What is saved: what the past suggests, and what was typed.
  public internal(set) var changes = FieldChanges()
  var typed: Set<Entry> = []
  private var suggested: Set<Entry> = []
  private var model: RecordID?

  /// `past` are the transactions to learn from; nothing is suggested where the record is only edited.
  public init(
    _ subject: Subject, isOrganizing: Bool, past: [PastTransaction], rules: OrganizingRules,
    now: Instant
  ) {
    self.subject = subject
    self.isOrganizing = isOrganizing
    self.rules = rules
    self.now = now
    guard isOrganizing else { return }
    let original = original
    guard let model = Likeness(of: original, at: original.capturedAt).best(among: past) else {
      return
    }
    self.model = model.id
    if original.tags.isEmpty, !model.tags.isEmpty {
      changes.addTags = model.tags
      suggested.insert(.tags)
    }
    if original.place?.name == nil, let name = model.place?.name,
      Likeness(of: original, at: nil).suggestsPlace(of: model)
    {
      changes.placeName = name
      suggested.insert(.place)
    }
    if original.type == nil, let type = model.type {
      changes.type = type
      suggested.insert(.kind)
    }
  }

  /// The same with what was typed into an earlier form of the record, which something else has changed since.
  public func keeping(_ earlier: RecordForm) -> RecordForm {
    var form = self
    form.typed = earlier.typed
    for entry in earlier.typed {
      switch entry {
      case .amount:
        form.changes.amount = earlier.changes.amount
        form.changes.currency = earlier.changes.currency
      case .tags:
        form.changes.addTags = earlier.changes.addTags
        form.changes.removeTags = earlier.changes.removeTags
      case .date: form.changes.at = earlier.changes.at
      case .place:
        form.changes.placeName = earlier.changes.placeName
        form.changes.coordinates = earlier.changes.coordinates
        form.changes.removesPlace = earlier.changes.removesPlace
        form.changes.removesCoordinates = earlier.changes.removesCoordinates
      case .kind: form.changes.type = earlier.changes.type
      case .note: form.changes.note = earlier.changes.note
      }
    }
    return form
  }

  public var id: RecordID {
    switch subject {
    case .quickRecord(let record): record.id
    case .transaction(let transaction): transaction.id
    }
  }

  /// As the store has them.
  public var original: RecordFields {
    switch subject {
    case .quickRecord(let record): record.fields
    case .transaction(let transaction): transaction.fields
    }
  }

  private var sources: [Field: FieldSource] {
    switch subject {
    case .quickRecord(let record): record.sources
    case .transaction(let transaction): transaction.sources
    }
  }

  public var recordings: [AudioReference] {
    switch subject {
    case .quickRecord(let record): record.audio.map { [$0] } ?? []
    case .transaction(let transaction): transaction.recordings
    }
  }

  /// What was unclear, but for what has been typed since.
  public var review: [ReviewNote] {
    guard case .quickRecord(let record) = subject else { return [] }
    return record.review.filter { note in
      note.field.entry.map { !typed.contains($0) } ?? true
    }
  }

  /// As they would be saved.
  public var fields: RecordFields {
    var fields = (try? applied(changes)) ?? original
    if isOrganizing, fields.type == nil { fields.type = rules.type }
    return fields
  }

  func applied(_ changes: FieldChanges) throws(FieldRefusal) -> RecordFields {
    var (fields, sources) = try changes.applied(
      to: original, sources: sources, amounts: rules.amounts)
    switch subject {
    case .quickRecord(let record):
      if changes.amount != nil { try record.requireNoGuess(ofCurrency: sources, rules.amounts) }
    case .transaction:
      if refundOf != nil { fields.becomeRefund(&sources, isTypeGiven: changes.type != nil) }
    }
    return fields
  }

  /// The expense of which money came back.
  public var refundOf: RecordID? {
    guard case .transaction(let transaction) = subject else { return nil }
    return transaction.refundOf
  }

  /// When it would be saved to have happened; nil for a quick record without a date that is only edited.
  public var moment: Moment? { changes.at ?? ownMoment ?? (isOrganizing ? usualMoment : nil) }

  private var ownMoment: Moment? {
    switch subject {
    case .quickRecord(let record): record.fields.capturedAt
    case .transaction(let transaction): transaction.occurredAt
    }
  }

  private var usualMoment: Moment? {
    guard case .quickRecord(let record) = subject else { return nil }
    return .time(
      Timestamp(record.createdAt, offset: rules.zone.offset(record.createdAt.seconds)))
  }

  /// Whether something was typed that is not saved.
  public var isTouched: Bool { !typed.isEmpty }

  public func origin(of entry: Entry) -> Origin {
    if typed.contains(entry) { return .typed }
    if suggested.contains(entry), let model { return .past(model) }
    if isOrganizing {
      if entry == .kind, original.type == nil { return .usual }
      if entry == .date, ownMoment == nil { return .usual }
    }
    return .record
  }

  /// The first field that is missing or unclear: it should be looked at before anything is saved.
  public var firstUnclear: Entry? { unclear(after: nil) }

  /// The next one after a field, in their order.
  func unclear(after last: Entry?) -> Entry? {
    guard case .quickRecord = subject else { return nil }
    let first = last.flatMap(Entry.allCases.firstIndex).map { $0 + 1 } ?? 0
    return Entry.allCases.dropFirst(first).first { entry in
      if entry == .amount, fields.amount == nil { return true }
      return review.contains { $0.field.entry == entry && $0.code.isUnclear }
    }
  }
}

extension Field {
  /// The field of the form that it stands in.
  var entry: RecordForm.Entry? {
    switch self {
    case .amount, .currency: .amount
    case .tags: .tags
    case .capturedAt: .date
    case .place: .place
    case .type: .kind
    case .note: .note
    case .id, .audio: nil
    }
  }
}

extension ReviewCode {
  /// Whether what was captured could not be understood for certain; the others only tell how it came.
  fileprivate var isUnclear: Bool {
    switch self {
    case .amountUnclear, .ambiguousSeparator, .amountTooPrecise, .amountTooLarge, .currencyUnknown,
      .currencyAmbiguous, .dateUnclear, .dateImplausible, .dateUncertain, .placeUnclear,
      .tagRefused, .typeUnknown, .valueUnclear:
      true
    case .keyMisspelt, .truncated, .headerWrong, .joined, .silent, .clipped, .revisedLate,
      .conflict:
      false
    }
  }
}
