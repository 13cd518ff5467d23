import JSON
import Records

/// The waits of a memo as the text of one column.
enum StoredWaits {
  /// Nil where there is none: most memos wait for nothing.
  static func text(of waits: [MemoWait]) -> String? {
    guard !waits.isEmpty else { return nil }
    return JSONValue.array(
      waits.map { wait in
        var object: JSONObject = [
          "code": .string(wait.code.rawValue), "since": .integer(wait.since.nanoseconds),
        ]
        object["until"] = wait.until.map { .integer($0.nanoseconds) }
        if wait.times != 1 { object["times"] = .integer(wait.times) }
        object["message"] = wait.message.map(JSONValue.string)
        return .object(object)
      }
    ).text()
  }

  /// Without those whose code this version does not know.
  static func read(_ value: JSONValue) -> [MemoWait] {
    (value.array ?? []).compactMap(\.object).compactMap { object in
      guard let code = object["code"]?.string.flatMap(WaitingCode.init(rawValue:)),
        let since = object["since"]?.integer
      else { return nil }
      return MemoWait(
        code: code, since: Instant(nanoseconds: since),
        until: (object["until"]?.integer).map { Instant(nanoseconds: $0) },
        times: Int(object["times"]?.integer ?? 1), message: object["message"]?.string)
    }
  }
}
