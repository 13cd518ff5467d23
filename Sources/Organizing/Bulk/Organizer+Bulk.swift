import Records
import Storage

extension Organizer {
  /// What a bulk command would do. It is done and taken back, so that every refusal is found.
  public func preview(_ command: BulkCommand) throws -> BulkChange {
    try changing(command.kind, true) { writer in try perform(command, writer) }
  }

  /// Does all of it as one operation, or nothing. Which records it is for is found in the transaction that changes them,
  /// so that what another program does at the same time is in it whole, or not at all.
  public func carryOut(_ command: BulkCommand, _ consent: BulkConsent) throws -> BulkChange {
    try changing(command.kind, false) { writer in
      let change = try perform(command, writer)
      switch consent {
      case .given: break
      case .none:
        if change.items.count > 1 { throw BulkRefusal.unconfirmed(change) }
      case .seen(let seen): try change.requireSame(as: seen)
      }
      return change
    }
  }

  private func perform(_ command: BulkCommand, _ writer: StoreWriter) throws -> BulkChange {
    switch command {
    case .organize(let selection, let changes):
      try each(of: selection, writer) { record in
        [.transaction(try organize(try writer.existing(record.id), changes, writer))]
      }
    case .edit(let selection, let changes):
      try each(of: selection, writer) { record in
        let edited = try edit([record.id], changes, writer)
        return edited.quickRecords.map(StoredRecord.quickRecord)
          + edited.transactions.map(StoredRecord.transaction)
      }
    case .delete(let selection):
      try each(of: selection, writer) { record in
        try writer.delete(record.id, at: now)
        return [try writer.record(record.id)]
      }
    case .restore(let selection): try restore(try selection.records(writer), writer)
    case .reopen(let selection):
      try each(of: selection, writer) { record in
        try reopen([record.id], writer).map(StoredRecord.quickRecord)
      }
    case .rename(let renaming): try rename(renaming, writer)
    }
  }

  /// All that can live again do; the others stay. What was split or merged comes last, since it stays where that
  /// lives which has its money, and one that needs another comes after it.
  private func restore(
    _ records: [StoredRecord], _ writer: StoreWriter
  ) throws -> BulkChange {
    let replaced = Set(try writer.heirLinks().map(\.transaction))
    // What was made open again lives on in its quick records.
    var open = records.filter { !$0.isReopened }.partitioned(last: { replaced.contains($0.id) })
    var items: [RecordID: BulkChange.Item] = [:]
    var left: [(record: StoredRecord, why: Refusal)] = []
    repeat {
      left = []
      let before = items.count
      for record in open {
        if let why = try refusal(restoring: record.id, writer) {
          left.append((record, why))
        } else {
          items[record.id] = BulkChange.Item(
            before: record, after: [try writer.record(record.id)])
        }
      }
      open = left.map(\.record)
      if items.count == before { break }
    } while !open.isEmpty
    if items.isEmpty, let first = left.first {
      throw BulkRefusal.records(
        StoreError.refused(first.why), others: left.dropFirst().map(\.record.id))
    }
    let reopened = records.filter(\.isReopened)
      .map { BulkChange.Item(before: $0, after: [$0]) }
    return BulkChange(records.compactMap { items[$0.id] } + reopened, left: left)
  }

  /// Nil where it has been restored.
  private func refusal(
    restoring id: RecordID, _ writer: StoreWriter
  ) throws(StoreError) -> Refusal? {
    do throws(StoreError) {
      try writer.restore(id)
      return nil
    } catch {
      guard case .refused(let why) = error else { throw error }
      return why
    }
  }

  /// Goes on past a record that does not allow it, so that all of them can be named.
  private func each(
    of selection: RecordSelection, _ writer: StoreWriter,
    _ body: (StoredRecord) throws -> [StoredRecord]
  ) throws -> BulkChange {
    var items: [BulkChange.Item] = []
    var first: (any Error)?
    var others: [RecordID] = []
    for record in try selection.records(writer) {
      do {
        items.append(BulkChange.Item(before: record, after: try body(record)))
      } catch {
        let refusal: any Error
        switch error {
        case let error as FieldRefusal: refusal = error.naming(record.id)
        case StoreError.refused: refusal = error
        default: throw error
        }
        if first == nil { first = refusal } else { others.append(record.id) }
      }
    }
    if let first { throw BulkRefusal.records(first, others: others) }
    return BulkChange(items)
  }
}

extension StoredRecord {
  fileprivate var isReopened: Bool {
    if case .transaction(let transaction) = self { transaction.quickRecords.isEmpty } else { false }
  }
}

extension [StoredRecord] {
  /// Those that are `last` behind the others, each in their order.
  fileprivate func partitioned(last: (StoredRecord) -> Bool) -> [StoredRecord] {
    filter { !last($0) } + filter(last)
  }
}

extension BulkChange {
  /// Throws where other records fit than those that were seen, or they have become others.
  func requireSame(as seen: BulkChange) throws(BulkRefusal) {
    let old = Dictionary(uniqueKeysWithValues: seen.found.map { ($0.id, $0) })
    let new = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    let changed = new.filter { id, record in old[id].map { !$0.isSame(as: record) } ?? false }
    let came = new.keys.filter { old[$0] == nil }
    let gone = old.keys.filter { new[$0] == nil }
    guard changed.isEmpty, came.isEmpty, gone.isEmpty else {
      throw .changedSince(
        new: came.sorted(), gone: gone.sorted(), changed: changed.keys.sorted())
    }
  }
}

extension StoreReader {
  /// One that is there.
  func record(_ id: RecordID) throws(StoreError) -> StoredRecord {
    if let record = try quickRecord(id) { return .quickRecord(record) }
    if let transaction = try transaction(id) { return .transaction(transaction) }
    throw .refused(.noSuchRecord(id))
  }
}

extension FieldRefusal {
  /// Of one record among many.
  fileprivate func naming(_ id: RecordID) -> FieldRefusal {
    FieldRefusal(code: code, message: "\(id): \(message)", decimalMark: decimalMark)
  }
}
