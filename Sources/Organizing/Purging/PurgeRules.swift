import Records
import Storage

/// How long what was deleted or set aside is left; nil for ever.
public struct Retention: Hashable, Sendable {
  /// Since a record was deleted, its capture taken back, or something set aside was dropped, fixed or accepted.
  public var trash: Duration?
  /// Since something was set aside that is held still.
  public var quarantine: Duration?

  public init(trash: Duration?, quarantine: Duration?) {
    self.trash = trash
    self.quarantine = quarantine
  }
}

/// What somebody wants to be rid of.
public enum PurgeChoice: Hashable, Sendable {
  /// Whatever has been left for long enough.
  case expired
  /// Whatever is deleted, was taken back or let go, however short a time ago.
  case everything
  case these([RecordID])
}

/// Which records may go, by what is known of them. A transaction and the quick records that it was made of go together or
/// stay together; so do a whole and its parts, and what was merged and what it was put into.
struct PurgeRules {
  let discarded: [RecordID: Discarded]
  let links: [(transaction: RecordID, quick: RecordID)]
  /// Which transactions have the money of which others. Nobody has thrown those away that have heirs.
  var heirs: [(transaction: RecordID, heir: RecordID)] = []
  let retention: Retention
  let now: Instant

  struct Judgement {
    /// Each what goes together, by the lowest ID.
    var groups: [[RecordID]] = []
    /// What would go and has to stay.
    var refused: [(id: RecordID, why: Refusal)] = []
  }

  func judge(_ choice: PurgeChoice) -> Judgement {
    var judgement = Judgement()
    let partners = partners()
    var seen: Set<RecordID> = []
    for id in wanted(choice) where seen.insert(id).inserted {
      let group = group(of: id, partners)
      seen.formUnion(group)
      if let why = hindrance(group, of: id, choice) {
        judgement.refused.append((id, why))
      } else if group.allSatisfy({ isDue($0, choice) }) {
        judgement.groups.append(group.sorted())
      }
    }
    return judgement
  }

  private func wanted(_ choice: PurgeChoice) -> [RecordID] {
    if case .these(let ids) = choice { return ids }
    let replaced = Set(heirs.map(\.transaction))
    return discarded.keys.filter { isDue($0, choice) && !replaced.contains($0) }.sorted()
  }

  private func isDue(_ id: RecordID, _ choice: PurgeChoice) -> Bool {
    guard let thing = discarded[id] else { return false }
    switch choice {
    case .these: return true
    case .everything: return !thing.isHeld
    case .expired:
      guard let span = thing.isHeld ? retention.quarantine : retention.trash else { return false }
      return now.duration(since: thing.since) >= span
    }
  }

  private func hindrance(
    _ group: Set<RecordID>, of id: RecordID, _ choice: PurgeChoice
  ) -> Refusal? {
    if case .these(let ids) = choice {
      guard let thing = discarded[id] else { return .notDeleted(id) }
      if thing.isHeld { return .held(id) }
      let missing = group.subtracting(ids).sorted().first
      return missing.map { .linked(id, to: $0) }
    }
    return group.sorted().first { discarded[$0] == nil }.map { .linked(id, to: $0) }
  }

  private func partners() -> [RecordID: [RecordID]] {
    let pairs = links.map { ($0.transaction, $0.quick) } + heirs.map { ($0.transaction, $0.heir) }
    return pairs.reduce(into: [:]) { partners, pair in
      partners[pair.0, default: []].append(pair.1)
      partners[pair.1, default: []].append(pair.0)
    }
  }

  private func group(of id: RecordID, _ partners: [RecordID: [RecordID]]) -> Set<RecordID> {
    var group: Set<RecordID> = [id]
    var open = [id]
    while let next = open.popLast() {
      for partner in partners[next] ?? [] where group.insert(partner).inserted {
        open.append(partner)
      }
    }
    return group
  }
}
