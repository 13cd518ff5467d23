import Records
import SQLite

extension RecordQuery {
  /// The query as a WHERE condition with its values.
  func condition(_ kind: RecordID.Kind) -> (sql: String, values: [any Bindable]) {
    let isTransaction = kind == .transaction
    let table = isTransaction ? "transaction_record" : "quick_record"
    let tagTable = isTransaction ? "transaction_tag" : "quick_record_tag"
    let day =
      isTransaction
      ? "occurred_day"
      : "coalesce(captured_day, date(quick_record.created_at / 1000000000, 'unixepoch'))"
    var parts: [String] = []
    var values: [any Bindable] = []
    func add(_ sql: String, _ new: any Bindable...) {
      parts.append(sql)
      values += new
    }

    switch state {
    case .open:
      add(isTransaction ? "0" : "\(table).organized_at IS NULL AND \(table).deleted_at IS NULL")
    case .organized:
      add(
        isTransaction
          ? "deleted_at IS NULL"
          : "\(table).organized_at IS NOT NULL AND \(table).deleted_at IS NULL")
    case .all: add("\(table).deleted_at IS NULL")
    case .deleted: add("\(table).deleted_at IS NOT NULL")
    }
    if let from { add("\(day) >= ?", from.description) }
    if let to { add("\(day) <= ?", to.description) }
    for tag in tags {
      add("\(table).id IN (SELECT \(table) FROM \(tagTable) WHERE key = ?)", tag.key)
    }
    for tag in withoutTags {
      add("\(table).id NOT IN (SELECT \(table) FROM \(tagTable) WHERE key = ?)", tag.key)
    }
    if let text {
      let pattern = "%\(RecordQuery.literal(text))%"
      add(
        """
        (note LIKE ? ESCAPE '\\' OR place LIKE ? ESCAPE '\\' OR \(table).id IN
          (SELECT \(table) FROM \(tagTable) WHERE name LIKE ? ESCAPE '\\'))
        """, pattern, pattern, pattern)
    }
    if let currency { add("currency = ?", currency.code) }
    if let minimum {
      add("currency = ? AND amount >= ?", minimum.currency.code, minimum.minorUnits)
    }
    if let maximum {
      add("currency = ? AND amount <= ?", maximum.currency.code, maximum.minorUnits)
    }
    if let type { add("type = ?", type.rawValue) }
    if let place { add("place LIKE ? ESCAPE '\\'", RecordQuery.literal(place)) }
    if let hasAudio {
      let isThere =
        isTransaction
        ? "EXISTS (SELECT 1 FROM transaction_recording WHERE transaction_record = transaction_record.id)"
        : "quick_record.audio IS NOT NULL"
      add(hasAudio ? isThere : "NOT \(isThere)")
    }
    if let needsReview {
      let isNeeded = isTransaction ? "0" : "(review <> '[]' OR amount IS NULL)"
      add(needsReview ? isNeeded : "NOT (\(isNeeded))")
    }
    return (parts.joined(separator: " AND "), values)
  }

  /// Text for LIKE, in which no character has a meaning of its own.
  private static func literal(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "%" || character == "_" || character == "\\" { result += "\\" }
      result.append(character)
    }
  }
}
