import CommandLineTool
import JSON
import Records

/// What a change of whole records answers: a line each, or an array of the IDs.
struct ChangeReport {
  let context: Context
  init(_ context: Context) { self.context = context }

  func write(_ ids: [RecordID], done: String, planned: String) throws(Failure) {
    if context.isJSON {
      return try context.output.write(.array(ids.map { .string($0.description) }))
    }
    for id in ids { try context.output.line("\(context.isDryRun ? planned : done) \(id)") }
  }
}
