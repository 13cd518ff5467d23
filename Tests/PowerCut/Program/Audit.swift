import Hashing
import Linux
import SQLite
import TestSupport

/// What is wrong with a disk by the promises of the README, found without the programs that wrote it.
struct Audit {
  private(set) var faults: [String] = []
  /// Recordings in the archive without a row, whose writers had not synchronised them: a daemon that was cut short had
  /// them copied, what is left in the inbox is torn, and nothing is taken away that is nowhere else.
  private(set) var kept: [String] = []
  private let disk: String
  private let steps: [Step]
  private let marks: Marks
  /// Whether a file that was not synchronised may hold what its blocks held before (data=writeback in ext4(5)).
  private let showsStale: Bool

  private init(_ disk: String, _ steps: [Step], _ marks: Marks, _ showsStale: Bool) {
    self.disk = disk
    self.steps = steps
    self.marks = marks
    self.showsStale = showsStale
  }

  /// As the power cut left it: each memo that was dropped for good is whole somewhere (invariant 1).
  static func atOnce(_ disk: String, _ steps: [Step], _ marks: Marks, _ stale: Bool) -> Audit {
    var audit = Audit(disk, steps, marks, stale)
    let there = Set(
      audit.contents(of: Script.inboxes + ["store/audio", "store/quarantine"]).values)
    for step in steps where audit.isPromised(step) && !step.recording.isEmpty {
      if !there.contains(step.digest) { audit.faults.append("\(step.name) is nowhere") }
    }
    return audit
  }

  /// After the daemon has recovered and filed what was there.
  static func inTheEnd(_ disk: String, _ steps: [Step], _ marks: Marks, _ stale: Bool) -> Audit {
    var audit = Audit(disk, steps, marks, stale)
    do {
      let database = try Connection(opening: "\(disk)/store/records.sqlite3", .readWrite)
      let store = try StoreContents(database)
      audit.checkDatabase(database)
      audit.checkFiles(store)
      audit.checkRemovals(store)
      for step in steps { audit.check(step, store) }
      audit.checkStrangers(store)
      audit.checkCounts(store)
    } catch { audit.faults.append("the database: \(error)") }
    audit.checkInboxes()
    return audit
  }

  /// Whether it may no longer be lost.
  private func isPromised(_ step: Step) -> Bool {
    marks.done.contains(step.number) && step.care == .synchronized
      || marks.taken.contains(step.number)
  }

  private mutating func checkDatabase(_ database: Connection) {
    do {
      let words = try database.rows("PRAGMA integrity_check") { $0.text() }
      if words != ["ok"] { faults.append("integrity: \(words.joined(separator: "; "))") }
      let foreign = try database.rows("PRAGMA foreign_key_check") { $0.text() }
      if !foreign.isEmpty { faults.append("foreign keys of \(foreign)") }
    } catch { faults.append("the database: \(error)") }
  }

  /// No file is left that is recorded (invariant 3). A row whose file is gone may stay where the disk has another number
  /// than it had in the virtual machine: only the disk that a row names can tell that it is done.
  private mutating func checkRemovals(_ store: StoreContents) {
    for removal in store.removals {
      let isThere = removal.names.contains {
        (try? fileStatus(at: "\(removal.inbox)/\($0)")) != nil
      }
      let isThisDisk = (try? fileStatus(at: removal.inbox).device) == removal.device
      if isThere || isThisDisk { faults.append("\(removal.names[0]) is still to be removed") }
    }
  }

  /// No file without a row, no row without its file (invariant 2).
  private mutating func checkFiles(_ store: StoreContents) {
    let files = contents(of: ["store/audio", "store/quarantine"])
      .filter { !$0.key.hasSuffix("/reason.json") }
    for (path, digest) in store.files {
      let found = files["store/\(path)"]
      if found == nil { faults.append("\(path) is missing") }
      if let found, found != digest { faults.append("\(path) has other bytes") }
    }
    let unsynchronized = Set(
      steps.filter { marks.begun.contains($0.number) && !isPromised($0) }.map(\.digest)
    ).subtracting(store.files.values)
    for (path, digest) in files where store.files[String(path.dropFirst("store/".count))] == nil {
      if unsynchronized.contains(digest) {
        kept.append(path)
      } else {
        faults.append("\(path) has no row")
      }
    }
  }

