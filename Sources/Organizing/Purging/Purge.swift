import Linux
import Records
import Storage

/// Removes for good what was deleted or let go: the one change that nothing brings back. That there was such a record stays
/// known, and what its memo ended as stays counted.
public struct Purge {
  private let store: Store
  private let retention: Retention
  private let now: Instant

  public init(store: Store, retention: Retention, now: Instant) {
    self.store = store
    self.retention = retention
    self.now = now
  }

  /// What would go. Nothing is changed by it.
  public struct Plan: Sendable {
    /// Each what goes together.
    public fileprivate(set) var groups: [[Discarded]] = []
    /// What would go and has to stay.
    public fileprivate(set) var refused: [(id: RecordID, why: Refusal)] = []

    public var records: [Discarded] { groups.flatMap { $0 } }
    public var bytes: Int64 { records.reduce(0) { $0 + $1.bytes } }
  }

  /// Throws where one of the IDs that are chosen cannot go; all of them go, or none does.
  public func plan(_ choice: PurgeChoice) throws -> Plan {
    try store.read { reader in
      let discarded = Dictionary(
        uniqueKeysWithValues: try reader.discarded().map { ($0.id, $0) })
      if case .these(let ids) = choice {
        for id in ids where discarded[id] == nil { try require(id, reader) }
      }
      let judgement = PurgeRules(
        discarded: discarded, links: try reader.transactionLinks(),
        heirs: try reader.heirLinks(), retention: retention, now: now
      ).judge(choice)
      var plan = Plan()
      plan.refused = judgement.refused
      for group in judgement.groups {
        if let refusal = try hindrance(group, reader) {
          plan.refused.append(refusal)
        } else {
          plan.groups.append(group.compactMap { discarded[$0] })
        }
      }
      if case .these = choice, let first = plan.refused.first {
        throw StoreError.refused(first.why)
      }
      return plan
    }
  }

  /// Carries out a plan: all of it, or nothing where something of it was restored since. Answers which files could not be
  /// removed; those are tried again the next time.
  public func run(_ plan: Plan) throws -> [PurgedFiles.Stuck] {
    try store.write { writer in
      for group in plan.groups {
        try writer.operation(.purge, by: .organize, at: now) {
          try writer.purge(group.map(\.id))
        }
      }
    }
    let stuck = try finish()
    store.shortenLog()
    return stuck
  }

  /// Removes files that a purge which was cut off has left.
  public func finish() throws -> [PurgedFiles.Stuck] { try PurgedFiles(of: store).remove() }

  private func require(_ id: RecordID, _ reader: StoreReader) throws {
    let isThere =
      switch id.kind {
      case .quickRecord: try reader.quickRecord(id) != nil
      case .transaction: try reader.transaction(id) != nil
      case .quarantine: try reader.quarantineItem(id) != nil
      }
    if !isThere { throw StoreError.refused(.noSuchRecord(id)) }
  }

  /// Why a recording may not go: somebody needs its bytes.
  private func hindrance(
    _ group: [RecordID], _ reader: StoreReader
  ) throws -> (id: RecordID, why: Refusal)? {
    for id in group {
      for digest in try recordings(of: id, reader) {
        if try reader.isAwaitingRemoval(digest) { return (id, .inInbox(id)) }
        guard let twin = try reader.liveQuickRecord(digest: digest), let audio = twin.audio,
          audio.present
        else { continue }
        if !store.paths.hold(digest, at: audio.path) { return (id, .lastCopy(id, of: twin.id)) }
      }
    }
    return nil
  }

  private func recordings(of id: RecordID, _ reader: StoreReader) throws -> [Digest] {
    switch id.kind {
    case .quickRecord:
      guard let audio = try reader.quickRecord(id)?.audio, audio.present else { return [] }
      return [audio.sha256]
    case .transaction: return []
    case .quarantine:
      return try reader.quarantineItem(id)?.files.filter { $0.role == .recording }.map(\.sha256)
        ?? []
    }
  }
}
