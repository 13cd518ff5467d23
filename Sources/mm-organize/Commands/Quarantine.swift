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
    let items = try context.read { try $0.quarantineItems(states) }
    if context.isJSON {
      return try context.output.write(.array(items.map { $0.json(zone: context.zone) }))
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

/// `quarantine show`: one item with its files and its cure.
struct QuarantineShow {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    guard let id = try context.ids(.quarantine).first else { return }
    guard let item = try context.read({ try $0.quarantineItem(id) }) else {
      throw Failure(Refusal.noSuchRecord(id))
    }
    if context.isJSON { return try context.output.write(item.json(zone: context.zone)) }
    var rows = [
      ("id", "\(item.id)  \(item.state.rawValue)"), ("code", item.code.rawValue),
      ("what", item.message.visible), ("cure", item.code.cure),
      ("set aside", Timestamp(item.at, offset: context.zone.offset(item.at.seconds)).description),
      ("inbox", item.inbox.visible),
    ]
    if let record = item.record { rows.append(("record", record.description)) }
    for file in item.files {
      rows.append((file.role.rawValue, "\(file.name)  \(file.bytes) bytes"))
      rows.append(("", context.paths.absolute(file.path)))
    }
    var table = Table([.left, .left])
    for (name, value) in rows { table.add([Table.Cell(name), Table.Cell(value)]) }
    for line in table.lines() { try context.output.line(line) }
  }
}

/// `quarantine retry`: gives items back to their inbox.
struct QuarantineRetry {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quarantine)
    let store = try context.store(.readWrite)
    // All are looked up first, so that a wrong ID changes nothing.
    let items = try context.attempt {
      try store.read { reader in
        try ids.map { id in
          guard let item = try reader.quarantineItem(id) else {
            throw StoreError.refused(.noSuchRecord(id))
          }
          guard item.state == .held else { throw StoreError.refused(.notHeld(id)) }
          return item
        }
      }
    }
    for item in items where !context.isDryRun {
      _ = try context.attempt {
        try QuarantineRelease(store: store, now: context.now).release(item)
      }
    }
    try ChangeReport(context).write(ids, done: "given back", planned: "would give back")
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
