import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// `delete`: soft; `restore` brings it back.
struct Delete {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord, .transaction)
    if let selection = try GivenSelection(context).selection(
      quickRecords: .open, transactions: .all, ids: ids)
    {
      return try BulkRun(context).run(.delete(selection))
    }
    let store = try context.store(.readWrite)
    try context.attempt {
      try context.organizer(store).delete(ids, dryRun: context.isDryRun)
    }
    try ChangeReport(context).write(ids, done: "deleted", planned: "would delete")
  }
}

/// `restore`: brings deleted records back.
struct Restore {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quickRecord, .transaction)
    if let selection = try GivenSelection(context).selection(
      quickRecords: .deleted, transactions: .deleted, ids: ids)
    {
      return try BulkRun(context).run(.restore(selection))
    }
    let store = try context.store(.readWrite)
    let restored = try context.attempt {
      try context.organizer(store).restore(ids, dryRun: context.isDryRun)
    }
    for id in ids where !restored.contains(id) { context.output.note("\(id) is not deleted.") }
    try ChangeReport(context).write(restored, done: "restored", planned: "would restore")
  }
}
