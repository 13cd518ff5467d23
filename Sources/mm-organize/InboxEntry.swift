import JSON
import Records
import Storage

/// One name in an inbox.
struct InboxEntry {
  enum State: String {
    /// The daemon says what for.
    case waiting
    /// Not looked at yet.
    case present
    /// A folder, a link or a device, which stays where it is.
    case ignored
    /// Taken, and it stays.
    case kept
  }

  /// What the daemon says of a memo.
  struct Said {
    let code: String
    let since: String?
    let message: String
    let arrived: String?
    /// What it waited for before: code, since, until, times and message of each.
    let before: [JSONObject]
  }

  let inbox: String
  let name: FileName
  /// The other half, if it is there.
  let pair: FileName?
  let isFile: Bool
  let said: Said?
  /// What it was taken as, where files stay.
  let kept: KeptInboxFile?

  var state: State {
    guard isFile else { return .ignored }
    if kept != nil { return .kept }
    return said == nil ? .present : .waiting
  }

  func message(isRunning: Bool) -> String {
    switch state {
    case .waiting: said?.message ?? ""
    case .ignored: "Only regular files are taken; this is none, so it stays."
    case .kept:
      kept?.record.map { "It was taken as \($0), and stays." }
        ?? "It brought nothing new, and stays."
    case .present where isRunning: "It is looked at next."
    case .present: "It waits for mm-ingestd to run."
    }
  }

  func json(isRunning: Bool) -> JSONValue {
    [
      "inbox": .string(inbox), "name": .string(name.description),
      "role": .string(name.isSidecarName ? "sidecar" : "recording"),
      "pair": JSONValue(pair?.description), "state": .string(state.rawValue),
      "code": JSONValue(said?.code), "since": JSONValue(said?.since),
      "message": .string(message(isRunning: isRunning)),
      "record": JSONValue(kept?.record?.description),
    ]
  }
}
