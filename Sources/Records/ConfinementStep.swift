/// One thing that a decoder gives up before it sees a recording, in the order in which they are taken. Stable: they stand
/// in the status file.
public enum ConfinementStep: String, Sendable, CaseIterable {
  case newPrivileges = "no-new-privileges"
  case parentDeath = "parent-death-signal"
  case inspection = "not-dumpable"
  case descriptors = "closed-descriptors"
  case memory = "memory-limit"
  case openFiles = "open-file-limit"
  case writtenFiles = "file-size-limit"
  case coreDumps = "core-dump-limit"
  case landlock
  case systemCalls = "seccomp"

  /// What holds once it is taken, as one whole sentence.
  public var sentence: String {
    switch self {
    case .newPrivileges: "The decoder can gain no privileges."
    case .parentDeath: "The decoder ends with the daemon."
    case .inspection: "No other program of this user can look into the decoder."
    case .descriptors: "The decoder has nothing open but its socket."
    case .memory: "The decoder gets no more memory than the configuration allows."
    case .openFiles: "The decoder can have few files open."
    case .writtenFiles: "The decoder can write no file."
    case .coreDumps: "The decoder leaves no core dump of what was recorded."
    case .landlock: "The decoder can reach no file, no port and no process."
    case .systemCalls: "The decoder can make no system calls but those that decoding needs."
    }
  }

  /// What to do where it cannot be taken, as one whole sentence.
  public var cure: String {
    switch self {
    case .newPrivileges, .parentDeath, .inspection:
      "Whatever filters the system calls of the daemon must allow it prctl."
    case .descriptors:
      "Use Linux 5.9 or later, and allow close_range in whatever filters the daemon's system calls."
    case .memory, .openFiles, .writtenFiles, .coreDumps:
      "Whatever filters the system calls of the daemon must allow it prlimit64 and setrlimit."
    case .landlock:
      "Use Linux 5.13 or later with landlock among its lsm=, and in a unit SystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self."
    case .systemCalls:
      "Use a kernel with seccomp filters, and in a unit SystemCallFilter=seccomp."
    }
  }
}

/// A step that could not be taken.
public struct ConfinementGap: Hashable, Sendable, CustomStringConvertible {
  public let step: ConfinementStep
  /// What the system said, on one line and safe to print.
  public let reason: String

  public init(_ step: ConfinementStep, because reason: String) {
    self.step = step
    self.reason = reason
  }

  /// `landlock: Function not implemented (landlock_create_ruleset)`.
  public var description: String { "\(step.rawValue): \(reason)" }
}

/// How much of the confinement holds. Stable: it stands in the status file.
public enum ConfinementLevel: String, Sendable, CaseIterable {
  case full, partial, none

  public init(without gaps: [ConfinementGap]) {
    switch gaps.count {
    case 0: self = .full
    case ConfinementStep.allCases.count: self = .none
    default: self = .partial
    }
  }
}
