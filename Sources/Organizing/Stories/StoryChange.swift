import Records
import Storage

/// One field that became another: nil is "none" or "not known".
public struct StoryChange: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case money(Money)
    case text(String)
    case digest(Digest)
  }

  /// By its JSON key: a field of the record, or `occurred_at`, `review`, `sidecar`, `part_of`, `merged_into`, `refund_of`,
  /// `state`, `deleted`.
  public let field: String
  public let from: Value?
  public let to: Value?
  /// Where the new value came from.
  public let source: FieldSource?
}

extension StoryChange {
  /// What differs between two states of a record; `before` is nil for one that is new.
  static func between(_ before: JournaledRecord?, _ after: JournaledRecord) -> [StoryChange] {
    let old = before ?? JournaledRecord()
    var changes: [StoryChange] = []
    func compare(_ field: String, _ from: Value?, _ to: Value?, _ source: FieldSource? = nil) {
      guard from != to else { return }
      changes.append(StoryChange(field: field, from: from, to: to, source: source))
    }
    func compare(_ field: Field, _ value: (JournaledRecord) -> Value?) {
      compare(field.rawValue, value(old), value(after), after.sources[field])
    }
    compare(.amount) { $0.fields.amount.map(Value.money) }
    // With an amount it is the amount's.
    if old.fields.amount == nil, after.fields.amount == nil {
      compare(.currency) { $0.fields.currency.map { .text($0.code) } }
    }
    compare(.tags) { record in
      let names = record.fields.tags.map(\.name)
      return names.isEmpty ? nil : .text(names.joined(separator: ", "))
    }
    compare(.type) { $0.fields.type.map { .text($0.rawValue) } }
    compare("occurred_at", text(old.occurredAt), text(after.occurredAt))
    compare(.capturedAt) { text($0.fields.capturedAt) }
    compare(.place) { $0.fields.place.map { .text($0.line) } }
    compare(.note) { $0.fields.note.map(Value.text) }
    compare(.id) { $0.writerID.map(Value.text) }
    compare(.audio) { $0.audio.map(Value.digest) }
    compare("review", codes(old.review), codes(after.review))
    for sidecar in after.sidecars.dropFirst(old.sidecars.count) {
      compare("sidecar", nil, .digest(sidecar))
    }
    compare("part_of", text(old.partOf), text(after.partOf))
    compare("merged_into", text(old.mergedInto), text(after.mergedInto))
    compare("refund_of", text(old.refundOf), text(after.refundOf))
    compare("state", old.state.map(Value.text), after.state.map(Value.text))
    if before != nil {
      compare("deleted", .text("\(old.isDeleted)"), .text("\(after.isDeleted)"))
    }
    return changes
  }

  private static func text(_ moment: Moment?) -> Value? { moment.map { .text($0.description) } }

  private static func text(_ id: RecordID?) -> Value? { id.map { .text($0.description) } }

  private static func codes(_ codes: [ReviewCode]) -> Value? {
    codes.isEmpty ? nil : .text(codes.map(\.rawValue).joined(separator: ", "))
  }
}

extension Place {
  fileprivate var line: String {
    [name, coordinates.map { "\($0.latitude), \($0.longitude)" }].compactMap { $0 }
      .joined(separator: "  ")
  }
}
