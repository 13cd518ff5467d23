import Records
import Storage

/// The conservation law: every row has its file and every file its row, every memo its end, every total its records.
/// Nothing is changed, and programs may be at work meanwhile.
public struct StoreAudit {
  private let store: Store
  private let shown: ([Transaction]) -> [DaySum]
  private let daemon: () throws -> DaemonNews?
  private let now: Instant
  private let patience: Duration

  /// `shown` makes the totals that reports show; `daemon` answers what a running daemon says of itself, which has so much
  /// time to catch up with the store.
  public init(
    of store: Store, shown: @escaping ([Transaction]) -> [DaySum],
    daemon: @escaping () throws -> DaemonNews?, now: Instant, patience: Duration = .seconds(10)
  ) {
    self.store = store
    self.shown = shown
    self.daemon = daemon
    self.now = now
    self.patience = patience
  }

  public struct Report: Sendable {
    public internal(set) var problems: [Problem] = []
    public internal(set) var counts: RowCounts?
    public internal(set) var files = 0
    /// The ends of memos that the store holds.
    public internal(set) var outcomes: [Outcome.Kind: Int] = [:]
    /// What the daemon said; nil where none runs, and nothing could be compared.
    public internal(set) var daemon: DaemonNews?

    /// Runs a check; a database that is too damaged for it is a problem, and the other checks go on.
    mutating func add(_ check: () throws(StoreError) -> [Problem]) throws(StoreError) {
      do throws(StoreError) { problems += try check() } catch {
        guard case .damaged(_, let detail) = error else { throw error }
        let problem = Problem(.databaseDamaged, DatabaseCheck.damage(detail))
        if !problems.contains(problem) { problems.append(problem) }
      }
    }
  }

  public func run() throws -> Report {
    var report = Report()
    // Before the store is read, so that it cannot say more than that.
    report.daemon = try daemon()
    var removals: [PendingRemoval] = []
    try store.read { reader in try look(reader, &report, &removals) }
    do {
      let files = try FileCheck(store).run()
      report.problems += files.problems
      report.files = files.files
    } catch let error as StoreError {
      try report.add { () throws(StoreError) in throw error }
    }
    if let news = report.daemon {
      report.problems += try DaemonCheck(
        ask: daemon, news: news, stored: report.outcomes, removals: removals, now: now,
        patience: patience
      ).run()
    }
    return report
  }

  private func look(
    _ reader: StoreReader, _ report: inout Report, _ removals: inout [PendingRemoval]
  ) throws(StoreError) {
    let database = DatabaseCheck(reader: reader)
    try report.add(database.damages)
    try report.add(database.schema)
    try report.add(database.references)
    let journal = JournalCheck(reader: reader)
    try report.add(journal.operations)
    try report.add(journal.steps)
    try report.add(journal.numbers)
    try report.add(journal.rows)
    let outcomes = OutcomeCheck(reader: reader)
    try report.add(outcomes.counts)
    try report.add(outcomes.outcomes)
    try report.add(KeptCheck(reader: reader).files)
    let records = RecordCheck(reader: reader)
    for check in [
      records.links, records.recordings, records.identifiers, records.moments, records.tags,
      records.currencies,
    ] { try report.add(check) }
    try report.add(ShareCheck(reader: reader).shares)
    try report.add(TotalCheck(reader: reader, shown: shown).totals)
    var counts: RowCounts?
    var ends: [Outcome.Kind: Int] = [:]
    try report.add { () throws(StoreError) in
      counts = try reader.rowCounts()
      ends = try reader.storedOutcomes()
      removals = try reader.pendingRemovals().map(\.removal)
      return []
    }
    report.counts = counts
    report.outcomes = ends
  }
}
