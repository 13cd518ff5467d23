import Records
import Storage

extension Organizer {
  /// Puts transactions of one currency and one type into one. All parts of a split become the whole again, as it was;
  /// otherwise a new one is made, with the sum, the quick records, the recordings, the tags and the notes of all, and
  /// the rest of the first.
  public func merge(_ ids: [RecordID], dryRun: Bool = false) throws -> Transaction {
    try changing(.merge, dryRun) { writer in
      let merged = try ids.map(writer.liveTransaction)
      guard let first = merged.first, merged.count > 1 else {
        throw MergeRefusal(cause: .one, ids: ids)
      }
      if let whole = try whole(of: merged, writer) {
        try writer.reunite(ids, as: whole, at: now)
        return try writer.liveTransaction(whole)
      }
      var fields = first.fields
      fields.amount = try sum(of: merged)
      fields.tags = merged.flatMap(\.fields.tags).withoutRepeats
      fields.note = note(of: merged)
      let placed = merged.first { $0.fields.place != nil } ?? first
      fields.place = placed.fields.place
      var sources = first.sources
      sources[.amount] = .user
      sources[.place] = placed.sources[.place]
      if fields.tags != first.fields.tags { sources[.tags] = .user }
      if fields.note != first.fields.note { sources[.note] = .user }
      let refundOf = try refunded(by: merged)
      return try writer.liveTransaction(
        try writer.merge(
          ids,
          into: NewTransaction(
            uuid: UUID(milliseconds: now.milliseconds), fields: fields,
            occurredAt: first.occurredAt, quickRecords: first.quickRecords, sources: sources,
            createdAt: now, refundOf: refundOf)))
    }
  }

  /// The whole of which these are all the parts.
  private func whole(
    of merged: [Transaction], _ writer: StoreWriter
  ) throws -> RecordID? {
    guard let id = merged.first?.partOf, merged.allSatisfy({ $0.partOf == id }),
      let whole = try writer.transaction(id), Set(whole.parts) == Set(merged.map(\.id))
    else { return nil }
    return id
  }

  /// What came back of an expense stays so: merged with others of the same, or with that expense itself.
  private func refunded(by merged: [Transaction]) throws(MergeRefusal) -> RecordID? {
    let expenses = Set(merged.map(\.refundOf))
    if expenses.count == 1 { return merged.first?.refundOf }
    let ids = merged.map(\.id)
    guard expenses.allSatisfy({ $0.map(ids.contains) ?? true }) else {
      throw MergeRefusal(cause: .refunds, ids: merged.filter { $0.refundOf != nil }.map(\.id))
    }
    return nil
  }

  private func sum(of merged: [Transaction]) throws(MergeRefusal) -> Money {
    let ids = merged.map(\.id)
    let amounts = merged.compactMap(\.fields.amount)
    guard let currency = amounts.first?.currency,
      amounts.allSatisfy({ $0.currency == currency })
    else { throw MergeRefusal(cause: .currencies, ids: ids) }
    guard Set(merged.map(\.fields.type)).count == 1 else {
      throw MergeRefusal(cause: .types, ids: ids)
    }
    let sum = amounts.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
    guard let units = Int64(exactly: sum),
      let money = Money(minorUnits: units, currency: currency)
    else { throw MergeRefusal(cause: .tooLarge, ids: ids) }
    return money
  }

  /// Nothing that somebody wrote is dropped.
  private func note(of merged: [Transaction]) -> String? {
    var notes: [String] = []
    for note in merged.compactMap(\.fields.note) where !notes.contains(note) { notes.append(note) }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}

/// Why transactions are not merged.
public struct MergeRefusal: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case one
    case currencies
    case types
    /// Some give back money of an expense that is not among them.
    case refunds
    /// The sum has more digits than an amount may have.
    case tooLarge
  }

  public let cause: Cause
  public let ids: [RecordID]
}

extension MergeRefusal: CustomStringConvertible {
  public var description: String {
    let list = ids.map(\.description).joined(separator: ", ")
    return switch cause {
    case .one: "One transaction cannot be merged. Name the others too."
    case .currencies:
      "\(list) are not in one currency, and nothing is converted. Merge those of each currency by themselves."
    case .types:
      "\(list) are not all income, or all expenses. What came back of an expense is a refund: mm-organize edit ID --type expense --refund-of ID"
    case .refunds:
      "\(list): what came back of an expense can be merged with others of the same expense, or with that expense. To make it none: mm-organize edit ID --no-refund"
    case .tooLarge: "\(list) add up to more than an amount can be."
    }
  }
}
