import Glibc

/// Points tried, and those where everything held.
struct Tally {
  private(set) var tried = 0
  private(set) var held = 0
  private var faults: [String] = []

  var hasHeld: Bool { tried == held && tried > 0 }

  mutating func add(_ faults: [String], at point: @autoclosure () -> String) {
    tried += 1
    if faults.isEmpty {
      held += 1
    } else {
      self.faults.append("\(point()): \(faults.joined(separator: "; "))")
    }
  }

  func tell(of what: String) {
    print("\(what): \(tried) points tried, \(held) held")
    for fault in faults { print("  \(fault)") }
    fflush(nil)
  }
}
