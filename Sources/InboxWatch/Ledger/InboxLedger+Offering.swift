import Linux
import Records

/// What a look at a file whose group is ripe finds.
public enum RipeLook: Hashable, Sendable {
  /// It is what was seen, and this came of asking for a lease.
  case same(LeaseProbe)
  case changed(EntryFacts)
  case gone
}

extension InboxLedger {
  /// How many groups one call of `offer` asks leases for.
  private static let looksAtOnce = 512

  /// Moves what is due on; asks for nothing.
  public mutating func advance(to now: TimeReading) {
    group(at: now.steady)
    while let (time, number) = agenda.first, time <= now.steady {
      agenda.removeFirst()
      guard let group = groups[number], group.stage == .scheduled, group.due == time else {
        continue
      }
      switch verdict(of: group, at: now.steady) {
      case .waiting(let code, let message, let until):
        wait(number, code, message, until: until, at: now.steady)
      case .unconfirmed, .ready: ripen(number, group, at: now.steady)
      }
    }
  }

  /// Up to `limit` memos to be judged now. A suspect is offered only when nothing else is ripe or being judged, and
  /// nothing else is offered until it is concluded.
  public mutating func offer(
    limit: Int, at now: TimeReading, look: (InboxFile) -> RipeLook
  ) -> [MemoOffer] {
    advance(to: now)
    guard suspectOffer == nil else { return [] }
    var made: [MemoOffer] = []
    var looks = 0
    while made.count < limit, looks < InboxLedger.looksAtOnce, let number = ripe.popFirst() {
      looks += 1
      if let offer = offer(number, asSuspect: false, at: now, look: look) { made.append(offer) }
    }
    guard made.isEmpty, ripe.isEmpty, offers.isEmpty else { return made }
    while let number = takeSuspect() {
      if let offer = offer(number, asSuspect: true, at: now, look: look) { return [offer] }
    }
    return []
  }

  /// The one whose turn it is, the first of them that came.
  private mutating func takeSuspect() -> Int? {
    guard let first = suspects.indices.min(by: { suspects[$0].turn < suspects[$1].turn }) else {
      return nil
    }
    return suspects.remove(at: first).number
  }

  /// Whether `offer` may have more to give now.
  public var hasRipe: Bool {
    suspectOffer == nil && (!ripe.isEmpty || (offers.isEmpty && !suspects.isEmpty))
  }

  /// When something is due next; nil when nothing will be unless something happens.
  public var nextDue: SteadyTime? { agenda.first?.time }

  private mutating func wait(
    _ number: Int, _ code: WaitingCode, _ message: String?, until: SteadyTime, at now: SteadyTime
  ) {
    note(number, code, message, at: now)
    schedule(number, at: until)
  }

  private mutating func note(
    _ number: Int, _ code: WaitingCode, _ message: String?, at now: SteadyTime
  ) {
    guard let group = groups[number] else { return }
    let before = group.waiting
    groups[number]?.waiting = LedgerGroup.Waiting(
      code: code, since: before?.code == code ? before?.since ?? now : now, message: message)
    for name in group.names.names { entries[name]?.story.wait(for: code, message, at: now) }
  }

  private mutating func ripen(_ number: Int, _ group: LedgerGroup, at now: SteadyTime) {
    groups[number]?.stage = .ripe
    if group.names.names.contains(where: { entries[$0]?.isSuspect == true }) {
      note(number, .suspect, nil, at: now)
      suspects.append((turn(of: group), number))
    } else {
      ripe.append(number)
    }
  }

  private mutating func offer(
    _ number: Int, asSuspect: Bool, at now: TimeReading, look: (InboxFile) -> RipeLook
  ) -> MemoOffer? {
    guard let group = groups[number], group.stage == .ripe,
      askForLeases(group.names, at: now, look: look), groups[number]?.stage == .ripe
    else { return nil }
    switch verdict(of: group, at: now.steady) {
    case .waiting(let code, let message, let until):
      wait(number, code, message, until: until, at: now.steady)
      return nil
    case .unconfirmed:
      schedule(number, at: now.steady.advanced(by: .seconds(1)))
      return nil
    case .ready(let patienceIsOver):
      return makeOffer(
        number, group.names, patienceIsOver: patienceIsOver, isSuspect: asSuspect, at: now)
    }
  }

  /// False when a file is not what was seen: its group has been scheduled anew, or is no more.
  private mutating func askForLeases(
    _ group: Pairing.Group, at now: TimeReading, look: (InboxFile) -> RipeLook
  ) -> Bool {
    for name in group.names {
      guard let entry = entries[name] else { return false }
      guard case .still = entry.stillness.verdict(at: now.steady, by: rules) else { continue }
      switch look(InboxFile(name: name, identity: entry.identity)) {
      case .same(let probe): entries[name]?.stillness.note(probe, at: now.steady)
      case .changed(let facts):
        observe(facts, event: EntryEvent(), at: now)
        return false
      case .gone:
        lose(name, at: now)
        return false
      }
    }
    return true
  }

  private mutating func makeOffer(
    _ number: Int, _ group: Pairing.Group, patienceIsOver: Bool, isSuspect: Bool,
    at now: TimeReading
  ) -> MemoOffer {
    lastOffer += 1
    var arrivals: [FileName: Instant] = [:]
    for name in group.names {
      entries[name]?.story.end(at: now.steady)
      arrivals[name] = arrival(of: name, at: now)
      entries[name]?.state = .offered(lastOffer)
      entries[name]?.isGone = false
      entries[name]?.isReplaced = false
    }
    groups[number]?.stage = .offered
    let offer = MemoOffer(
      number: lastOffer, content: content(of: group), patienceIsOver: patienceIsOver,
      isSuspect: isSuspect, arrivals: arrivals, waits: story(of: group).dated(at: now))
    offers[lastOffer] = offer
    if isSuspect { suspectOffer = lastOffer }
    return offer
  }

  private func content(of group: Pairing.Group) -> MemoOffer.Content {
    switch group {
    case .memo(let recording, let sidecar): .recording(file(recording), sidecar: sidecar.map(file))
    case .loneSidecar(let sidecar): .loneSidecar(file(sidecar))
    case .ambiguous(let sidecars, let recordings):
      .ambiguous(sidecars: sidecars.map(file), recordings: recordings.map(file))
    case .surplus(let sidecars, let pairs):
      .surplus(
        sidecars: sidecars.map(file),
        pairs: pairs.map {
          MemoOffer.Pair(recording: file($0.recording), sidecar: file($0.sidecar))
        })
    }
  }

  private func file(_ name: FileName) -> InboxFile {
    guard let entry = entries[name] else { preconditionFailure("a group names an entry") }
    return InboxFile(name: name, identity: entry.identity)
  }
}
