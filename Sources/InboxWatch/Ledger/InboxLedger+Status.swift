import Records

extension InboxLedger {
  /// As of the last `advance`, like all that is asked here.
  public var counts: InboxCounts { tally }

  /// Groups that wait for something, by name. What is ripe or being judged waits for us alone.
  public func waiting(at now: TimeReading) -> [WaitingMemo] {
    groups.values.compactMap { group in
      guard let waiting = group.waiting, isWaiting(group) else { return nil }
      return WaitingMemo(
        name: group.names.name, code: waiting.code, since: now.wall(at: waiting.since),
        message: waiting.message ?? waiting.code.sentence,
        arrived: arrival(of: group.names.name, at: now),
        before: story(of: group.names).dated(at: now).filter { $0.until != nil })
    }.sorted { byBytes($0.name, $1.name) }
  }

  /// What the files of a group have waited for, as one story.
  func story(of names: Pairing.Group) -> WaitingStory {
    var story = WaitingStory()
    for name in names.names { if let entry = entries[name] { story.join(entry.story) } }
    return story
  }

  func arrival(of name: FileName, at now: TimeReading) -> Instant {
    entries[name].map { now.wall(at: $0.arrived) } ?? now.wall
  }

  /// Memos that wait for nothing but their turn, or are being judged.
  public var backlog: Int {
    groups.values.reduce(0) { $0 + (isWaiting($1) ? 0 : $1.names.memoCount) }
  }

  private func isWaiting(_ group: LedgerGroup) -> Bool {
    switch group.stage {
    case .scheduled: group.waiting != nil
    case .ripe: group.waiting?.code == .suspect
    case .offered: false
    }
  }

  /// Whether a single run that ends at `deadline` has anything left: memos that are ripe or being judged, or that
  /// will be ripe in time. Faults are not waited out.
  public func hasWork(before deadline: SteadyTime) -> Bool {
    if !offers.isEmpty || hasRipe { return true }
    return groups.values.contains { group in
      switch group.stage {
      case .ripe, .offered: true
      case .scheduled: group.due <= deadline && group.hold?.isFault != true
      }
    }
  }
}
