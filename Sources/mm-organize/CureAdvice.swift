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

  /// Nil for what is not held any more, which needs none.
  func cure(of item: QuarantineItem) throws(Failure) -> QuarantineCure? {
    guard item.state == .held else { return nil }
    let circumstances = try context.attempt {
      try context.organizer(store).circumstances(of: item, isSound: isSound)
    }
    return item.cure(in: circumstances)
  }

  /// Only a recording that is known to be broken is; a decoder that gives no answer proves nothing.
  private func isSound(_ file: QuarantineItem.File) -> Bool {
    do throws(Failure) {
      return try RecordingJudge(context).isSound(context.paths.absolute(file.path))
    } catch { return true }
  }

  /// Runs a cure; one that is refused for its code is refused with what helps instead.
  func attempt<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch let refusal as CureRefusal {
      let cure = try cure(of: refusal.item)
      throw Failure(refusal, hint: refusal.hint ?? cure?.sentence)
    } catch { throw Failure(any: error) }
  }
}
