import Configuration
import Ingest
import Linux

/// Lines on standard error: with `<N>` before each where the journal reads them, plain elsewhere.
struct Log: Sendable {
  private let isJournal = standardErrorIsJournal()
  let isQuiet: Bool

  /// A slip is more than a line that a later version will know.
  func write(_ notice: SettingNotice) {
    let level: IngestEvent.Level = notice.cause == .unknownVariable ? .warning : .notice
    write(IngestEvent(level, notice.description))
  }

  func write(_ event: IngestEvent) {
    if isQuiet, event.level.rawValue > IngestEvent.Level.warning.rawValue { return }
    writeStandardError(
      (isJournal ? "<\(event.level.rawValue)>" : "") + event.description + "\n")
  }
}
