import Linux
import Records
import Storage
import TestSupport

@testable import Organizing

/// A store of a test with an organiser over it, at 2026-11-30T12:00:00Z in Taipei.
final class OpenStore {
  static let noon = Instant(seconds: 1_796_040_000)
  let folder = TemporaryFolder()
  let store: Store
  let organizer: Organizer

  init() throws {
    store = try Store(at: StorePaths(root: folder["store"]), .createIfMissing)
    organizer = Organizer(store: store, rules: OpenStore.rules, now: OpenStore.noon)
  }

  static let rules = OrganizingRules(
    type: .expense, amounts: AmountReader(configured: .twd), zone: .fixed(8 * 3600))

  /// A captured quick record, as the daemon makes one.
  @discardableResult
  func capture(
    _ fields: RecordFields, sources: [Field: FieldSource] = [:], review: [ReviewNote] = [],
    at instant: Instant = noon
  ) throws -> RecordID {
    try store.write { writer in
      try writer.operation(.capture, by: .ingest, at: instant) {
        try writer.insert(
          NewQuickRecord(
            uuid: UUID(milliseconds: instant.milliseconds), fields: fields, sources: sources,
            review: review, createdAt: instant))
      }
    }
  }

  /// From the keyboard.
  @discardableResult
  func add(_ change: (inout FieldChanges) -> Void) throws -> QuickRecord {
    var changes = FieldChanges()
    change(&changes)
    return try organizer.add(
      Addition(changes, rules: OpenStore.rules, now: OpenStore.noon))
  }

  func quickRecord(_ id: RecordID) throws -> QuickRecord? {
    try store.read { try $0.quickRecord(id) }
  }

  func transactions() throws -> [Transaction] {
    try store.read { try $0.transactions(RecordQuery(.all)) }
  }
}

func tag(_ name: String) throws -> Tag { try Tag(name) }

func money(_ minorUnits: Int64, _ code: String) -> Money? {
  Currency(code: code).flatMap { Money(minorUnits: minorUnits, currency: $0) }
}

/// Why the store refused; nil where it did not or failed otherwise.
func refusal<Result>(_ body: () throws -> Result) -> Refusal? {
  do {
    _ = try body()
    return nil
  } catch StoreError.refused(let refusal) {
    return refusal
  } catch { return nil }
}
