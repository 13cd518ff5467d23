import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// `transactions`: by day, with what came in and went out.
struct Transactions {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let state: RecordQuery.State = context.arguments.has("--deleted") ? .deleted : .all
    let query = try GivenQuery(context: context).query(state)
    let found = try context.read { try $0.transactions(query) }
    if context.isJSON { return try context.output.write(.array(found.map(\.json))) }
    guard !found.isEmpty else {
      return try context.output.line(
        query == RecordQuery(.all)
          ? "There are no transactions yet; 'mm-organize organize ID' makes one."
          : "No transaction fits.")
    }
    let lines = RecordLines(context)
    let days = DayReport.group(found)
    // One table for all days, so that columns line up from day to day.
    var rest = lines.transactions(days.flatMap(\.transactions))[...]
    for day in days {
      try context.output.line("\(lines.heading(day.day))  \(lines.totals(day.totals))")
      for line in rest.prefix(day.transactions.count) { try context.output.line(line) }
      rest = rest.dropFirst(day.transactions.count)
    }
  }
}
