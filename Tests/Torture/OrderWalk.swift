import TestSupport

/// Looks at the order of an ingest's writes and synchronisations, and whether that look is worth anything: with any one
/// of the synchronisations left out, which the daemon is not told, it must find fault.
struct OrderWalk {
  let scenario: Scenario

  func run(every stride: Int) -> Tally {
    var tally = Tally()
    let (faults, targets) = attempt { _, _ in false }
    tally.add(faults + (targets.isEmpty ? ["nothing is synchronised"] : []), at: "as it is")
    for number in Swift.stride(from: 0, to: targets.count, by: stride)
    where isNeeded(targets[number]) {
      var isMissed = self.isMissed { at, _ in at == number }
      // The same may be synchronised twice before anything relies on it, for two reasons that meet here.
      if !isMissed { isMissed = self.isMissed { $1 == targets[number] } }
      tally.add(
        isMissed ? [] : ["nobody misses it"], at: "without number \(number), \(targets[number])")
    }
    return tally
  }

  /// A run in which nothing was left out says nothing: whether the log is written back at the end depends on which
  /// thread comes first.
  private func isMissed(_ leavesOut: (Int, String) -> Bool) -> Bool {
    for _ in 0..<50 {
      var isLeftOut = false
      let faults = attempt { at, target in
        guard leavesOut(at, target) else { return false }
        isLeftOut = true
        return true
      }.faults
      if isLeftOut || !faults.isEmpty { return !faults.isEmpty }
    }
    return true
  }

  /// A memo that does not stay in the archive passes through its folders, on which nothing relies then.
  private func isNeeded(_ target: String) -> Bool {
    let stays = scenario.outcome.held.isEmpty || scenario.outcome.kept != nil
    return stays || !target.hasPrefix("audio")
  }

  /// `leavesOut` is asked of each synchronising by its number and what is synchronised, relative to the store.
  private func attempt(
    leavingOut leavesOut: (Int, String) -> Bool
  ) -> (faults: [String], targets: [String]) {
    let home = Home(apart: scenario.apart, keeps: scenario.outcome.kept != nil)
    // The store is there: what SQLite synchronises of one that has no name yet protects nothing.
    home.ingest()
    scenario.prepare(home)
    scenario.drop(home)
    var order = DiskOrder(inbox: home.inbox, store: home.store)
    var targets: [String] = []
    let end = home.traceIngest().run(
      before: { call in
        order.begins(call)
        guard call.name == "fsync" || call.name == "fdatasync" else { return .proceed }
        let target = OrderWalk.kind(of: call.target(ofArgument: 0), in: home.store)
        targets.append(target)
        return leavesOut(targets.count - 1, target) ? .pretend(0) : .proceed
      },
      after: { call, answer, verdict in
        if verdict == .proceed { order.ended(call, answer) }
      })
    order.end()
    let faults = end == .ended(0) ? order.faults : ["it ended with \(end): \(home.said)"]
    return (faults, targets)
  }

  /// Names that are made anew in each run are left out.
  private static func kind(of path: String, in store: String) -> String {
    path.dropFirst(store.count + 1).split(separator: "/").map { part in
      part.split(separator: "-").count >= 5 ? "…" : String(part)
    }.joined(separator: "/")
  }
}
