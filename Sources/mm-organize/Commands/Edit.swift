import CommandLineTool
import JSON
import Linux
import Organizing
import Records
import Storage
import Text

/// `edit`: changes fields of quick records and of transactions, as options say, in the form of the guided loop, or in an
/// editor.
struct Edit {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord, .transaction)
    let changes = try GivenFields(context: context).changes()
    if context.arguments.has("--editor") { return try editText(ids, changes) }
    guard changes != FieldChanges() else {
      if !ids.isEmpty, !GivenSelection(context).isGiven, GuidedLoop.isPossible(context) {
        return try walk(ids)
      }
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

  private func walk(_ ids: [RecordID]) throws(Failure) {
    let store = try context.store(.readWrite)
    try GuidedLoop.require(ids, store, context)
    try GuidedLoop(context, store).run(ids, isOrganizing: false)
  }

  private func editText(_ ids: [RecordID], _ changes: FieldChanges) throws(Failure) {
    try requireSomebody()
    guard let id = ids.first, ids.count == 1, changes == FieldChanges() else {
      throw Failure(
        .usage, "usage", "The editor takes one record, and no fields beside it.",
        hint: "Write it like: mm-organize edit q12 --editor")
    }
    let store = try context.store(.readWrite)
    try EditReport(context).write(try EditText(context).run(id, store) ?? Organizer.Edited())
  }
}

extension Edit {
  /// An editor draws where answers go, and waits for keys.
  private func requireSomebody() throws(Failure) {
    let reason: String
    if context.arguments.has("--no-input") {
      reason = "--editor asks for input, and --no-input says that there is none."
    } else if context.isJSON {
      reason = "--editor writes on the terminal, where --json is to write the answer alone."
    } else if !context.output.isTerminal || !standardInputIsTerminal() {
      reason = "--editor needs a terminal for input and output, and there is none."
    } else {
      return
    }
    throw Failure(
      .usage, "usage", reason,
      hint: "Give what should be changed, like: mm-organize edit q12 --amount 250")
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
      if word.isAdded {
        changes.addTags.append(try given.newTag(word.text))
      } else {
        changes.removeTags.append(try given.tag(word.text))
      }
    }
    try given.requireAgreement(of: changes)
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
    try write(edited)
    CoordinateNotes(context).write(
      changes,
      edited.quickRecords.map { ($0.id, $0.fields.place) }
        + edited.transactions.map { ($0.id, $0.fields.place) })
  }

  func write(_ edited: Organizer.Edited) throws(Failure) {
    if context.isJSON {
      return try context.output.write(
        .array(edited.quickRecords.map(\.json) + edited.transactions.map(\.json)))
    }
    if edited.quickRecords.isEmpty && edited.transactions.isEmpty {
      return try context.output.line("nothing is changed")
    }
    try context.output.line(context.isDryRun ? "would become:" : "now:")
    let lines = RecordLines(context)
    for line in lines.captures(edited.quickRecords) + lines.transactions(edited.transactions) {
      try context.output.line(line)
    }
  }
}
