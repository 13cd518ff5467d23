import CommandLineTool
import JSON
import Records
import Text

/// `inbox`: what lies in the inboxes, and what it waits for.
struct Inbox {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let status = try DaemonStatus(context)
    let isRunning = status.document != nil
    var entries: [InboxEntry] = []
    for inbox in context.settings.inboxes {
      entries += try InboxListing(of: inbox, status, context).entries
    }
    let isForAll = context.arguments.has("--all")
    let keptCount = entries.count { $0.state == .kept }
    if !isForAll { entries.removeAll { $0.state == .kept } }
    if context.isJSON {
      return try context.output.write(.array(entries.map { $0.json(isRunning: isRunning) }))
    }
    if entries.isEmpty {
      try context.output.line(
        keptCount == 0 ? "The inbox is empty." : "Nothing waits in the inbox.")
    }
    var table = Table([.left, .left, .left])
    for entry in entries {
      table.add([
        Table.Cell(entry.name.description.cut(toWidth: 50)),
        Table.Cell(entry.said?.code ?? entry.state.rawValue),
        Table.Cell(entry.message(isRunning: isRunning).visible, wraps: true),
      ])
    }
    for line in table.lines(columns: context.output.columns) { try context.output.line(line) }
    if keptCount > 0, !isForAll {
      try context.output.line(
        "\(keptCount.counted("file")) \(keptCount == 1 ? "was taken and stays" : "were taken and stay"); 'mm-organize inbox --all' lists them."
      )
    }
    if !isRunning, !(entries.isEmpty && keptCount == 0) {
      try context.output.line("mm-ingestd does not run, so nothing is taken just now.")
    }
  }
}
