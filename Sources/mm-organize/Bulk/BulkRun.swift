import CommandLineTool
import JSON
import LineEditing
import Linux
import Organizing
import Storage

/// Carries out a change of many records: shown first, and done when somebody has said so.
struct BulkRun {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run(_ command: BulkCommand) throws(Failure) {
    let store = try context.store(.readWrite)
    let organizer = context.organizer(store)
    let report = BulkReport(context, command)
    if context.isDryRun {
      return try report.write(try context.attempt { try organizer.preview(command) })
    }
    let consent: BulkConsent = context.arguments.has("--yes") ? .given : .none
    switch try attempt({ try organizer.carryOut(command, consent) }) {
    case .done(let change): try report.write(change)
    case .unconfirmed(let shown):
      guard try confirms(shown, report) else {
        if context.isJSON { try context.output.write(.array([])) }
        return context.output.note("Nothing was changed.")
      }
      let done = try context.attempt { try organizer.carryOut(command, .seen(shown)) }
      try context.isJSON ? report.writeItems(done) : context.output.line(report.summary(done))
    }
  }

  private enum Attempt {
    case done(BulkChange)
    case unconfirmed(BulkChange)
  }

  private func attempt(_ body: () throws -> BulkChange) throws(Failure) -> Attempt {
    do { return .done(try body()) } catch BulkRefusal.unconfirmed(let shown) {
      return .unconfirmed(shown)
    } catch { throw Failure(any: error) }
  }

  /// What is shown stands where the question does, so that standard output stays the answer alone.
  private func confirms(_ shown: BulkChange, _ report: BulkReport) throws(Failure) -> Bool {
    guard Confirmation.isPossible, !context.arguments.has("--no-input") else {
      throw Failure(any: BulkRefusal.unconfirmed(shown))
    }
    report.noteLeft(shown)
    for line in report.lines(shown) { writeStandardError(line + "\n") }
    return Confirmation.ask(
      report.question(shown), program: Declaration.program.name)
  }
}
