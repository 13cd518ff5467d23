import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `quarantine list`: what was set aside, and why.
struct QuarantineList {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let states: [QuarantineItem.State] =
      context.arguments.has("--all") ? QuarantineItem.State.allCases : [.held]
    let store = try context.store(.readOnly)
    let items = try context.attempt { try store.read { try $0.quarantineItems(states) } }
    if context.isJSON {
      let advice = CureAdvice(context, store)
      let documents = try items.map { item throws(Failure) in
        item.json(zone: context.zone, cure: try advice.cureUnjudged(of: item))
      }
      return try context.output.write(.array(documents))
    }
    if items.isEmpty { return try context.output.line("Nothing is set aside.") }
    var table = Table([.left, .left, .left, .left])
    for item in items {
      table.add([
        Table.Cell(item.id.description), Table.Cell(item.code.rawValue),
        Table.Cell(item.files.map(\.name.description).joined(separator: ", ").cut(toWidth: 40)),
        Table.Cell(item.state == .held ? item.message.visible : item.state.rawValue),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
    try context.output.line("'mm-organize quarantine show ID' tells what to do about one.")
  }
}

/// `quarantine drop`: lets items go.
struct QuarantineDrop {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quarantine)
    let store = try context.store(.readWrite)
    try context.attempt {
      try context.organizer(store).drop(ids, dryRun: context.isDryRun)
    }
    try ChangeReport(context).write(ids, done: "dropped", planned: "would drop")
  }
}
