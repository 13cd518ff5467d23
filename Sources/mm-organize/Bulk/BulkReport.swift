import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// How a change of many records looks: a line for each, with the count and the totals; a long one is shortened.
struct BulkReport {
  let context: Context
  let command: BulkCommand
  private let records: RecordLines
  private let stories: StoryLines

  init(_ context: Context, _ command: BulkCommand) {
    self.context = context
    self.command = command
    records = RecordLines(context)
    stories = StoryLines(context)
  }

  /// So many lines are shown; the rest is counted.
  private static let longest = 20

  /// The answer, whether it is done or would be.
  func write(_ change: BulkChange) throws(Failure) {
    noteLeft(change)
    if context.isJSON { return try writeItems(change) }
    guard !change.items.isEmpty else { return try context.output.line(summary(change)) }
    for line in lines(change) { try context.output.line(line) }
    if !context.isDryRun { try context.output.line(summary(change)) }
  }

  /// As one document.
  func writeItems(_ change: BulkChange) throws(Failure) {
    try context.output.write(.array(change.items.flatMap(json)))
  }

  /// What has to stay as it is, and why.
  func noteLeft(_ change: BulkChange) {
    for (id, why) in change.left.prefix(BulkReport.longest) {
      context.output.note("\(id) stays deleted. \(Failure(why).sentences)")
    }
    let more = change.left.count - BulkReport.longest
    if more > 0 { context.output.note("So do \(more) more.") }
  }

  func lines(_ change: BulkChange) -> [String] {
    let (shown, hidden) = parts(change)
    var table = Table([.left, .left, .right, .left, .left])
    for item in shown.prefix(BulkReport.longest) { table.add(cells(item)) }
    var lines = table.lines(indent: 2)
    let more = shown.count - BulkReport.longest
    if more > 0 { lines.append("  … and \(more) more") }
    if hidden > 0 {
      lines.append(
        "  and \(hidden.counted("record")) that \(hidden == 1 ? "is" : "are") deleted or organised")
    }
    return lines + ["\(shown.count.counted("record")): \(totals(of: shown.map(counted)))"]
  }

  func question(_ change: BulkChange) -> String {
    "\(verb.asked) \(change.items.count.counted("record"))?"
  }

  /// `214 records changed; 'mm-organize undo' takes it back.`
  func summary(_ change: BulkChange) -> String {
    if change.found.isEmpty { return "No record fits, so nothing was changed." }
    if change.items.isEmpty { return "All that fit are so already; nothing was changed." }
    return
      "\(change.items.count.counted("record")) \(verb.done); 'mm-organize undo' takes it back."
  }

  private var verb: (asked: String, done: String) {
    switch command {
    case .organize: ("Organise", "organised")
    case .edit, .rename: ("Change", "changed")
    case .delete: ("Delete", "deleted")
    case .restore: ("Bring back", "brought back")
    case .reopen: ("Reopen", "reopened")
    }
  }

  /// Those that are listed, and how many stand behind them: of a name that changes everywhere, what does not count is
  /// no news.
  private func parts(_ change: BulkChange) -> (shown: [BulkChange.Item], hidden: Int) {
    guard case .rename = command else { return (change.items, 0) }
    let shown = change.items.filter(\.before.counts)
    return (shown, change.items.count - shown.count)
  }

  private func cells(_ item: BulkChange.Item) -> [Table.Cell] {
    let fields = counted(item)
    return [
      Table.Cell(item.before.id.description),
      Table.Cell(item.before.moment?.day.description ?? ""),
      Table.Cell(fields.amount?.text(context.settings.defaults.decimalMark) ?? "no amount"),
      Table.Cell(fields.type?.rawValue ?? ""), Table.Cell(what(item)),
    ]
  }

  private func what(_ item: BulkChange.Item) -> String {
    switch command {
    case .edit, .rename: stories.line(item.changes)
    case .organize, .delete, .restore, .reopen: records.names(counted(item))
    }
  }

  /// The fields that count in the totals: those that a record has then, if it still is one.
  private func counted(_ item: BulkChange.Item) -> RecordFields {
    switch command {
    case .organize, .edit, .rename: item.after.first?.fields ?? item.before.fields
    case .delete, .restore, .reopen: item.before.fields
    }
  }

  private func totals(of all: [RecordFields]) -> String {
    let kinds: [(String, TransactionType?)] = [
      ("income", .income), ("expense", .expense), ("of no type yet", nil),
    ]
    var parts = kinds.compactMap { name, type -> String? in
      let sums = [Total](summing: all.filter { $0.type == type }.compactMap(\.amount))
      guard !sums.isEmpty else { return nil }
      let text = sums.map { $0.text(context.settings.defaults.decimalMark) }
      return "\(name) \(text.joined(separator: " "))"
    }
    let bare = all.count { $0.amount == nil }
    if bare > 0 { parts.append("\(bare) without an amount") }
    return parts.joined(separator: ", ")
  }

  /// What the same command prints of records that are named by their IDs.
  private func json(_ item: BulkChange.Item) -> [JSONValue] {
    switch command {
    case .delete, .restore: [.string(item.before.id.description)]
    case .organize, .edit, .reopen, .rename:
      item.after.map { record in
        switch record {
        case .quickRecord(let record): record.json
        case .transaction(let transaction): transaction.json
        }
      }
    }
  }
}
