import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// Without a command: what is open, the totals of today and this month, what needs attention.
struct Overview {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let (first, last) = DayRange.month(of: context.today)
    let (open, month, held) = try context.read { reader in
      var query = RecordQuery(.all)
      query.from = first
      query.to = last
      return (
        try reader.quickRecords(RecordQuery(.open)), try reader.transactions(query),
        try reader.quarantineItems()
      )
    }
    let today = month.filter { $0.occurredAt.day == context.today }
    let unclear = open.filter(\.needsReview)
    let status = try DaemonStatus(context)
    let running = status.document != nil
    let waiting = status.inboxes.reduce(0) { $0 + ($1["waiting"]?.array?.count ?? 0) }
    if context.isJSON {
      return try context.output.write([
        "open": .integer(open.count), "needs_review": .integer(unclear.count),
        "quarantined": .integer(held.count), "waiting": .integer(waiting),
        "today": json(Totals(today)),
        "month": json(Totals(month)), "running": .bool(running),
      ])
    }
    let lines = RecordLines(context)
    func write(_ name: String, _ totals: Totals) throws(Failure) {
      try context.output.line("\(name)  \(totals.isEmpty ? "nothing yet" : lines.totals(totals))")
    }
    try context.output.line(
      open.isEmpty
        ? "Nothing is open."
        : "\(open.count) open; 'mm-organize list' shows \(open.count == 1 ? "it" : "them").")
    try write("Today     ", Totals(today))
    try write("This month", Totals(month))
    if !unclear.isEmpty {
      try context.output.line(
        "\(unclear.count) of the open records \(unclear.count == 1 ? "needs" : "need") a look: an amount is missing or something is unclear; 'mm-organize list --needs-review' shows \(unclear.count == 1 ? "it" : "them")."
      )
    }
    if !held.isEmpty {
      try context.output.line("\(held.count) set aside; 'mm-organize quarantine list' says why.")
    }
    if waiting > 0 {
      try context.output.line("\(waiting) in the inbox; 'mm-organize inbox' says what for.")
    }
    if !running { try context.output.line("mm-ingestd does not run.") }
  }

  private func json(_ totals: Totals) -> JSONValue {
    func object(_ sums: [Total]) -> JSONValue {
      var object = JSONObject()
      for sum in sums { object[sum.currency.code] = .string(sum.number) }
      return .object(object)
    }
    return ["income": object(totals.income), "expense": object(totals.expense)]
  }
}
