import InboxWatch
import Linux
import Records
import Synchronization

/// The faults that the log has told, so that one which stays is told once however often the memo is tried.
final class ToldFaults: Sendable {
  private struct Told: Equatable {
    let fault: Conclusion
    let files: [FileIdentity]
  }

  private let told = Mutex<[String: Told]>([:])
  /// Beyond this some are told again.
  private static let most = 10_000

  /// Whether these files were held by another fault before, or by none.
  func isNews(_ fault: Conclusion, of memo: ReadyMemo) -> Bool {
    isNews(fault, at: ToldFaults.path(memo), memo.files.map(\.identity))
  }

  func isNews(_ fault: Conclusion, at path: String, _ files: [FileIdentity]) -> Bool {
    let new = Told(fault: fault, files: files)
    return told.withLock { told in
      if told.count >= ToldFaults.most { told = [:] }
      return told.updateValue(new, forKey: path) != new
    }
  }

  /// Something else came of the memo.
  func forget(_ memo: ReadyMemo) { forget(path: ToldFaults.path(memo)) }

  func forget(path: String) {
    told.withLock { told in
      if !told.isEmpty { told[path] = nil }
    }
  }

  private static func path(_ memo: ReadyMemo) -> String { "\(memo.folder.path)/\(memo.name)" }
}
