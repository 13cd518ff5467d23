import Records
import Storage

extension Organizer {
  /// Makes parts of a transaction, which must add up to it exactly, and deletes it. Tags of the whole hold for its parts.
  public func split(
    _ id: RecordID, into shares: [Share], dryRun: Bool = false
  ) throws -> [Transaction] {
    try split(id, dryRun) { whole in
      let reader = AmountReader(
        configured: whole.currency, decimalMark: rules.amounts.decimalMark)
      let amounts = try shares.map { share in try reader.amount(share.amount) }
      try Shares.check(amounts, of: whole, id, reader.decimalMark)
      return zip(shares, amounts).map { share, amount in part(amount, share.tags) }
    }
  }

  /// Makes so many equal parts; where that leaves a rest, the first ones are a smallest unit larger.
  public func split(
    _ id: RecordID, equally count: Int, dryRun: Bool = false
  ) throws -> [Transaction] {
    try split(id, dryRun) { whole in
      guard let amounts = Shares.equal(whole, count: count) else {
        throw SplitRefusal(
          cause: whole.minorUnits == 0 ? .nothing : count > 1 ? .tooMany(count) : .onePart, id: id,
          whole: whole, decimalMark: rules.amounts.decimalMark)
      }
      return amounts.map { part($0, []) }
    }
  }

  private func split(
    _ id: RecordID, _ isDryRun: Bool, _ parts: (Money) throws -> [NewPart]
  ) throws -> [Transaction] {
    try changing(.split, isDryRun) { writer in
      let whole = try writer.liveTransaction(id)
      guard let amount = whole.fields.amount else {
        throw StoreError.refused(.missing(.amount, of: id))
      }
      return try writer.split(id, into: try parts(amount), at: now).map(writer.liveTransaction)
    }
  }

  private func part(_ amount: Money, _ tags: [Tag]) -> NewPart {
    NewPart(uuid: UUID(milliseconds: now.milliseconds), amount: amount, tags: tags)
  }
}

extension AmountReader {
  /// Throws where it is not a clear amount.
  fileprivate func amount(_ text: String) throws(FieldRefusal) -> Money {
    var changes = FieldChanges()
    changes.amount = text
    let fields = try changes.applied(to: RecordFields(), sources: [:], amounts: self).fields
    guard let amount = fields.amount else { preconditionFailure("a given amount is set") }
    return amount
  }
}
