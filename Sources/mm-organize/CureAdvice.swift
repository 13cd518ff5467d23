import CommandLineTool
import Organizing
import Records
import Storage

/// Which cures of what was set aside are not refused as things are now.
struct CureAdvice {
  let context: Context
  let store: Store
  init(_ context: Context, _ store: Store) {
    self.context = context
    self.store = store
  }

  /// Nil for what is not held any more, which needs none. Recordings are decoded where it depends on them.
  func cure(of item: QuarantineItem) throws(Failure) -> QuarantineCure? {
    try cure(of: item, isBroken: isBroken)
  }

  /// The same as if each recording could be kept, which takes a look to know.
  func cureUnjudged(of item: QuarantineItem) throws(Failure) -> QuarantineCure? {
    try cure(of: item) { _ in false }
  }

  private func cure(
    of item: QuarantineItem, isBroken: (QuarantineItem.File) -> Bool
  ) throws(Failure) -> QuarantineCure? {
    guard item.state == .held else { return nil }
    let circumstances: CureCircumstances
    do {
      circumstances = try context.organizer(store).circumstances(of: item, isBroken: isBroken)
    } catch {
      // What cannot be looked at now may be as it should: nothing is said against it.
      context.output.note("\(item.id): \(Failure(any: error).message)")
      circumstances = CureCircumstances()
    }
    return item.cure(in: circumstances)
  }

  /// Only a recording that is known to be broken is; a decoder that gives no answer proves nothing.
  private func isBroken(_ file: QuarantineItem.File) -> Bool {
    do throws(Failure) {
      return try RecordingJudge(context).isBroken(context.paths.absolute(file.path))
    } catch { return false }
  }

  /// Runs a cure; one that is refused for its code is refused with what helps instead.
  func attempt<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch let refusal as CureRefusal {
      let cure = try cure(of: refusal.item)
      throw Failure(refusal, hint: refusal.hint ?? cure?.sentence)
    } catch { throw Failure(any: error) }
  }
}
