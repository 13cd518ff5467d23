import InboxWatch
import Records
import Storage

/// How the filing of one memo ended.
enum Filed: Sendable {
  /// Recorded, revised or set aside, and durably so; its files may leave the inbox.
  case ended(Ending)
  /// Files that were taken before, and stay; how they look now is durable.
  case known([InboxFile])
  /// A sidecar that stays until something comes that it belongs to.
  case waitsForRecording
  /// A fault of the world; nothing has moved.
  case failed(WaitingCode, message: String)

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
