import InboxWatch
import Records
import Storage

/// How the filing of one memo ended.
enum Filed: Sendable {
  /// Recorded, revised or set aside, and durably so; its files may leave the inbox.
  case ended(Ending)
  /// Files that were taken before. How they look now is durable where they stay, and `removals` where they leave.
  case known([InboxFile], removals: [StoredRemoval])
  /// A sidecar that stays until something comes that it belongs to.
  case waitsForRecording
  /// A fault of the world; nothing has moved.
  case failed(WaitingCode, message: String)

  /// The files that may leave the inbox.
  var removals: [StoredRemoval] {
    switch self {
    case .ended(let ending): ending.removals
    case .known(_, let removals): removals
    case .waitsForRecording, .failed: []
    }
  }

  var hasFailed: Bool {
    if case .failed = self { true } else { false }
  }

  struct Ending: Sendable {
    let kind: Outcome.Kind
    let record: RecordID?
    let removals: [StoredRemoval]
    /// The line for the log, without the time it took.
    let line: String
  }
}
