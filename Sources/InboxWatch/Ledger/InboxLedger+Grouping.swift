import Records

extension InboxLedger {
  /// Pairs a set of names anew. It must hold all names that can be paired with any of them. A group that stays as it
  /// was keeps all that is known of it.
  mutating func regroup(
    related: (recordings: [FileName], sidecars: [FileName]), at now: SteadyTime
  ) {
    let names = related.recordings + related.sidecars
    var old: [Pairing.Group: Int] = [:]
    for name in names {
      guard let number = entries[name]?.group, let group = groups[number] else { continue }
      old[group.names] = number
    }
    let groupsNow = Pairing(recordings: related.recordings, sidecars: related.sidecars).groups
    for group in groupsNow where old.removeValue(forKey: group) == nil {
      begin(group, at: now)
    }
    for (group, number) in old {
      tally.waiting -= group.memoCount
      groups[number] = nil
    }
  }

  /// Takes a name out of the pairing; the entry itself stays.
  mutating func expel(_ name: FileName, at now: SteadyTime) {
    guard let entry = entries[name] else { return }
    var related = index.related(to: name, entry.rule)
    related.recordings.removeAll { $0 == name }
    related.sidecars.removeAll { $0 == name }
    index.remove(name, entry.rule)
    if let group = groups.removeValue(forKey: entry.group) {
      tally.waiting -= group.names.memoCount
      for partner in group.names.names where partner != name {
        entries[partner]?.partnerLeft = now
      }
    }
    entries[name]?.group = 0
    regroup(related: related, at: now)
  }

  private mutating func begin(_ group: Pairing.Group, at now: SteadyTime) {
    lastGroup += 1
    tally.waiting += group.memoCount
    groups[lastGroup] = LedgerGroup(names: group, due: now)
    var isOffered = false
    for name in group.names {
      entries[name]?.group = lastGroup
      if case .offered = entries[name]?.state { isOffered = true }
    }
    if isOffered {
      groups[lastGroup]?.stage = .offered
    } else {
      agenda.add(lastGroup, at: now)
    }
  }
}
