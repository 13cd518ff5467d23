import Records

/// Where a group stands at one moment.
enum GroupVerdict: Hashable {
  case waiting(WaitingCode, message: String?, until: SteadyTime)
  /// Nothing is waited for, except that leases must be asked for.
  case unconfirmed
  case ready(patienceIsOver: Bool)
}

extension InboxLedger {
  /// How long a lone sidecar that belongs to nothing waits until it is offered again; its record may have come from
  /// elsewhere.
  static let askAgain = Duration.seconds(600)

  func verdict(of group: LedgerGroup, at now: SteadyTime) -> GroupVerdict {
    switch group.hold {
    case .fault(let code, let message, _, let retry) where now < retry:
      return .waiting(code, message: message, until: retry)
    case .forRecording(let askAgain) where now < askAgain:
      return .waiting(.forRecording, message: nil, until: askAgain)
    default: break
    }
    if let until = restEnds(of: group), now < until {
      return .waiting(.suspect, message: nil, until: until)
    }
    var since = SteadyTime(nanoseconds: .min)
    var isConfirmed = true
    for name in group.names.names {
      guard let stillness = entries[name]?.stillness else { continue }
      switch stillness.verdict(at: now, by: rules) {
      case .still(let stillSince, let confirmed):
        since = max(since, stillSince)
        isConfirmed = isConfirmed && confirmed
      case .settling(let until): return unsettled(name, .settling, in: group.names, until: until)
      case .arriving(let until): return unsettled(name, .arriving, in: group.names, until: until)
      }
    }
    guard isConfirmed else { return .unconfirmed }
    return verdict(ofStill: group, since: since, at: now)
  }

  /// The turn of the suspect in a group; 0 for one of this run, which nobody has waited for yet.
  func turn(of group: LedgerGroup) -> Int {
    group.names.names.compactMap { entries[$0]?.suspectTurn }.max() ?? 0
  }

  /// Suspects of an earlier run go one after another, in all inboxes alike, a tenth of a second apart: most are done
  /// when the one that may end the daemon is opened.
  private func restEnds(of group: LedgerGroup) -> SteadyTime? {
    let turn = turn(of: group)
    guard turn > 0, suspectsRestUntil.nanoseconds > .min else { return nil }
    return suspectsRestUntil.advanced(by: .milliseconds(100 * (turn - 1)))
  }

  /// A recording is waited for by its own code. One that is still, with a sidecar that is not, waits for that.
  private func unsettled(
    _ name: FileName, _ code: WaitingCode, in group: Pairing.Group, until: SteadyTime
  ) -> GroupVerdict {
    guard name != group.name, !group.recordings.isEmpty else {
      return .waiting(code, message: nil, until: until)
    }
    if group.recordings.contains(name) {
      return .waiting(code, message: "\(name): \(code.sentence)", until: until)
    }
    return .waiting(
      .forSidecar, message: "The sidecar \(name) is there, but not yet still.", until: until)
  }

  private func verdict(
    ofStill group: LedgerGroup, since: SteadyTime, at now: SteadyTime
  ) -> GroupVerdict {
    let members = group.names.names.compactMap { entries[$0] }
    let alone = members.compactMap(\.partnerLeft).reduce(since) { max($0, $1) }
    let quiet = members.map(\.stillness.quietSince).max() ?? since
    let patienceEnds = quiet.advanced(by: rules.patience)
    let patienceIsOver = patienceEnds <= now
    if case .unfinished(let message) = group.hold, !patienceIsOver {
      return .waiting(.unfinished, message: message, until: patienceEnds)
    }
    let (code, end): (WaitingCode, SteadyTime) =
      switch group.names {
      case .memo(_, sidecar: _?): (.settling, since)
      case .memo(_, sidecar: nil): (.forSidecar, alone.advanced(by: rules.sidecarWait))
      case .loneSidecar: (.forRecording, alone.advanced(by: rules.patience))
      // What would tell them apart may be on its way.
      case .ambiguous: (.forSidecar, alone.advanced(by: rules.sidecarWait))
      case .surplus: (.forRecording, alone.advanced(by: rules.sidecarWait))
      }
    return now < end
      ? .waiting(code, message: nil, until: end) : .ready(patienceIsOver: patienceIsOver)
  }
}
