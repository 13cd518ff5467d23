import CTrace
import Glibc
import TestSupport

/// Kills the daemon, or a command, before each of its system calls in turn, starts the daemon again, and looks whether
/// everything holds.
struct KillWalk {
  let scenario: Scenario

  /// Tries one of so many points.
  func run(every stride: Int) -> Tally {
    var tally = Tally()
    var point = 1
    var isOver = false
    while !isOver {
      let attempt = attempt(point)
      isOver = attempt.place == nil
      if let place = attempt.place {
        tally.add(attempt.faults, at: "before call \(point), \(place)")
      } else if !attempt.faults.isEmpty {
        tally.add(attempt.faults, at: "by itself")
      }
      point += stride
    }
    return tally
  }

  /// What did not hold after a kill before this call; no place where the program ended before it made so many.
  private func attempt(_ point: Int) -> (place: String?, faults: [String]) {
    let home = Home(apart: scenario.apart, keeps: scenario.outcome.kept != nil)
    scenario.prepare(home)
    scenario.drop(home)
    var count = 0
    var place: String?
    let tracee = scenario.command.map { home.traceOrganize($0) } ?? home.traceIngest()
    let end = tracee.run(before: { call in
      guard CountedCalls.count(call) else { return .proceed }
      count += 1
      guard count == point else { return .proceed }
      place = "\(call)"
      return .kill
    })
    guard let place else {
      return (nil, end == .ended(0) ? [] : ["it ended with \(end): \(home.said)"])
    }
    var faults = Inspection.atOnce(home, scenario.outcome)
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
