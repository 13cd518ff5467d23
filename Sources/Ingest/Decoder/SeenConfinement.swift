import JSON
import Records
import Synchronization

/// How the latest decoder of a session is confined, for the status file.
final class SeenConfinement: Sendable {
  /// Whether a decoder with gaps is not used.
  let isRequired: Bool
  private let latest = Mutex<[ConfinementGap]?>(nil)

  init(isRequired: Bool = false) { self.isRequired = isRequired }

  func note(_ gaps: [ConfinementGap]) { latest.withLock { $0 = gaps } }

  /// Nil before a decoder has run.
  var gaps: [ConfinementGap]? { latest.withLock { $0 } }

  /// The members of `decoder` that tell of it.
  var json: JSONObject {
    let gaps = gaps
    return [
      "confinement": JSONValue(gaps.map { ConfinementLevel(without: $0).rawValue }),
      "required": .bool(isRequired),
      "gaps": .array(
        (gaps ?? []).map { ["step": .string($0.step.rawValue), "message": .string($0.reason)] }),
    ]
  }
}
