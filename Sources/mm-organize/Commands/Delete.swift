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
    let store = try context.store(.readWrite)
    try context.attempt {
      try context.organizer(store).restore(ids, dryRun: context.isDryRun)
    }
    try ChangeReport(context).write(ids, done: "restored", planned: "would restore")
  }
}
