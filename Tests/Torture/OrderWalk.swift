import TestSupport

/// Looks at the order of an ingest's writes and synchronisations, and whether that look is worth anything: with any single
/// one of the synchronisations left out, which the daemon is not told, it must find fault. One that nothing relies on is
/// named with the reason.
struct OrderWalk {
  let scenario: Scenario

  func run(every stride: Int) -> Tally {
    var tally = Tally()
    let look = attempt { _ in false }
    let nothing = look.made.isEmpty ? ["nothing is synchronised"] : []
    tally.add(look.faults + nothing, at: "as it is")
    for number in Swift.stride(from: 0, to: look.made.count, by: stride) {
      let one = look.made[number]
      switch find(besides: look.faults, without: { $0 == one }) {
      case .missed: tally.add([], at: "without \(one)")
      case .unknown(let why): tally.add([why], at: "without \(one)")
      case .idle: tell(one, "all of it was on the disk already")
      case .silent:
        // Where another does the same before anything relies on it, all together are missed.
        let later = find(besides: look.faults) { $0.file == one.file && $0.turn >= one.turn }
        let all = later.isMissed ? later : find(besides: look.faults) { $0.file == one.file }
        if all.isMissed {
          let other = later.isMissed ? "a later one does" : "an earlier one has done"
          tell(one, "\(other) the same, and without both it is missed")
          tally.add([], at: "without \(one) and the others of its file")
        } else if let reason = reason(for: one) {
          tell(one, reason)
        } else {
          tally.add(["nobody misses it"], at: "without \(one)")
        }
      }
    }
    return tally
  }

  private func tell(_ one: Synchronizing, _ reason: String) {
    print("\(scenario.name): \(one) may be left out: \(reason)")
  }

  /// Why nothing relies on one, nor on those of the same file behind it; nil where something does.
  private func reason(for one: Synchronizing) -> String? {
    if scenario.outcome.amounts.isEmpty, one.file.hasPrefix("audio") {
      return "what does not stay in the archive passes through its folders"
    }
    if one.file == "the store", !scenario.takesFromInbox {
      return "nothing leaves the inbox that a lost log would have to tell of"
    }
    return nil
  }

  private enum Found {
    /// The look finds what it did not find before.
    case missed
    /// It does not.
    case silent
    /// Nor can it, since there was nothing to synchronise.
    case idle
    /// Nothing was left out, so that nothing is known.
    case unknown(String)

    var isMissed: Bool { if case .missed = self { true } else { false } }
  }

  private func find(
    besides known: [String], without leavesOut: (Synchronizing) -> Bool
  ) -> Found {
    // Whether the log is written back at the end depends on which thread comes first, so that not every run makes each.
    for _ in 0..<50 {
      var leftOut: [Synchronizing] = []
      let faults = attempt { one in
        guard leavesOut(one) else { return false }
        leftOut.append(one)
        return true
      }.faults.filter { !known.contains($0) }
      if !leftOut.isEmpty {
        return !faults.isEmpty ? .missed : leftOut.allSatisfy(\.isIdle) ? .idle : .silent
      }
      if !faults.isEmpty {
        return .unknown("with nothing left out: \(faults.joined(separator: "; "))")
      }
    }
    return .unknown("in 50 runs it was never there to be left out")
  }

  /// `leavesOut` is asked of each synchronising.
  private func attempt(
    leavingOut leavesOut: (Synchronizing) -> Bool
  ) -> (faults: [String], made: [Synchronizing]) {
    let home = Home(apart: scenario.apart, keeps: scenario.outcome.kept != nil)
    // The store is there: what SQLite synchronises of one that has no name yet protects nothing.
    home.ingest()
    scenario.prepare(home)
    _ = scenario.lose(home)
    scenario.drop(home)
    var order = DiskOrder(inbox: home.inbox, store: home.store)
    var names = SteadyNames(home)
    var made: [Synchronizing] = []
    let end = home.traceIngest().run(
      before: { call in
        order.begins(call)
        guard call.name == "fsync" || call.name == "fdatasync" else { return .proceed }
        let path = call.target(ofArgument: 0)
        let file = names.name(of: path)
        let one = Synchronizing(
          file: file, turn: made.count { $0.file == file } + 1, isIdle: order.isOnDisk(path))
        made.append(one)
        return leavesOut(one) ? .pretend(0) : .proceed
      },
      after: { call, answer, verdict in
        if verdict == .proceed { order.ended(call, answer) }
      })
    order.end()
    guard end == .ended(0) else { return (["it ended with \(end): \(home.said)"], made) }
    return (order.faults.map { names.text($0) }, made)
  }
}

/// One synchronising of a run.
private struct Synchronizing: Equatable, CustomStringConvertible {
  let file: String
  /// 1 for the first of this file.
  let turn: Int
  /// Whether there was nothing to synchronise.
  let isIdle: Bool

  static func == (one: Synchronizing, other: Synchronizing) -> Bool {
    one.file == other.file && one.turn == other.turn
  }

  var description: String { "synchronising \(turn) of \(file)" }
}

/// Names of files that are the same in every run: relative to the store, and those that are made anew in each by the order
/// in which they are met.
private struct SteadyNames {
  private let home: Home
  private var made: [String: String] = [:]

  init(_ home: Home) { self.home = home }

  mutating func name(of path: String) -> String {
    if path == home.store { return "the store" }
    if path.hasPrefix(home.inbox) { return "the inbox" }
    return path.dropFirst(home.store.count + 1).split(separator: "/").map { part in
      guard part.split(separator: "-").count >= 5 else { return String(part) }
      let whole = String(part)
      let name = made[whole] ?? "file \(made.count + 1)"
      made[whole] = name
      return name
    }.joined(separator: "/")
  }

  /// A sentence with paths in it.
  mutating func text(_ sentence: String) -> String {
    sentence.split(separator: " ").map { word in
      word.hasPrefix(home.store) || word.hasPrefix(home.inbox)
        ? name(of: String(word)) : String(word)
    }.joined(separator: " ")
  }
}
