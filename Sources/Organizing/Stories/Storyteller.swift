import Records
import Storage

/// Tells how a record, or a file of an inbox, came to be what it is, from what the store keeps: the ends of memos with what
/// they waited for, and the journal of every change.
public struct Storyteller {
  let reader: StoreReader

  public init(_ reader: StoreReader) { self.reader = reader }

  /// The story of a record with all that it came of and that came of it, in the order of time. Refused with `noSuchRecord`
  /// where its number was never given.
  public func story(of id: RecordID) throws(StoreError) -> [StoryEvent] {
    let kin = try kin(of: id)
    var events: [StoryEvent] = []
    var told: Set<Int64> = []
    var outcomes: [Outcome] = []
    for record in kin.whole { outcomes += try reader.outcomes(of: record) }
    for record in kin.begun {
      // Of a record that came of what was given back, its beginning belongs to the story.
      if let first = try reader.outcomes(of: record).first { outcomes.append(first) }
    }
    for record in kin.whole {
      for step in try reader.steps(of: record) where told.insert(step.operation.number).inserted {
        events += try self.events(of: step.operation, outcomes)
      }
    }
    for record in kin.begun {
      guard let step = try reader.steps(of: record).first else { continue }
      if told.insert(step.operation.number).inserted {
        events += try self.events(of: step.operation, outcomes)
      }
    }
    for outcome in outcomes {
      let isTold = events.contains {
        $0.at == outcome.at && $0.record == outcome.record && $0.program == .ingest
      }
      events += way(of: outcome)
      if !isTold { events.append(end(of: outcome)) }
    }
    return events.unique.inOrder
  }

  /// What an operation did.
  public func story(of operation: Operation) throws(StoreError) -> [StoryEvent] {
    var outcomes: [Outcome] = []
    if operation.program == .ingest {
      for record in try reader.records(changedBy: operation) {
        outcomes += try reader.outcomes(of: record)
      }
    }
    return try events(of: operation, outcomes)
  }

  /// What became of the files of this name, of one inbox or of all, in the order of time; also of those that are
  /// remembered without the coordinates in it.
  public func story(
    of name: FileName, inbox: String?
  ) throws(StoreError) -> [StoryEvent] {
    var events: [StoryEvent] = []
    var outcomes: [Outcome] = []
    for name in Set([name, PlaceRule.drop.name(name)]) {
      outcomes += try reader.outcomes(of: name, inbox: inbox)
    }
    for outcome in outcomes {
      var end = end(of: outcome)
      if let id = outcome.record, id.kind == .quarantine,
        let item = try reader.quarantineItem(id)
      {
        end.code = item.code.rawValue
        end.message += " \(item.message)"
      }
      events += way(of: outcome) + [end]
      if let id = outcome.record, let operation = try reader.purge(of: id) {
        events.append(purged(id, by: operation))
      }
    }
    return events.unique.inOrder
  }

  /// The records whose whole story is told, and those of which only the beginning is.
  private func kin(
    of id: RecordID
  ) throws(StoreError) -> (whole: [RecordID], begun: [RecordID]) {
    if try reader.purge(of: id) != nil { return ([id], []) }
    switch id.kind {
    case .quickRecord:
      guard let record = try reader.quickRecord(id) else { return (try [remembered(id)], []) }
      return (try [id] + record.transactions + setAside(about: record), [])
    case .transaction:
      guard let transaction = try reader.transaction(id) else { return (try [remembered(id)], []) }
      var whole = [id] + (try reader.wholes(of: transaction)).map(\.id) + transaction.mergedFrom
      for quickRecord in transaction.quickRecords {
        whole.append(quickRecord)
        if let record = try reader.quickRecord(quickRecord) {
          whole += try setAside(about: record)
        }
      }
      return (whole, [])
    case .quarantine:
      guard let item = try reader.quarantineItem(id) else { throw .refused(.noSuchRecord(id)) }
      return ([id], try cameBack(item))
    }
  }

  /// A record whose making was taken back has a story all the same.
  private func remembered(_ id: RecordID) throws(StoreError) -> RecordID {
    guard try !reader.operations(of: id).isEmpty else { throw .refused(.noSuchRecord(id)) }
    return id
  }

  private func setAside(about record: QuickRecord) throws(StoreError) -> [RecordID] {
    try reader.quarantineItems(about: record).map(\.id)
  }

  /// What was recorded or set aside of the same content after an item was given back.
  private func cameBack(_ item: QuarantineItem) throws(StoreError) -> [RecordID] {
    guard item.state == .retried else { return [] }
    var begun: [RecordID] = []
    for file in item.files where file.role == .recording {
      begun += try reader.quickRecords(of: file.sha256).filter { $0.createdAt > item.at }.map(\.id)
    }
    for file in item.files {
      begun += try reader.quarantineItems(holding: file.sha256).map(\.id)
        .filter { $0 > item.id }
    }
    return begun
  }
}

extension [StoryEvent] {
  /// Several memos that ended together have waited together.
  fileprivate var unique: [StoryEvent] {
    var seen: Set<StoryEvent> = []
    return filter { seen.insert($0).inserted }
  }
}
