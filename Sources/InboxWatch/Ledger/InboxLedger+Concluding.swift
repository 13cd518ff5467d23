import Linux
import Records

extension InboxLedger {
  /// What came of an offer. One that was concluded already is ignored.
  public mutating func conclude(
    _ offer: MemoOffer, _ conclusion: Conclusion, at now: TimeReading
  ) {
    guard offers.removeValue(forKey: offer.number) != nil else { return }
    if suspectOffer == offer.number { suspectOffer = nil }
    group(at: now.steady)
    let names = offer.files.map(\.name)
    let isUntouched = names.allSatisfy {
      entries[$0].map { !$0.isGone && !$0.isReplaced } ?? false
    }
    switch conclusion {
    case .taken:
      tally.taken += offer.members.count
      for name in names { release(name, isTaken: true, at: now) }
    case .surplusTaken:
      let surplus = offer.surplusNames
      tally.taken += surplus.count
      for name in names { release(name, isTaken: surplus.contains(name), at: now) }
    case .known(let known):
      for name in names { release(name, isTaken: known.contains(name), at: now) }
    case .changed:
      for name in names {
        if isUntouched { entries[name]?.stillness.restart(at: now.steady) }
        release(name, isTaken: false, at: now)
      }
    case .suspect: suspect(names, turn: 0, at: now)
    case .formerSuspect(let turn): suspect(names, turn: turn, at: now)
    case .unfinished, .fault, .waitsForRecording:
      for name in names { release(name, isTaken: false, at: now) }
      if isUntouched { hold(offer, conclusion, at: now.steady) }
    }
    group(at: now.steady)
    for name in names where entries[name]?.state == .present { resume(name, at: now.steady) }
  }

  private mutating func suspect(_ names: [FileName], turn: Int, at now: TimeReading) {
    for name in names {
      if entries[name]?.isReplaced == false {
        entries[name]?.isSuspect = true
        entries[name]?.suspectTurn = turn
      }
      release(name, isTaken: false, at: now)
    }
  }

  /// What a fault was waited for may have passed: what is held by one, or waits for a record, is offered again at once.
  public mutating func conditionsChanged(at now: TimeReading) {
    group(at: now.steady)
    for (number, group) in groups {
      switch group.hold {
      case .fault(let code, let message, let attempts, _):
        groups[number]?.hold = .fault(
          code, message: message, attempts: attempts, retry: now.steady)
      case .forRecording: groups[number]?.hold = .forRecording(askAgain: now.steady)
      case .unfinished, nil: continue
      }
      if group.stage == .scheduled { schedule(number, at: now.steady) }
    }
  }

  /// A file that was taken and stays is to be judged once more. Another content under its name, and one that is not
  /// done with, go their way.
  public mutating func judgeAgain(_ file: InboxFile, at now: TimeReading) {
    guard let entry = entries[file.name], entry.state == .done,
      entry.identity.looksLike(file.identity)
    else { return }
    entries[file.name]?.state = .present
    enrol(file.name, entry.rule, at: now.steady)
  }

  /// Ends an entry's part in an offer. What was taken is done with, unless another content has its name by now.
  private mutating func release(_ name: FileName, isTaken: Bool, at now: TimeReading) {
    guard let entry = entries[name] else { return }
    entries[name]?.state = .present
    entries[name]?.isGone = false
    entries[name]?.isReplaced = false
    guard isTaken, !entry.isReplaced else {
      if entry.isGone { lose(name, at: now) }
      return
    }
    expelTaken(name, at: now.steady)
    if entry.isGone {
      entries[name] = nil
    } else {
      entries[name]?.state = .done
    }
  }

  /// Back to the agenda, unless another part of the group is still being judged.
  private mutating func resume(_ name: FileName, at now: SteadyTime) {
    guard let number = entries[name]?.group, let group = groups[number], group.stage == .offered
    else { return }
    let isBusy = group.names.names.contains {
      if case .offered = entries[$0]?.state { true } else { false }
    }
    if !isBusy { schedule(number, at: now) }
  }

  /// Holds the group of the offer, if it is still the same one.
  private mutating func hold(
    _ offer: MemoOffer, _ conclusion: Conclusion, at now: SteadyTime
  ) {
    let names = offer.files.map(\.name)
    guard let first = names.first, let number = entries[first]?.group, let group = groups[number],
      Set(group.names.names) == Set(names)
    else { return }
    switch conclusion {
    case .unfinished(let message): groups[number]?.hold = .unfinished(message: message)
    case .fault(let code, let message):
      var attempts = 1
      if case .fault(_, _, let before, _) = group.hold { attempts = before + 1 }
      groups[number]?.hold = .fault(
        code, message: message, attempts: attempts,
        retry: now.advanced(by: InboxLedger.backOff(after: attempts)))
    case .waitsForRecording:
      groups[number]?.hold = .forRecording(askAgain: now.advanced(by: InboxLedger.askAgain))
    case .taken, .surplusTaken, .known, .changed, .suspect, .formerSuspect: break
    }
  }

  /// 1 s, doubling to 60 s.
  private static func backOff(after attempts: Int) -> Duration {
    .seconds(min(60, 1 << min(attempts - 1, 6)))
  }
}

extension MemoOffer {
  fileprivate var surplusNames: Set<FileName> {
    switch content {
    case .surplus(let sidecars, _): Set(sidecars.map(\.name))
    case .recording, .loneSidecar, .ambiguous: []
    }
  }
}
