import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `history`: the operations of the journal, newest first, or those on one record.
struct History {
  let context: Context
  init(_ context: Context) { self.context = context }

  private static let usualCount = 20

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord, .transaction, .quarantine)
    let limit = try count()
    var count = 0
    let told = try context.read { reader in
      var operations: [Operation]
      if let id = ids.first {
        operations = try reader.operations(of: id).reversed()
        if operations.isEmpty { throw StoreError.refused(.noSuchRecord(id)) }
        if let limit { operations = Array(operations.prefix(limit)) }
      } else {
        operations = try reader.lastOperations(limit ?? History.usualCount)
        count = try reader.operationCount()
      }
      let storyteller = Storyteller(reader)
      return try operations.map { ($0, try storyteller.story(of: $0)) }
    }
    try HistoryLines(context).write(told)
    // Whoever has said how many wants no more.
    if limit == nil, !context.isJSON, count > told.count {
      try context.output.line(
        context.paint.dim(
          "… and \(count - told.count) earlier; for all of them: mm-organize history --last \(count)"
        ))
    }
  }

  private func count() throws(Failure) -> Int? {
    guard let word = context.arguments.value("--last") else { return nil }
    guard let count = Int(word), count > 0 else {
      throw Failure(
        .usage, "usage", "'\(word.visible)' is no number of operations.",
        hint: "Write how many to show, like --last 50.")
    }
    return count
  }
}
