/// The keys of a sidecar in the order of the contract's table; an earlier name of a field wins over a later one.
enum SidecarKey: String, CaseIterable {
  case amount
  case currency
  case tags
  case capturedAt = "captured_at"
  case recordedAt = "recorded_at"
  case place
  case location
  case type
  case note
  case sha256
  case id

  var field: Field {
    switch self {
    case .amount: .amount
    case .currency: .currency
    case .tags: .tags
    case .capturedAt, .recordedAt: .capturedAt
    case .place, .location: .place
    case .type: .type
    case .note: .note
    case .sha256: .audio
    case .id: .id
    }
  }

  /// The key that an unknown one was probably meant to be: other letter case or separators, or one slip, and
  /// two in a long key; more would take `account` for `amount`.
  static func likely(for unknown: String) -> SidecarKey? {
    guard unknown.utf8.count <= 32 else { return nil }
    let plain = plainForm(unknown)
    return allCases.first { key in
      let known = plainForm(key.rawValue)
      let allowance = known.count <= 2 ? 0 : known.count < 8 ? 1 : 2
      return distance(plain, known) <= allowance
    }
  }

  private static func plainForm(_ key: String) -> [Character] {
    key.lowercased().filter { !"_- ".contains($0) }
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for (i, a) in one.enumerated() {
      var row = [i + 1]
      for (j, b) in other.enumerated() {
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == other[j - 1], one[i - 1] == b {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
