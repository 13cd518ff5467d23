import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// `list`: quick records by day.
struct List {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let query = try GivenQuery(context: context).query(try state())
    let records = try context.read { try $0.quickRecords(query) }
    if context.isJSON { return try context.output.write(.array(records.map(\.json))) }
    guard !records.isEmpty else {
      return try context.output.line(
        query == RecordQuery(.open)
          ? "Nothing is open. Drop a memo into the inbox, or use 'mm-organize add'."
          : "No quick record fits.")
    }
    let lines = RecordLines(context)
    let days = DayOfCaptures.group(records)
    // One table for all days, so that columns line up from day to day.
    var rest = lines.captures(days.flatMap(\.records))[...]
    for day in days {
      try context.output.line(lines.heading(day.day))
      for line in rest.prefix(day.records.count) { try context.output.line(line) }
      rest = rest.dropFirst(day.records.count)
    }
  }

  private func state() throws(Failure) -> RecordQuery.State {
    let given: [(String, RecordQuery.State)] = [
      ("--all", .all), ("--open", .open), ("--organized", .organized), ("--deleted", .deleted),
    ].filter { context.arguments.has($0.0) }
    guard given.count <= 1 else {
      throw Failure(.usage, "usage", "\(given[0].0) and \(given[1].0) exclude each other.")
    }
    return given.first?.1 ?? .open
  }
}
