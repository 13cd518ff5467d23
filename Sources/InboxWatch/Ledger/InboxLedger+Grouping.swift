import Records

/// Names are grouped when something is asked of the groups, not as each one comes or goes: a scan that finds twenty
/// thousand names of one stem pairs them once.
extension InboxLedger {
  /// Brings a name into the pairing.
  mutating func enrol(_ name: FileName, _ rule: NameRule, at now: SteadyTime) {
    if waitingBeforeLosses != nil { group(at: now) }
    index.add(name, rule)
    awaitGrouping(name)
  }

  /// Takes a name that was lost out of the pairing; memos that end by it are withdrawn.
  mutating func expelLost(_ name: FileName, at now: SteadyTime) {
    if waitingBeforeLosses == nil {
      group(at: now)
      waitingBeforeLosses = tally.waiting
    }
    expel(name, at: now)
  }

  /// Takes a name that was taken out of the pairing; the entry itself stays.
  mutating func expelTaken(_ name: FileName, at now: SteadyTime) {
    if waitingBeforeLosses != nil { group(at: now) }
    expel(name, at: now)
  }

  /// Pairs what came, and what is left of groups that lost a name.
  mutating func group(at now: SteadyTime) {
    for name in ungrouped {
      guard let entry = entries[name], entry.isUngrouped else { continue }
      let related = index.related(to: name, entry.rule)
      regroup(recordings: related.recordings, sidecars: related.sidecars, at: now)
    }
    ungrouped.removeAll()
    if let before = waitingBeforeLosses {
      tally.withdrawn += max(0, before - tally.waiting)
      waitingBeforeLosses = nil
    }
  }

  private mutating func expel(_ name: FileName, at now: SteadyTime) {
    guard let entry = entries[name] else { return }
    index.remove(name, entry.rule)
    entries[name]?.isUngrouped = false
    entries[name]?.group = 0
    guard let group = groups.removeValue(forKey: entry.group) else { return }
    tally.waiting -= group.names.memoCount
    for partner in group.names.names where partner != name {
      entries[partner]?.partnerLeft = now
      entries[partner]?.group = 0
      awaitGrouping(partner)
    }
  }

  private mutating func awaitGrouping(_ name: FileName) {
    entries[name]?.isUngrouped = true
    ungrouped.append(name)
  }

  /// Pairs a set of names anew. It must hold all names that can be paired with any of them. A group that stays as it
  /// was keeps all that is known of it.
  private mutating func regroup(
    recordings: [FileName], sidecars: [FileName], at now: SteadyTime
  ) {
    var numbers: Set<Int> = []
    for name in recordings + sidecars {
      entries[name]?.isUngrouped = false
      if let number = entries[name]?.group { numbers.insert(number) }
    }
    var old: [Pairing.Group: Int] = [:]
    for number in numbers {
      if let group = groups[number] { old[group.names] = number }
    }
    for group in Pairing(recordings: recordings, sidecars: sidecars).groups
    where old.removeValue(forKey: group) == nil {
      begin(group, at: now)
    }
    for (group, number) in old {
      tally.waiting -= group.memoCount
      groups[number] = nil
    }
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
