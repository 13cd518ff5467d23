import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `tags` and `places`: the names with their counts and totals.
struct NameList {
  let context: Context
  let subject: Renaming.Subject

  init(_ context: Context, _ subject: Renaming.Subject) {
    self.context = context
    self.subject = subject
  }

  func run() throws(Failure) {
    let names = NameSummary.summaries(
      of: try context.read { reader in
        subject == .tag ? try reader.tagUses() : try reader.placeUses()
      })
    if context.isJSON { return try context.output.write(.array(names.map(json))) }
    guard !names.isEmpty else {
      return try context.output.line("No record has a \(subject.rawValue).")
    }
    let lines = RecordLines(context)
    var table = Table([.left, .right, .left])
    for name in names {
      table.add([
        Table.Cell(name.name.visible.cut(toWidth: 40)),
        Table.Cell("\(name.open + name.transactions)"),
        Table.Cell(
          [
            name.open == 0 ? "" : "\(name.open) open", lines.totals(name.income, name.expense),
          ].filter { !$0.isEmpty }.joined(separator: ", ")),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
  }

  private func json(_ name: NameSummary) -> JSONValue {
    func sums(_ totals: [Total]) -> JSONValue {
      var object = JSONObject()
      for total in totals { object[total.currency.code] = .string(total.number) }
      return .object(object)
    }
    return .object([
      subject.rawValue: .string(name.name), "count": .integer(name.open + name.transactions),
      "open": .integer(name.open), "transactions": .integer(name.transactions),
      "income": sums(name.income), "expense": sums(name.expense),
    ])
  }
}

/// `tags rename` and `merge`, and those of places.
struct NameChange {
  let context: Context
  let subject: Renaming.Subject

  init(_ context: Context, _ subject: Renaming.Subject) {
    self.context = context
    self.subject = subject
  }

  func rename() throws(Failure) {
    try run(merging: context.arguments.has("--merge"))
  }

  func merge() throws(Failure) { try run(merging: true) }

  private func run(merging: Bool) throws(Failure) {
    let given = GivenFields(context: context)
    let words = context.arguments.operands
    let renaming: Renaming
    switch subject {
    case .tag:
      renaming = .tags(
        try words.dropLast().map { word throws(Failure) in try given.tag(word) },
        to: try given.newTag(words[words.count - 1]), merging: merging)
    case .place:
      // One that is there is named as it stands, however it came to be so.
      renaming = .places(
        Array(words.dropLast()), to: try given.placeName(words[words.count - 1]), merging: merging)
    }
    try BulkRun(context).run(.rename(renaming))
  }
}