  private mutating func check(_ step: Step, _ store: StoreContents) {
    switch step.end {
    case .recorded(let cents):
      var right = [cents]
      for case (let later, .revises(step.number, let revised)) in steps.map({ ($0, $0.end) }) {
        if isPromised(later) {
          right = [revised]
        } else if marks.begun.contains(later.number) {
          right.append(revised)
        }
      }
      // A sidecar that was not synchronised may be lost alone.
      if !isPromised(step) { right.append(nil) }
      let records = store.records.filter { $0.digest == step.digest }
      expect(
        step, "records", records.count, atOnce: store.isSetAside(step.digest, "sidecar-invalid"))
      // An older sidecar is one of those that were taken before, whole and readable.
      let mayBeOlder = showsStale && !isPromised(step)
      for record in records where !right.contains(record.cents) && !mayBeOlder {
        faults.append(
          "\(step.name) has \(record.cents.map(String.init) ?? "no") cents, not \(right)")
      }
      // Its file is back, and what told that it was recorded is not there any more.
      let isSentTwice = steps.contains { other in
        if case .setAside("duplicate") = other.end { other.digest == step.digest } else { false }
      }
      if !isSentTwice, !records.isEmpty, store.isSetAside(step.digest, "duplicate") {
        faults.append("\(step.name) is recorded and set aside as a duplicate of itself")
      }
    case .setAside(let code):
      let items = store.setAside.filter { $0.digests.contains(step.digest) && $0.code == code }
      expect(step, "items \(code)", items.count)
    case .revises: break
    }
  }

  /// Exactly one of what is promised, none of what was never begun, and at most one of what is in between.
  private mutating func expect(
    _ step: Step, _ what: String, _ count: Int, atOnce isElsewhere: Bool = false
  ) {
    let range = isPromised(step) ? 1...1 : marks.begun.contains(step.number) ? 0...1 : 0...0
    if !range.contains(count) { faults.append("\(step.name) has \(count) \(what), not \(range)") }
    if isElsewhere && isPromised(step) { faults.append("\(step.name) is set aside") }
  }

  /// Nothing that nobody dropped, but for halves of memos that were being dropped and torn files of writers who did not
  /// synchronise.
  private mutating func checkStrangers(_ store: StoreContents) {
    let known = Set(steps.filter { !$0.recording.isEmpty }.map(\.digest))
    let mayBeTorn = Set(
      steps.filter { marks.begun.contains($0.number) && ($0.care == .hasty || !isPromised($0)) }
        .flatMap { [$0.name, $0.sidecarName] })
    for record in store.records where !known.contains(record.digest) {
      if !mayBeTorn.contains(record.name) { faults.append("a record of unknown \(record.name)") }
    }
    for item in store.setAside {
      let isKnown = item.digests.contains(where: known.contains)
      let isTorn = item.names.contains(where: mayBeTorn.contains)
      if !isKnown && !isTorn { faults.append("\(item.code) of unknown \(item.names)") }
    }
    for number in marks.organized where !store.organized.contains(number) {
      faults.append("q\(number) is not organised any more")
    }
  }

  /// Invariant 6, as far as the store counts: each kind of end as often as there are rows for it.
  private mutating func checkCounts(_ store: StoreContents) {
    if store.counts != store.outcomes {
      faults.append("counts \(store.counts), but outcomes \(store.outcomes)")
    }
    if store.counts["recorded"] ?? 0 != store.records.count {
      faults.append("\(store.counts["recorded"] ?? 0) recorded, \(store.records.count) records")
    }
    let apart = (store.counts["quarantined"] ?? 0) + (store.counts["duplicate"] ?? 0)
    if apart != store.setAside.count {
      faults.append("\(apart) set aside, \(store.setAside.count) items")
    }
  }

  /// Only what a writer had not finished is left.
  private mutating func checkInboxes() {
    for inbox in Script.inboxes {
      for name in listFolder("\(disk)/\(inbox)") {
        let isOpen = steps.contains { step in
          step.inbox == inbox && marks.begun.contains(step.number) && !isPromised(step)
            && (step.sidecarName == name
              || step.files.contains { ".\($0.name).part" == name })
        }
        if !isOpen { faults.append("\(inbox)/\(name) is left") }
      }
    }
  }

  /// The digests of all files below some folders of the disk, by their paths.
  private func contents(of folders: [String]) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for folder in folders {
      for name in listFolder("\(disk)/\(folder)") {
        let path = "\(folder)/\(name)"
        if (try? fileStatus(at: "\(disk)/\(path)").kind) == .directory {
          found.merge(contents(of: [path])) { $1 }
        } else if let bytes = readFile("\(disk)/\(path)") {
          found[path] = SHA256.hash(bytes)
        }
      }
    }
    return found
  }
}
