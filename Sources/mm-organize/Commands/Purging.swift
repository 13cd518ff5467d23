import CommandLineTool
import JSON
import LineEditing
import Organizing
import Records
import Storage
import Text

/// `purge`: removes for good what was deleted, dropped or taken back.
struct Purging {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let choice = try choice()
    let store = try context.store(context.isDryRun ? .readOnly : .readWrite)
    let settings = context.settings.store
    let purge = Purge(
      store: store,
      retention: Retention(
        trash: settings.trashRetention, quarantine: settings.quarantineRetention),
      now: context.now)
    let plan = try context.attempt { try purge.plan(choice) }
    if context.isDryRun { return try write(plan, isDone: false) }
    // Also what an earlier purge has left, if there is nothing else to do.
    var stuck = try context.attempt { try purge.finish() }
    if !plan.groups.isEmpty {
      guard try confirms(plan) else {
        return context.output.note("Nothing was purged.")
      }
      stuck = try context.attempt { try purge.run(plan) }
    }
    try write(plan, isDone: true)
    if let first = stuck.first {
      throw Failure(
        .inputOutput, "stuck", "\(first.path) was purged and cannot be removed: \(first.error).",
        hint: "Put that right, and say 'mm-organize purge' again.")
    }
  }

  private func choice() throws(Failure) -> PurgeChoice {
    let ids = try context.ids(.quickRecord, .transaction, .quarantine)
    guard context.arguments.has("--all") else { return ids.isEmpty ? .expired : .these(ids) }
    guard ids.isEmpty else {
      throw Failure(.usage, "usage", "--all says what goes, so that no IDs can be given with it.")
    }
    return .everything
  }

  private func confirms(_ plan: Purge.Plan) throws(Failure) -> Bool {
    if context.arguments.has("--yes") { return true }
    let count = "\(plan.records.count) record\(plan.records.count == 1 ? "" : "s")"
    guard Confirmation.isPossible, !context.arguments.has("--no-input") else {
      throw Failure(
        .usage, "unconfirmed", "\(count) would be gone for good, which nobody has confirmed.",
        hint: "See which with --dry-run; then say it with --yes.")
    }
    if !context.isJSON { for line in lines(of: plan) { try context.output.line(line) } }
    return Confirmation.ask(
      "Remove \(count) for good? Nothing brings them back.", program: Declaration.program.name)
  }

  private func write(_ plan: Purge.Plan, isDone: Bool) throws(Failure) {
    if context.isJSON { return try context.output.write(json(of: plan)) }
    if plan.groups.isEmpty { try context.output.line("There is nothing to purge.") }
    if isDone {
      for record in plan.records {
        let what = record.isTakenBack ? ", whose capture was taken back" : ""
        try context.output.line("purged \(record.id)\(what)")
      }
    } else {
      for line in lines(of: plan) { try context.output.line(line) }
    }
    for (id, why) in plan.refused { try context.output.line("\(id) stays: \(why)") }
  }

  private func lines(of plan: Purge.Plan) -> [String] {
    var table = Table([.left, .left, .right])
    for record in plan.records {
      table.add([
        Table.Cell(record.id.description),
        Table.Cell("\(verb(record)) \(day(of: record.since))"),
        Table.Cell(record.bytes == 0 ? "" : "\(record.bytes) bytes"),
      ])
    }
    return table.lines()
  }

  private func verb(_ record: Discarded) -> String {
    if record.isTakenBack { return "taken back" }
    if record.isHeld { return "set aside" }
    return record.id.kind == .quarantine ? "let go" : "deleted"
  }

  private func day(of instant: Instant) -> CalendarDay {
    Timestamp(instant, offset: context.zone.offset(instant.seconds)).day
  }

  private func json(of plan: Purge.Plan) -> JSONValue {
    let purged = plan.records.map { record -> JSONValue in
      [
        "id": .string(record.id.description),
        "since": .string(
          "\(Timestamp(record.since, offset: context.zone.offset(record.since.seconds)))"),
        "bytes": .integer(record.bytes), "taken_back": .bool(record.isTakenBack),
      ]
    }
    let stays = plan.refused.map { id, why -> JSONValue in
      ["id": .string(id.description), "message": .string(why.description)]
    }
    return [
      context.isDryRun ? "would_purge" : "purged": .array(purged), "stays": .array(stays),
    ]
  }
}
