import Glibc
import TestSupport

/// Lets each system call of a starting daemon fail in turn, over a memo whose removal was cut off and one that is new. It
/// may refuse to start, with words and of its own accord, or go on; the next start files everything.
struct StartWalk {
  let error: InjectedError

  /// Tries one of so many points.
  func run(every stride: Int) -> Tally {
    var tally = Tally()
    var point = 1
    // One start takes more calls than another.
    var short = 0
    while short < 3 {
      let attempt = attempt(point)
      guard let place = attempt.place else {
        short += 1
        if !attempt.faults.isEmpty { tally.add(attempt.faults, at: "by itself") }
        continue
      }
      tally.add(attempt.faults, at: "call \(point), \(place)")
      point += stride
      short = 0
    }
    return tally
  }

  /// No place where the daemon had filed everything before it made so many calls.
  private func attempt(_ point: Int) -> (place: String?, faults: [String]) {
    let home = Home()
    Scenario.start.prepare(home)
    Scenario.start.drop(home)
    let daemon = home.traceDaemon(sidecarWait: "20s")
    var count = 0
    var place: String?
    var end = Tracee.End.quiet
    let limit = ContinuousClock.now + .seconds(70)
    repeat {
      end = daemon.run(
        untilQuietFor: 40,
        before: { call in
          guard CountedCalls.countFailing(call) else { return .proceed }
          count += 1
          guard count == point else { return .proceed }
          place = "\(call)"
          return .fail(error.code)
        })
    } while end == .quiet && !home.isDrained && ContinuousClock.now < limit
    var faults: [String] = []
    if end == .quiet {
      if !home.isDrained { faults.append("not filed in a minute: \(listFolder(home.inbox))") }
      daemon.signal(SIGTERM)
      end = daemon.run()
      if end != .ended(0) { faults.append("stopped, it ended with \(end): \(home.said)") }
    } else {
      faults += home.faults(ofRefusal: end)
      if place == nil { faults.append("it did not start, though nothing failed") }
    }
    faults += Inspection.atOnce(home, Scenario.start.outcome)
    let next = home.ingest()
    if next.status != 0 {
      faults.append("the next start ended with \(next.status): \(next.errors)")
    }
    return (place, faults + Inspection.inTheEnd(home, Scenario.start.outcome))
  }
}
