import CommandLineTool
import JSON
import Organizing
import Records
import Storage

/// `quarantine fix`: records a recording with a corrected sidecar.
struct QuarantineFixing {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let changes = try GivenFields(context: context).changes()
    let ids = try context.ids(.quarantine)
    let store = try context.store(.readWrite)
    guard let item = try context.heldItems(ids, store).first else { return }
    let organizer = context.organizer(store)
    let advice = CureAdvice(context, store)
    let plan = try advice.attempt {
      try organizer.plan(
        item, recording: context.arguments.value("--recording"),
        sidecar: context.arguments.value("--sidecar"), changes)
    }
    let judge = try RecordingJudge(context)
    var judged: [JudgedFile] = []
    for file in plan.recordings {
      do throws(Failure) {
        judged.append(
          try judge.judged(
            context.paths.absolute(file.path), store, keeping: context.places[item.inbox]))
      } catch { throw try error.about(file, of: item, advice) }
    }
    let recordings = judged
    let records = try advice.attempt {
      try organizer.fix(plan, recordings, dryRun: context.isDryRun)
    }
    try CureReport(context).write(records, done: "fixed", planned: "would fix", [item.id])
  }
}

/// `quarantine accept`: takes items as they are.
struct QuarantineAccept {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quarantine)
    let store = try context.store(.readWrite)
    let items = try context.heldItems(ids, store)
    let records = try CureAdvice(context, store).attempt {
      try context.organizer(store).accept(
        items, givingUpRecording: context.arguments.has("--without-audio"),
        dryRun: context.isDryRun)
    }
    try CureReport(context).write(records, done: "accepted", planned: "would accept", ids)
  }
}

/// What a cure answers: the quick records that came of it.
private struct CureReport {
  let context: Context
  init(_ context: Context) { self.context = context }

  func write(
    _ records: [QuickRecord], done: String, planned: String, _ items: [RecordID]
  ) throws(Failure) {
    if context.isJSON { return try context.output.write(.array(records.map(\.json))) }
    let names = items.map(\.description).joined(separator: ", ")
    try context.output.line("\(context.isDryRun ? planned : done) \(names):")
    for line in RecordLines(context).captures(records) { try context.output.line(line) }
  }
}

extension Failure {
  /// What judging said of a file that lies in the quarantine.
  fileprivate func about(
    _ file: QuarantineItem.File, of item: QuarantineItem, _ advice: CureAdvice
  ) throws(Failure) -> Failure {
    guard status == .badData else { return self }
    let cure = try advice.cure(of: item)
    return Failure(status, code, "\(file.name): \(message)", hint: cure?.sentence)
  }
}
