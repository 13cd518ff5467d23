import CTrace
import Glibc
import TestSupport

/// Kills the daemon, or a command, before each of its system calls in turn, or lets that call fail; starts the daemon
/// again, and looks whether everything holds.
struct KillWalk {
  let scenario: Scenario
  /// What becomes of the call.
  var verdict = Tracee.Verdict.kill

  /// Tries one of so many points.
  func run(every stride: Int) -> Tally {
    var tally = Tally()
    var point = 1
    // Which thread comes first makes a few calls more or less, so that one run that is over says little.
    var short = 0
    while short < 3 {
      let attempt = attempt(point)
      guard let place = attempt.place else {
        short += 1
        if !attempt.faults.isEmpty { tally.add(attempt.faults, at: "by itself") }
        continue
      }
      tally.add(attempt.faults, at: "before call \(point), \(place)")
      point += stride
      short = 0
    }
    return tally
  }

  /// What did not hold after a kill before this call; no place where the program ended before it made so many.
  private func attempt(_ point: Int) -> (place: String?, faults: [String]) {
    let home = Home(apart: scenario.apart, keeps: scenario.outcome.kept != nil)
    scenario.prepare(home)
    var outcome = scenario.outcome
    outcome.lost = scenario.lose(home)
    scenario.drop(home)
    var count = 0
    var place: String?
    let tracee = scenario.command.map { home.traceOrganize($0) } ?? home.traceIngest()
    let end = tracee.run(before: { call in
      guard CountedCalls.count(call) else { return .proceed }
      count += 1
      guard count == point else { return .proceed }
      place = "\(call)"
      return verdict
    })
    guard let place else {
      return (nil, end == .ended(0) ? [] : ["it ended with \(end): \(home.said)"])
    }
    var faults = verdict == .kill ? [] : home.faults(ofRefusal: end)
    faults += Inspection.atOnce(home, outcome)
    let again = home.ingest()
    if again.status != 0 {
      faults.append("the next start ended with \(again.status): \(again.errors)")
    }
    if let command = scenario.command { faults += look(after: command, home) }
    faults += Inspection.inTheEnd(home, scenario.outcome)
    return (place, faults)
  }

  /// Whatever the first run came to, rows and files agree; the second one comes to its end.
  private func look(after command: [String], _ home: Home) -> [String] {
    // What could not be proven to be a second copy before all was filed.
    if scenario.givesBack { home.ingest() }
    let audit = home.organize("audit")
    var faults = audit.status == 0 ? [] : ["the audit says: \(audit.output)\(audit.errors)"]
    if scenario.givesBack { return faults }
    let again = home.organize(command)
    if again.status != 0 {
      faults.append("the next \(command[0]) ended with \(again.status): \(again.errors)")
    }
    return faults
  }
}
