import Linux
import Storage

/// Tells when the store is not in its place any more, and when it is back, whether memos come or not.
struct StoreWatch: Sendable {
  let presence: StorePresence
  let board: StatusBoard
  let report: @Sendable (IngestEvent) -> Void

  /// Until the task is cancelled. `isBack` tries again what waited.
  func run(_ isBack: () async -> Void) async {
    var fault: StoreError?
    while (try? await Task.sleep(for: .seconds(fault == nil ? 5 : 1))) != nil {
      let found = look()
      guard found != fault else { continue }
      fault = found
      if let found {
        report(IngestEvent(.error, found.description))
        await board.note(error: found.description)
      } else {
        report(IngestEvent(.notice, "The store at \(presence.paths.root) is back."))
        await isBack()
      }
    }
  }

  private func look() -> StoreError? {
    do throws(StoreError) {
      try presence.check()
      return nil
    } catch { return error }
  }
}
