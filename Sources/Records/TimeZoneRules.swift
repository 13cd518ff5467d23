/// The one configured time zone, as far as the domain needs it: the offset east of UTC, in seconds, at an
/// instant. The rules come from outside (`localtime_r`), since the words know no files.
public struct TimeZoneRules: Sendable {
  public let offset: @Sendable (_ secondsSinceEpoch: Int64) -> Int

  public init(offset: @escaping @Sendable (_ secondsSinceEpoch: Int64) -> Int) {
    self.offset = offset
  }

  public static let utc = TimeZoneRules { _ in 0 }

  public static func fixed(_ offset: Int) -> TimeZoneRules { TimeZoneRules { _ in offset } }

  /// A whole sentence where a clock of the zone never reads `localSeconds` (as if it were UTC), or reads it twice.
  public func doubt(ofLocal localSeconds: Int64) -> String? {
    let offsets = Set([-86_400, 0, 86_400].map { offset(localSeconds + $0) })
    switch offsets.filter({ offset(localSeconds - Int64($0)) == $0 }).count {
    case 0: return "The clocks were put forward over this time, so that no clock showed it."
    case 1: return nil
    default: return "The clocks were put back, so that they showed this time twice."
    }
  }

  /// The offset of a clock that reads `localSeconds` (as if it were UTC). In the hour that a clock shows
  /// twice the earlier is meant; a time that the clock skipped reads as the clock before the gap.
  public func offset(ofLocal localSeconds: Int64) -> Int {
    let before = offset(localSeconds - 86_400)
    let after = offset(localSeconds + 86_400)
    let earlier = max(before, after)
    let later = min(before, after)
    if offset(localSeconds - Int64(earlier)) == earlier { return earlier }
    if offset(localSeconds - Int64(later)) == later { return later }
    return before
  }
}
