import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// `organize`: makes transactions of quick records.
struct Organize {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord)
    var changes = try GivenFields(context: context).changes()
    let store = try context.store(.readWrite)
    if changes.amount == nil, let currency = try GivenFields(context: context).currency() {
      changes.amount = try amount(of: ids, in: currency, store)
    }
    let made = try context.attempt {
      try Organizer(store: store, defaultType: context.settings.defaults.type, now: context.now)
        .organize(ids, changes, dryRun: context.isDryRun)
    }
    if context.isJSON { return try context.output.write(.array(made.map(\.json))) }
    try context.output.line(context.isDryRun ? "would organise:" : "organised:")
    for line in RecordLines(context).transactions(made) { try context.output.line(line) }
  }

  /// A currency without an amount says what the captured number was meant in.
  private func amount(
    of ids: [RecordID], in currency: Currency, _ store: Store
  ) throws(Failure) -> Money? {
    guard ids.count == 1, let id = ids.first else {
      throw Failure(
        .usage, "usage", "The option --currency without --amount takes one record at a time.")
    }
    let record = try context.attempt { try store.read { try $0.quickRecord(id) } }
    guard let captured = record?.fields.amount else { return nil }
    guard let amount = captured.sameNumber(in: currency) else {
      throw Failure(
        .badData, "amount-too-precise",
        "\(captured.number) has more decimals than \(currency.code).", hint: "Give --amount too.")
    }
    return amount
  }
}
