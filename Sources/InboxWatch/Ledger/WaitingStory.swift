import Records

/// What one file has waited for so far. Bounded: one entry for each code, in the order in which they began first.
struct WaitingStory: Hashable {
  private struct Wait: Hashable {
    var code: WaitingCode
    var since: SteadyTime
    /// Nil while it goes on.
    var until: SteadyTime?
    var times = 1
    var message: String?
  }

  private var waits: [Wait] = []

  /// Longer messages are cut; they are what the system said of a fault.
  private static let longestMessage = 300

  /// From now on this is waited for, and nothing else.
  mutating func wait(for code: WaitingCode, _ message: String?, at now: SteadyTime) {
    let message = message.map { String($0.prefix(WaitingStory.longestMessage)) }
    var isKnown = false
    for index in waits.indices {
      if waits[index].code == code {
        isKnown = true
        if waits[index].until != nil {
          waits[index].until = nil
          waits[index].times += 1
        }
        waits[index].message = message
      } else if waits[index].until == nil {
        waits[index].until = now
      }
    }
    if !isKnown { waits.append(Wait(code: code, since: now, message: message)) }
  }

  /// Nothing is waited for any more.
  mutating func end(at now: SteadyTime) {
    for index in waits.indices where waits[index].until == nil { waits[index].until = now }
  }

  /// Takes in what another file of the same memo has waited for. What they waited for together counts once.
  mutating func join(_ other: WaitingStory) {
    for theirs in other.waits {
      guard let index = waits.firstIndex(where: { $0.code == theirs.code }) else {
        waits.append(theirs)
        continue
      }
      let mine = waits[index]
      waits[index].since = min(mine.since, theirs.since)
      waits[index].times = max(mine.times, theirs.times)
      waits[index].message = mine.message ?? theirs.message
      if let one = mine.until, let other = theirs.until {
        waits[index].until = max(one, other)
      } else {
        waits[index].until = nil
      }
    }
    waits.sort { $0.since < $1.since }
  }

  /// Dated by the wall clock as it stands.
  func dated(at now: TimeReading) -> [MemoWait] {
    waits.map { wait in
      MemoWait(
        code: wait.code, since: now.wall(at: wait.since), until: wait.until.map(now.wall(at:)),
        times: wait.times, message: wait.message)
    }
  }
}
