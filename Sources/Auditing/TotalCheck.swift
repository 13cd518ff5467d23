import Records
import Storage

/// Day totals as reports show them equal the sum of the rows, added up in another way.
struct TotalCheck {
  let reader: StoreReader
  /// The totals that are shown of these transactions.
  let shown: ([Transaction]) -> [DaySum]

  func totals() throws(StoreError) -> [Problem] {
    let shown = TotalCheck.table(shown(try reader.transactions(RecordQuery(.all))))
    let summed = TotalCheck.table(try reader.daySums())
    return Set(shown.keys).union(summed.keys).sorted().compactMap {
      key -> Problem? in
      guard shown[key] != summed[key] else { return nil }
      let minor = { (units: Int128?) in units.map { "\($0)" } ?? "nothing" }
      return Problem(
        .dayTotalWrong,
        "The \(key.type) of \(key.day) in \(key.currency) is shown as \(minor(shown[key])) in its smallest unit, and the transactions add up to \(minor(summed[key])). Look at 'mm-organize transactions --on \(key.day)', and put a backup in the store's place."
      )
    }
  }

  private struct Key: Hashable, Comparable {
    let day: String
    let type: String
    let currency: String

    static func < (one: Key, other: Key) -> Bool {
      (one.day, one.type, one.currency) < (other.day, other.type, other.currency)
    }
  }

  private static func table(_ sums: [DaySum]) -> [Key: Int128] {
    Dictionary(
      sums.map { (Key(day: $0.day, type: $0.type, currency: $0.currency), $0.minorUnits) },
      uniquingKeysWith: +)
  }
}
