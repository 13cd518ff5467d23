import Records
import Storage

/// What outcomes tell: how memos came, what they waited for, and how they ended.
extension Storyteller {
  /// The way of a memo to its end.
  func way(of outcome: Outcome) -> [StoryEvent] {
    var events: [StoryEvent] = []
    for (name, arrived) in [
      (outcome.recording, outcome.recordingArrived), (outcome.sidecar, outcome.sidecarArrived),
    ] {
      guard let name, let arrived else { continue }
      events.append(
        StoryEvent(
          at: arrived, .arrived, by: nil, message: "\(name) came to \(outcome.inbox)."))
    }
    let name = outcome.recording ?? outcome.sidecar ?? FileName("")
    for wait in outcome.waits { events.append(StoryEvent(wait, of: name, by: .ingest)) }
    return events
  }

  /// The end of a memo, as far as its outcome alone tells.
  func end(of outcome: Outcome) -> StoryEvent {
    let kind: StoryEvent.Kind =
      switch outcome.kind {
      case .recorded: .recorded
      case .revised: .revised
      case .duplicate: .duplicate
      case .quarantined: .quarantined
      case .ignored: .ignored
      case .withdrawn: .withdrawn
      }
    return StoryEvent(
      at: outcome.at, kind, by: .ingest, record: outcome.record, message: sentence(outcome))
  }

  private func sentence(_ outcome: Outcome) -> String {
    let name = outcome.recording ?? outcome.sidecar ?? FileName("")
    let record = outcome.record?.description ?? "nothing"
    switch outcome.kind {
    case .recorded:
      let sidecar = outcome.sidecar.map { "with \($0)" } ?? "without a sidecar"
      return "Recorded \(name) \(sidecar) as \(record)."
    case .revised:
      return "\(outcome.sidecar ?? name) changed \(record)."
    case .duplicate where outcome.record?.kind == .quarantine:
      return "Set \(name) aside as \(record)."
    case .duplicate where outcome.recording == nil:
      return
        "Removed \(name): \(outcome.record.map { "\($0) has" } ?? "its recording has") it already."
    case .duplicate:
      return "Removed \(name): the same recording is \(record) already."
    case .quarantined: return "Set \(name) aside as \(record)."
    case .ignored: return "Left \(name) alone."
    case .withdrawn: return "\(name) went away."
    }
  }
}

extension StoryEvent {
  /// A wait of a memo that ended since, or of one that still lies in its inbox.
  public init(_ wait: MemoWait, of name: FileName, by program: Program) {
    let times = wait.times > 1 ? ", \(wait.times) times" : ""
    let span = wait.until.map { " for \(spanText($0.duration(since: wait.since)))\(times)" } ?? ""
    self.init(
      at: wait.since, wait.until == nil ? .waiting : .waited, by: program,
      code: wait.code.rawValue,
      message:
        "\(name) \(wait.until == nil ? "waits" : "waited")\(span) (\(wait.code.rawValue)). \(wait.message ?? wait.code.sentence)",
      until: wait.until, times: wait.times)
  }
}

/// `0.4 s`, `12 s`, `3 min`, `2 h`, `4 d`: a span as a person says it.
private func spanText(_ span: Duration) -> String {
  let milliseconds = max(0, Int64(span / .milliseconds(1)))
  let seconds = milliseconds / 1000
  switch seconds {
  case ..<10: return secondsText(milliseconds / 100 * 100)
  case ..<120: return "\(seconds) s"
  case ..<7200: return "\(seconds / 60) min"
  case ..<172_800: return "\(seconds / 3600) h"
  default: return "\(seconds / 86_400) d"
  }
}
