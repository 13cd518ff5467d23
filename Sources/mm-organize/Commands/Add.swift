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
    changes.amount = context.arguments.operands[0]
    changes.addTags = try context.arguments.operands.dropFirst().map { text throws(Failure) in
      try given.newTag(text)
    }
    try requireAmountFirst()
    // What is wrong with the fields is said before anything is made.
    _ = try addition(changes, nil)
    let store = try store()
    let recording = try context.arguments.value("--audio").map { path throws(Failure) in
      try RecordingJudge(context).judged(path, store, keeping: context.places.general)
    }
    let addition = try addition(changes, recording)
    let record =
      if let store {
        try context.attempt {
          try context.organizer(store).add(addition, dryRun: context.isDryRun)
        }
      } else {
        addition.preview(now: context.now)
      }
    if context.isJSON { return try context.output.write(record.json) }
    try context.output.line(context.isDryRun ? "would add:" : "added:")
    for line in RecordLines(context).captures([record]) { try context.output.line(line) }
  }

  /// `add coffee 45` has an amount, in another place.
  private func requireAmountFirst() throws(Failure) {
    let words = context.arguments.operands
    guard !words[0].contains(where: \.isNumber),
      let amount = words.dropFirst().first(where: { WordAdvice.isNumber($0) })
    else { return }
    let ordered = [amount] + words.filter { $0 != amount }
    throw Failure(
      .usage, "usage", "The amount comes first, and '\(words[0].visible)' is none.",
      hint: "Write it like: mm-organize add \(ordered.map(\.shellWord).joined(separator: " "))")
  }

  private func addition(
    _ changes: FieldChanges, _ recording: JudgedFile?
  ) throws(Failure) -> Addition {
    do throws(FieldRefusal) {
      return try Addition(
        changes, recording: recording, rules: context.rules, now: context.now)
    } catch { throw Failure(error) }
  }

  /// A dry run makes no store; nil where there is none then.
  private func store() throws(Failure) -> Store? {
    guard context.isDryRun else { return try context.store(.createIfMissing) }
    do throws(StoreError) { return try Store(at: context.paths, .readWrite) } catch {
      guard case .notFound = error else { throw Failure(error) }
      return nil
    }
  }
}
