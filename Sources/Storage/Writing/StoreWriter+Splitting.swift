import Records
import SQLite

/// A part of a transaction that is not in the store yet.
public struct NewPart: Hashable, Sendable {
  public var uuid: UUID
  public var amount: Money
  /// Its own, beside those of the whole.
  public var tags: [Tag]

  public init(uuid: UUID, amount: Money, tags: [Tag] = []) {
    self.uuid = uuid
    self.amount = amount
    self.tags = tags
  }
}

extension StoreWriter {
  /// Makes parts of a live transaction, whose amounts must add up to its own, and deletes it. A part has everything of the
  /// whole but for the amount, and its own tags besides.
  public func split(
    _ id: RecordID, into parts: [NewPart], at: Instant
  ) throws(StoreError) -> [RecordID] {
    let whole = try liveTransaction(id)
    var made: [RecordID] = []
    for part in parts {
      var new = NewTransaction(
        uuid: part.uuid, fields: whole.fields, occurredAt: whole.occurredAt,
        quickRecords: whole.quickRecords, sources: whole.sources, createdAt: at,
        refundOf: whole.refundOf)
      new.partOf = id
      new.fields.amount = part.amount
      new.sources[.amount] = .user
      if !part.tags.isEmpty {
        new.fields.tags = (whole.fields.tags + part.tags).withoutRepeats
        new.sources[.tags] = .user
      }
      let number = try insert(new, as: id)
      try link(number, toThoseOf: [id])
      made.append(number)
    }
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE transaction_record SET deleted_at = ? WHERE id = ?", at.nanoseconds, id.number)
    }
    return made
  }

  /// Puts live transactions into a new one, which gets their quick records and recordings, and deletes them.
  public func merge(_ ids: [RecordID], into new: NewTransaction) throws(StoreError) -> RecordID {
    for id in ids { _ = try liveTransaction(id) }
    guard let first = ids.first else { preconditionFailure("something is merged") }
    let merged = try insert(new, as: first)
    try link(merged, toThoseOf: ids)
    try put(ids, into: merged, at: new.createdAt)
    return merged
  }

  /// Puts all parts of a split together again: the whole lives as it was, and they are deleted.
  public func reunite(_ parts: [RecordID], as whole: RecordID, at: Instant) throws(StoreError) {
    for id in parts { _ = try liveTransaction(id) }
    // What is refunded by the parts may have changed while the whole was away.
    if let whole = try transaction(whole) {
      try requireTrueRefund(RefundSide(whole), as: whole.id)
    }
    try put(parts, into: whole, at: at)
    try run { database throws(SQLiteError) in
      try database.run(
        "UPDATE transaction_record SET deleted_at = NULL WHERE id = ?", whole.number)
    }
  }

  private func put(_ ids: [RecordID], into merged: RecordID, at: Instant) throws(StoreError) {
    try run { database throws(SQLiteError) in
      for id in ids {
        try database.run(
          "UPDATE transaction_record SET deleted_at = ?, merged_into = ? WHERE id = ?",
          at.nanoseconds, merged.number, id.number)
      }
    }
  }

  /// Gives a transaction the quick records and the recordings of others, each once, in their order.
  private func link(_ id: RecordID, toThoseOf others: [RecordID]) throws(StoreError) {
    try run { database throws(SQLiteError) in
      for other in others {
        try database.run(
          """
          INSERT INTO transaction_quick_record (transaction_record, quick_record)
            SELECT ?1, quick_record FROM transaction_quick_record AS theirs
              WHERE transaction_record = ?2 AND NOT EXISTS
                (SELECT 1 FROM transaction_quick_record AS own
                  WHERE own.transaction_record = ?1 AND own.quick_record = theirs.quick_record)
              ORDER BY id
          """, id.number, other.number)
        try database.run(
          """
          INSERT INTO transaction_recording (transaction_record, audio, position)
            SELECT ?1, audio, position
                + (SELECT coalesce(max(position) + 1, 0) FROM transaction_recording
                  WHERE transaction_record = ?1)
              FROM transaction_recording AS theirs
              WHERE transaction_record = ?2 AND NOT EXISTS
                (SELECT 1 FROM transaction_recording AS own
                  WHERE own.transaction_record = ?1 AND own.audio = theirs.audio)
              ORDER BY position
          """, id.number, other.number)
      }
    }
  }
}
