import CommandLineTool
import Organizing
import Records
import Storage

/// `add`: a quick record from the keyboard.
struct Add {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let given = GivenFields(context: context)
    var changes = try given.changes()
    let words = context.arguments.operands
    changes.amount = try given.amount(words[0], currency: try given.currency())
    changes.addTags = try words.dropFirst().map { text throws(Failure) in try given.tag(text) }
    var (fields, sources) = changes.applied(to: RecordFields(), sources: [:])
    if fields.amount != nil && !context.arguments.has("--currency") { sources[.currency] = nil }
    fields.capturedAt =
      changes.at ?? .time(Timestamp(context.now, offset: context.zone.offset(context.now.seconds)))
    sources[.capturedAt] = changes.at == nil ? .defaults : .user
    let store = try context.store(.createIfMissing)
    let record = try context.attempt {
      try Organizer(store: store, defaultType: context.settings.defaults.type, now: context.now)
        .add(fields, sources: sources, dryRun: context.isDryRun)
    }
    if context.isJSON { return try context.output.write(record.json) }
    try context.output.line(context.isDryRun ? "would add:" : "added:")
    for line in RecordLines(context).captures([record]) { try context.output.line(line) }
  }
}
