import CommandLineTool
import Organizing
import Storage

/// Why an operation cannot be stepped over, with a cure that has been tried.
struct SteppingRefusal {
  let organizer: Organizer

  func attempt<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw failure(error) }
  }

  private func failure(_ error: any Error) -> Failure {
    let plain = Failure(any: error)
    switch error {
    case StoreError.refused(.changedSince(_, let later, _, _)): return overtaken(plain, by: later)
    case StoreError.refused(.comesAfter(_, let earlier, _)): return early(plain, after: earlier)
    case StoreError.refused(.undoneAlready(let number, _)):
      guard refusal({ _ = try organizer.redo(operation: number, dryRun: true) }) == nil else {
        return plain
      }
      return plain.hinting("Return it: mm-organize redo --op \(number)")
    default: return plain
    }
  }

  /// Over the operation that is in the way another may stand, and over that one more; each is later than the one before.
  private func overtaken(_ plain: Failure, by later: Int64) -> Failure {
    var first = later
    while let why = refusal({ _ = try organizer.undo(operation: first, dryRun: true) }) {
      guard case StoreError.refused(.changedSince(_, let next, _, _)) = why else {
        let said = Failure(any: why).message
        return Failure(plain.status, plain.code, "\(plain.message) \(said)", hint: plain.hint)
      }
      first = next
    }
    return plain.hinting("Take back operation \(first) first: mm-organize undo --op \(first)")
  }

  /// Before the operation that is missing another may be; each is earlier than the one before.
  private func early(_ plain: Failure, after earlier: Int64) -> Failure {
    var first = earlier
    while let why = refusal({ _ = try organizer.redo(operation: first, dryRun: true) }) {
      guard case StoreError.refused(.comesAfter(_, let next, _)) = why else {
        let said = Failure(any: why).message
        return Failure(plain.status, plain.code, "\(plain.message) \(said)", hint: plain.hint)
      }
      first = next
    }
    return plain.hinting("Return operation \(first) first: mm-organize redo --op \(first)")
  }

  private func refusal(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch { return error }
  }
}

extension Failure {
  fileprivate func hinting(_ hint: String) -> Failure {
    Failure(status, code, message, hint: hint)
  }
}
