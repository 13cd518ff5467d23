import CommandLineTool
import Organizing
import Storage

/// `undo`: takes back what was done last, or one operation by its number.
struct Undo {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let number = try OperationNumber(context)?.value
    let count = try OperationCount(context).value
    let store = try context.store(.readWrite)
    let organizer = context.organizer(store)
    let done = try SteppingRefusal(organizer: organizer).attempt {
      if let number { return try organizer.undo(operation: number, dryRun: context.isDryRun) }
      return try organizer.undo(count, dryRun: context.isDryRun)
    }
    try SteppedLines(context).write(
      done, of: number == nil ? count : 1,
      verb: context.isDryRun ? "would take back" : "took back", areUndone: !context.isDryRun)
  }
}

/// `redo`: returns what was taken back last, or one operation by its number.
struct Redo {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let number = try OperationNumber(context)?.value
    let count = try OperationCount(context).value
    let store = try context.store(.readWrite)
    let organizer = context.organizer(store)
    let done = try SteppingRefusal(organizer: organizer).attempt {
      if let number { return try organizer.redo(operation: number, dryRun: context.isDryRun) }
      return try organizer.redo(count, dryRun: context.isDryRun)
    }
    try SteppedLines(context).write(
      done, of: number == nil ? count : 1,
      verb: context.isDryRun ? "would return" : "returned", areUndone: context.isDryRun)
  }
}

/// How many operations, 1 where nothing is said.
private struct OperationCount {
  let value: Int

  init(_ context: Context) throws(Failure) {
    guard let word = context.arguments.operands.first else {
      value = 1
      return
    }
    guard let count = Int(word), (1...100_000).contains(count) else {
      throw Failure(
        .usage, "usage", "'\(word.visible)' is no number of operations.",
        hint: "Write how many, like 3; one operation is named by --op and its number.")
    }
    value = count
  }
}

private struct OperationNumber {
  let value: Int64

  /// Nil where none is named.
  init?(_ context: Context) throws(Failure) {
    guard let word = context.arguments.value("--op") else { return nil }
    guard context.arguments.operands.isEmpty else {
      throw Failure(
        .usage, "usage", "'--op' names one operation, and a number says how many of the last.",
        hint: "Give the one or the other.")
    }
    guard let number = Int64(word), number > 0 else {
      throw Failure(
        .usage, "usage", "'\(word.visible)' is no number of an operation.",
        hint: "The numbers: mm-organize history")
    }
    value = number
  }
}

/// What was stepped over: a line for each event of it, or a document.
private struct SteppedLines {
  let context: Context
  init(_ context: Context) { self.context = context }

  /// `asked` is how many it was to be, `areUndone` whether they are taken back now.
  func write(
    _ steps: [Organizer.SteppedOver], of asked: Int, verb: String, areUndone: Bool
  ) throws(Failure) {
    if steps.count < asked {
      context.output.note(
        "There \(steps.count == 1 ? "is" : "are") only \(steps.count), not \(asked).")
    }
    let lines = HistoryLines(context)
    if context.isJSON {
      return try context.output.write(
        .array(steps.map { lines.json($0.operation, $0.story, isUndone: areUndone) }))
    }
    for step in steps {
      for event in step.story {
        try context.output.line("\(verb) \(step.operation.number): \(lines.sentence(event))")
      }
    }
  }
}
