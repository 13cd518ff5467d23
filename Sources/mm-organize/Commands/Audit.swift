import Auditing
import CommandLineTool
import JSON
import Linux
import Organizing
import Records
import Storage

/// `audit`: the conservation law.
struct Audit {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) -> ExitStatus {
    let store = try context.store(.readOnly)
    let found = try context.attempt {
      try StoreAudit(
        of: store, shown: Audit.totals, daemon: { try DaemonStatus(context).news }, now: context.now
      ).run()
    }
    let report = ProblemReport(context: context, problems: found.problems, counts: counts(found))
    if context.isJSON {
      try context.output.write(report.json())
      return report.status
    }
    for line in report.lines() { try context.output.line(line) }
    for line in summary(found) { try context.output.line(line) }
    return report.status
  }

  /// What the list of transactions shows for each day.
  private static func totals(_ transactions: [Transaction]) -> [DaySum] {
    DayReport.group(transactions).flatMap { report in
      let totals = report.totals
      return [(TransactionType.income, totals.income), (.expense, totals.expense)]
        .flatMap { type, sums in
          sums.map { sum in
            DaySum(
              day: report.day.description, type: type.rawValue, currency: sum.currency.code,
              minorUnits: sum.minorUnits)
          }
        }
    }
  }

  private func counts(_ found: StoreAudit.Report) -> JSONObject {
    var object = JSONObject()
    let counts: [(String, Int?)] = [
      ("quick_records", found.counts?.quickRecords), ("transactions", found.counts?.transactions),
      ("recordings", found.counts?.recordings), ("set_aside", found.counts?.setAside),
      ("operations", found.counts?.operations),
      ("pending_removals", found.counts?.pendingRemovals), ("suspects", found.counts?.suspects),
      ("files", found.files),
    ]
    for (name, count) in counts { object[name] = count.map { .integer($0) } ?? .null }
    var outcomes = JSONObject()
    for kind in Outcome.Kind.allCases {
      outcomes[kind.rawValue] = .integer(found.outcomes[kind] ?? 0)
    }
    object["outcomes"] = .object(outcomes)
    object["daemon"] = found.daemon.map { json($0) } ?? .null
    return object
  }

  /// Since its start; `before` is what the store had then.
  private func json(_ news: DaemonNews) -> JSONValue {
    func object(_ counts: [String: Int]) -> JSONValue {
      var object = JSONObject()
      for kind in Audit.words { object[kind] = counts[kind].map { .integer($0) } }
      return .object(object)
    }
    return ["counts": object(news.counts), "before": news.before.map(object) ?? .null]
  }

  /// In the order of invariant 6.
  private static let words =
    ["seen"] + Outcome.Kind.allCases.map(\.rawValue) + ["waiting"]

  private func summary(_ found: StoreAudit.Report) -> [String] {
    var lines: [String] = []
    if let counts = found.counts {
      lines.append(
        "Looked at \(counts.quickRecords.counted("quick record")), \(counts.transactions.counted("transaction")), \(counts.setAside.counted("thing")) set aside, \(counts.operations.counted("operation")) and \(found.files.counted("file"))."
      )
    }
    let ends = Outcome.Kind.allCases.compactMap { kind in
      found.outcomes[kind].map { "\($0) \(kind.rawValue)" }
    }
    lines.append(
      "Memos since the store was made: \(ends.isEmpty ? "none" : ends.joined(separator: ", ")).")
    lines.append(daemon(found.daemon))
    lines.append(
      found.problems.isEmpty
        ? "All of it agrees."
        : context.paint.colored("\(found.problems.count) to see to.", .red))
    return lines
  }

  private func daemon(_ news: DaemonNews?) -> String {
    guard let news else {
      return
        "mm-ingestd does not run, so what it has seen and what waits was not compared with these."
    }
    let parts = Audit.words.dropFirst().compactMap { word in
      news.counts[word].flatMap { $0 > 0 ? "\($0) \(word)" : nil }
    }
    let sum = parts.isEmpty ? "" : " = \(parts.joined(separator: " + "))"
    let compared =
      news.before == nil ? " It is an older one, whose counts could not be compared." : ""
    return "mm-ingestd has seen \(news.counts["seen"] ?? 0) since it started\(sum).\(compared)"
  }
}
