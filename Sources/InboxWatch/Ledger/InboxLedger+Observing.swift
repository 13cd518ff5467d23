import Linux
import Records

/// What the events of one batch say of a name, on top of what a look at it says.
public struct EntryEvent: Hashable, Sendable {
  /// It got this name by a rename, last of all.
  public var arrivedByRename = false
  /// A program that had it open for writing closed it.
  public var writerClosed = false
  /// Its mode, owner or times were set.
  public var attributesChanged = false
  /// An entry of this name went away in between: what is there now is another, even if it looks the same.
  public var departed = false
  /// The last that was heard of it is that it went away; if another came since, that has an event of its own.
  public var isGone = false

  public init() {}
}

extension InboxLedger {
  /// One entry was looked at. Answers whether it is news that the entry is no memo: a link, folder, pipe, socket or
  /// device. `isKnown` is asked of a file that is new or has changed: whether it was taken before, and stays. Where there is no
  /// such question, since what is taken leaves, a change of attributes alone means nothing.
  @discardableResult
  public mutating func observe(
    _ facts: EntryFacts, event: EntryEvent = EntryEvent(), at now: TimeReading,
    isKnown: ((EntryFacts) -> Bool)? = nil
  ) -> Bool {
    let rule = NameRule(facts.name)
    guard rule != .ignored else { return false }
    guard facts.kind == .regular else {
      loseFile(facts.name, at: now)
      return observeIrregular(facts.name)
    }
    irregular[facts.name] = nil
    if entries[facts.name] == nil {
      admit(facts, rule, event, at: now, isKnown: isKnown?(facts) ?? false)
    } else {
      update(facts, event, at: now, isKnown: isKnown)
    }
    return false
  }

  /// A name is no longer there.
  public mutating func lose(_ name: FileName, at now: TimeReading) {
    irregular[name] = nil
    loseFile(name, at: now)
  }

  private mutating func loseFile(_ name: FileName, at now: TimeReading) {
    switch entries[name]?.state {
    case nil: break
    case .done: entries[name] = nil
    case .offered: entries[name]?.isGone = true
    case .present:
      expelLost(name, at: now.steady)
      entries[name] = nil
    }
  }

  /// Starts a scan: every entry is observed after this.
  public mutating func beginScan() { scan += 1 }

  /// Every name that is known.
  public var names: [FileName] { Array(entries.keys) + Array(irregular.keys) }

  /// Names that are known and were not observed since the scan began. Whoever scans looks at each by itself, and then
  /// observes or loses it: a folder that changes while it is read may hide an entry.
  public mutating func unseenNames() -> [FileName] {
    ignoredNames = ignoredNames.filter { $0.value == scan }
    return entries.filter { $0.value.scan != scan }.map(\.key)
      + irregular.filter { $0.value != scan }.map(\.key)
  }

  /// A scan found an ignored name. It counts once; names that come and go between scans, as an unfinished file's does,
  /// and our own never do.
  public mutating func observeIgnored(_ name: FileName) {
    guard !NameRule.isPrivate(name) else { return }
    if ignoredNames.updateValue(scan, forKey: name) == nil { tally.ignored += 1 }
  }

  private mutating func observeIrregular(_ name: FileName) -> Bool {
    guard irregular.updateValue(scan, forKey: name) == nil else { return false }
    tally.ignored += 1
    return true
  }

  private mutating func admit(
    _ facts: EntryFacts, _ rule: NameRule, _ event: EntryEvent, at now: TimeReading, isKnown: Bool
  ) {
    entries[facts.name] = LedgerEntry(
      rule: rule, identity: facts.identity, changed: facts.changed,
      arrived: arrival(facts, event, at: now),
      stillness: Stillness(firstSight: facts, byRename: event.arrivedByRename, at: now),
      state: isKnown ? .done : .present, scan: scan)
    if !isKnown { enrol(facts.name, rule, at: now.steady) }
  }

  /// A ctime of the future is no age, nor is that of a file which was just seen to come.
  private func arrival(
    _ facts: EntryFacts, _ event: EntryEvent, at now: TimeReading
  ) -> SteadyTime {
    guard event == EntryEvent() else { return now.steady }
    return now.steady.advanced(by: .zero - max(.zero, now.wall.duration(since: facts.changed)))
  }

  private mutating func update(
    _ facts: EntryFacts, _ event: EntryEvent, at now: TimeReading,
    isKnown: ((EntryFacts) -> Bool)?
  ) {
    guard var entry = entries[facts.name] else { return }
    let isOther =
      entry.isGone || event.departed || entry.identity.device != facts.identity.device
      || entry.identity.inode != facts.identity.inode
    let isChanged = isOther || entry.identity != facts.identity
    // What stays may have been written anew though it looks the same, with its time put back: only a closer look tells.
    let isTouched = isKnown != nil && entry.changed != facts.changed
    entry.changed = facts.changed
    if isOther {
      entry.stillness = Stillness(firstSight: facts, byRename: event.arrivedByRename, at: now)
      entry.partnerLeft = nil
    } else if isChanged {
      entry.stillness.restart(at: now.steady)
    }
    if event.arrivedByRename { entry.stillness.noteRename() }
    if event.writerClosed { entry.stillness.noteClosing(at: now.steady) }
    entry.scan = scan
    entry.isGone = false
    if isChanged {
      entry.identity = facts.identity
      entry.isSuspect = false
      entry.suspectTurn = 0
    }
    let wasDone = entry.state == .done
    let isDone = wasDone && (!(isChanged || isTouched) || isKnown?(facts) == true)
    if isOther || wasDone && (isChanged || !isDone) {
      entry.arrived = arrival(facts, event, at: now)
      entry.story = WaitingStory()
    }
    if case .offered = entry.state, isChanged || isTouched { entry.isReplaced = true }
    if wasDone && !isDone {
      entry.state = .present
      if !isChanged { entry.stillness.restart(at: now.steady) }
    }
    entries[facts.name] = entry

    if wasDone {
      if !isDone { enrol(facts.name, entry.rule, at: now.steady) }
    } else if isChanged, entry.state == .present, isKnown?(facts) == true {
      expelTaken(facts.name, at: now.steady)
      entries[facts.name]?.state = .done
    } else if isChanged {
      wakeGroup(of: facts.name, at: now.steady, forgetting: { _ in true })
    } else if event != EntryEvent() && entry.state == .present {
      wakeGroup(of: facts.name, at: now.steady, forgetting: { $0.isFault })
    }
  }
}
