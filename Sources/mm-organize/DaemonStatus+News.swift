import Auditing
import JSON
import Records

extension DaemonStatus {
  /// What an audit compares the store with; nil where no daemon runs, or it has not said anything yet.
  var news: DaemonNews? {
    guard let document, let counts = DaemonStatus.numbers(document["counts"]),
      let started = DaemonStatus.instant(document["started"])
    else { return nil }
    let suspects = inboxes.flatMap { inbox in
      (inbox["waiting"]?.array ?? []).compactMap(\.object)
        .filter { $0["code"]?.string == WaitingCode.suspect.rawValue }
        .map { memo in
          DaemonNews.Suspected(
            path: "\(inbox["path"]?.string ?? "")/\(memo["name"]?.string ?? "")",
            since: DaemonStatus.instant(memo["since"]) ?? started)
        }
    }
    return DaemonNews(
      started: started, counts: counts,
      before: DaemonStatus.numbers(document["counts_before"]), suspects: suspects)
  }

  private static func instant(_ value: JSONValue?) -> Instant? {
    let moments = MomentReader(
      zone: TimeZoneRules { _ in 0 }, now: Instant(nanoseconds: .max))
    return (try? value?.string.map(moments.read))?.moment.instant
  }

  private static func numbers(_ value: JSONValue?) -> [String: Int]? {
    guard let members = value?.object?.members else { return nil }
    return Dictionary(
      members.compactMap { member in member.value.integer.map { (member.key, Int($0)) } },
      uniquingKeysWith: { one, _ in one })
  }
}
