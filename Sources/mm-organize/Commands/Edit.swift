import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `edit`: changes fields of quick records and of transactions.
struct Edit {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord, .transaction)
    let changes = try GivenFields(context: context).changes()
    guard changes != FieldChanges() else {
      throw Failure(
        .usage, "usage", "Nothing is given that should be changed.",
        hint: "Give it, like: mm-organize edit \(ids.first?.description ?? "q12") --amount 250")
    }
    if let selection = try GivenSelection(context).selection(
      quickRecords: .open, transactions: .all, ids: ids)
    {
      return try BulkRun(context).run(.edit(selection, changes))
    }
    try EditReport(context).run(ids, changes)
  }
}

/// `tag`: adds tags and takes them away.
struct TagChange {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(
      [.quickRecord, .transaction], of: context.arguments.operands.filter { SignedWord($0) == nil })
    let words = context.arguments.operands.compactMap { SignedWord($0) }
    guard !words.isEmpty else {
      throw Failure(
        .usage, "usage",
        "Something is missing: this command takes IDs or a query, and tags with + or -.",
        hint: "Write it like: mm-organize tag q12 +food -lunch")
    }
    let given = GivenFields(context: context)
    var changes = FieldChanges()
    for word in words {
      let tag = try given.tag(word.text)
      if word.isAdded { changes.addTags.append(tag) } else { changes.removeTags.append(tag) }
    }
    if let selection = try GivenSelection(context).selection(
      quickRecords: .open, transactions: .all, ids: ids)
    {
      return try BulkRun(context).run(.edit(selection, changes))
    }
    try EditReport(context).run(ids, changes)
  }
}

/// `reopen`: transactions become open quick records again.
struct Reopen {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.transaction)
    if let selection = try GivenSelection(context).selection(
      quickRecords: nil, transactions: .all, ids: ids)
    {
      return try BulkRun(context).run(.reopen(selection))
    }
    let store = try context.store(.readWrite)
    let open = try context.attempt {
      try context.organizer(store).reopen(ids, dryRun: context.isDryRun)
    }
    if context.isJSON { return try context.output.write(.array(open.map(\.json))) }
    try context.output.line(context.isDryRun ? "would be open again:" : "open again:")
    for line in RecordLines(context).captures(open) { try context.output.line(line) }
  }
}

/// Carries out an edit and prints what came of it.
private struct EditReport {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run(_ ids: [RecordID], _ changes: FieldChanges) throws(Failure) {
    let store = try context.store(.readWrite)
    let edited = try context.attempt {
      try context.organizer(store).edit(ids, changes, dryRun: context.isDryRun)
    }
    if context.isJSON {
      return try context.output.write(
        .array(edited.quickRecords.map(\.json) + edited.transactions.map(\.json)))
    }
    try context.output.line(context.isDryRun ? "would become:" : "now:")
    let lines = RecordLines(context)
    for line in lines.captures(edited.quickRecords) + lines.transactions(edited.transactions) {
      try context.output.line(line)
    }
  }
}
