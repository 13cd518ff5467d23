import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// `organize`: makes transactions of quick records; with nothing said of them, in the guided loop where somebody is at a
/// terminal.
struct Organize {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord)
    let changes = try GivenFields(context: context).changes()
    if changes == FieldChanges(), !GivenSelection(context).isGiven, GuidedLoop.isPossible(context) {
      return try walk(ids)
    }
    if let selection = try GivenSelection(context).selection(
      quickRecords: .open, transactions: nil, ids: ids)
    {
      return try BulkRun(context).run(.organize(selection, changes))
    }
    let store = try context.store(.readWrite)
    let made = try context.attempt {
      try context.organizer(store).organize(ids, changes, dryRun: context.isDryRun)
    }
    CoordinateNotes(context).write(changes, made.map { ($0.id, $0.fields.place) })
    if context.isJSON { return try context.output.write(.array(made.map(\.json))) }
    try context.output.line(context.isDryRun ? "would organise:" : "organised:")
    for line in RecordLines(context).transactions(made) { try context.output.line(line) }
  }

  private func walk(_ ids: [RecordID]) throws(Failure) {
    let store = try context.store(.readWrite)
    let stops =
      ids.isEmpty ? try context.attempt { try store.read { try $0.openQuickRecords() } } : ids
    try GuidedLoop.require(ids, store, context)
    guard !stops.isEmpty else { return try context.output.line("Nothing is open.") }
    try GuidedLoop(context, store).run(stops, isOrganizing: true)
  }
}
