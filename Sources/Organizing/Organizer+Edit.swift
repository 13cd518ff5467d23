import Records
import Storage

extension Organizer {
  /// What came of an edit.
  public struct Edited: Sendable {
    public internal(set) var quickRecords: [QuickRecord] = []
    public internal(set) var transactions: [Transaction] = []

    /// Nothing was changed.
    public init() {}
  }

  /// Changes fields of open quick records and of transactions: of all of them, or of none. Those that the changes leave as
  /// they are, are no part of the operation.
  public func edit(
    _ ids: [RecordID], _ changes: FieldChanges, dryRun: Bool = false
  ) throws -> Edited {
    try changing(.edit, dryRun) { writer in try edit(ids, changes, writer) }
  }

  func edit(
    _ ids: [RecordID], _ changes: FieldChanges, _ writer: StoreWriter
  ) throws -> Edited {
    var edited = Edited()
    for id in ids { try edit(id, changes, writer, into: &edited) }
    return edited
  }

  func edit(
    _ id: RecordID, _ changes: FieldChanges, _ writer: StoreWriter, into edited: inout Edited
  ) throws {
    switch id.kind {
    case .transaction: edited.transactions.append(try edit(transaction: id, changes, writer))
    case .quickRecord, .quarantine:
      edited.quickRecords.append(try edit(quickRecord: id, changes, writer))
    }
  }

  private func edit(
    transaction id: RecordID, _ changes: FieldChanges, _ writer: StoreWriter
  ) throws -> Transaction {
    guard let old = try writer.transaction(id) else { throw StoreError.refused(.noSuchRecord(id)) }
    guard changes.clearNotes.isEmpty else { throw NoteRefusal(id: id) }
    var (fields, sources) = try changes.applied(
      to: old.fields, sources: old.sources, amounts: rules.amounts)
    let occurredAt = changes.at ?? old.occurredAt
    let refundOf = changes.refund.map(\.original) ?? old.refundOf
    if refundOf != nil { fields.becomeRefund(&sources, isTypeGiven: changes.type != nil) }
    if old.deleted || fields != old.fields || occurredAt != old.occurredAt
      || refundOf != old.refundOf
    {
      try writer.update(
        id, fields: fields, occurredAt: occurredAt, sources: sources, refundOf: refundOf)
    }
    guard let new = try writer.transaction(id) else { throw StoreError.refused(.noSuchRecord(id)) }
    return new
  }

  private func edit(
    quickRecord id: RecordID, _ changes: FieldChanges, _ writer: StoreWriter
  ) throws -> QuickRecord {
    let old = try writer.existing(id)
    if changes.refund?.original != nil, !old.organized {
      throw StoreError.refused(.notOrganized(id))
    }
    var revision = Revision(of: old)
    (revision.fields, revision.sources) = try changes.applied(
      to: old.fields, sources: old.sources, amounts: rules.amounts)
    if changes.fields.contains(.currency) {
      try old.requireNoGuess(ofCurrency: revision.sources, rules.amounts)
    }
    if let at = changes.at {
      revision.fields.capturedAt = at
      revision.sources[.capturedAt] = .user
    }
    // Somebody has said now what was unclear.
    revision.review.removeAll {
      changes.fields.contains($0.field) || changes.clearNotes.contains($0.code)
    }
    if old.deleted || old.organized || revision.fields != old.fields
      || revision.review.count != old.review.count
    {
      try writer.revise(id, revision, at: now)
    }
    return try writer.existing(id)
  }

  /// Makes the quick records of transactions open again, as they were captured.
  public func reopen(_ ids: [RecordID], dryRun: Bool = false) throws -> [QuickRecord] {
    try changing(.reopen, dryRun) { writer in try reopen(ids, writer) }
  }

  func reopen(_ ids: [RecordID], _ writer: StoreWriter) throws -> [QuickRecord] {
    try ids.flatMap { id in
      let captured = try writer.transaction(id)?.quickRecords ?? []
      try writer.reopen(id, at: now)
      return try captured.map { try writer.existing($0) }
    }
  }
}

/// Review notes are of quick records alone.
public struct NoteRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public let id: RecordID
  public var description: String { "\(id) is a transaction, and has no notes to clear." }
}

extension FieldChanges {
  /// Those that are given.
  fileprivate var fields: Set<Field> {
    var fields: Set<Field> = []
    if amount != nil { fields.formUnion([.amount, .currency]) }
    if currency != nil { fields.insert(.currency) }
    if type != nil { fields.insert(.type) }
    if at != nil { fields.insert(.capturedAt) }
    if sayPlace { fields.insert(.place) }
    if note != nil { fields.insert(.note) }
    if !addTags.isEmpty || !removeTags.isEmpty { fields.insert(.tags) }
    return fields
  }
}
