import Linux
import Records

/// All that is known of one inbox, and what is to be done next. Pure: it is told what was seen and when, and asks for
/// leases through the closure that it is given.
///
/// The way of a group of names: scheduled, until nothing is to be waited for; ripe, until there is room for it; then
/// its leases are asked for, and it is offered or scheduled again; offered, until it is concluded.
public struct InboxLedger: Sendable {
  var rules: TimingRules
  var entries: [FileName: LedgerEntry] = [:]
  var groups: [Int: LedgerGroup] = [:]
  var index = PairIndex()
  /// Names whose pairing may have changed, in the order in which they came; those count whose entry says so.
  var ungrouped: [FileName] = []
  /// How many memos there were before names were lost that are not accounted for yet.
  var waitingBeforeLosses: Int?
  var agenda = Agenda()
  var ripe = NumberQueue()
  /// Ripe groups of suspects, each with its turn.
  var suspects: [(turn: Int, number: Int)] = []
  /// When the rest of those of an earlier run ends.
  var suspectsRestUntil = SteadyTime(nanoseconds: .min)
  var offers: [UInt64: MemoOffer] = [:]
  /// The offer of a suspect that is not concluded; nothing else is offered beside it.
  var suspectOffer: UInt64?
  var lastGroup = 0
  var lastOffer: UInt64 = 0
  var scan: UInt32 = 0
  /// Entries that are no regular files, with the last scan that saw them.
  var irregular: [FileName: UInt32] = [:]
  /// Ignored names that have been counted, with the last scan that saw them.
  var ignoredNames: [FileName: UInt32] = [:]
  var tally = InboxCounts()

  public init(rules: TimingRules) { self.rules = rules }

  /// To be told when the daemon starts.
  public mutating func begin(at now: TimeReading) {
    guard rules.suspectRest > .zero else { return }
    suspectsRestUntil = now.steady.advanced(by: rules.suspectRest)
  }

  mutating func schedule(_ number: Int, at time: SteadyTime) {
    groups[number]?.stage = .scheduled
    groups[number]?.due = time
    agenda.add(number, at: time)
  }

  /// Something happened to a file: its group is looked at again, without such holds on it as no longer count.
  mutating func wakeGroup(
    of name: FileName, at now: SteadyTime, forgetting isOver: (LedgerGroup.Hold) -> Bool
  ) {
    guard let number = entries[name]?.group, let group = groups[number] else { return }
    if let hold = group.hold, isOver(hold) { groups[number]?.hold = nil }
    if group.stage != .offered { schedule(number, at: now) }
  }
}
