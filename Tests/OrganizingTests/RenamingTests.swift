import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Other names for tags and places")
struct RenamingTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  private func rename(_ old: String..., to new: String, merging: Bool = false) throws -> BulkChange
  {
    try book.organizer.carryOut(
      .rename(.tags(try old.map(tag), to: try tag(new), merging: merging)), .given)
  }

  private func refusal(_ body: () throws -> BulkChange) -> RenamingRefusal? {
    do {
      _ = try body()
      return nil
    } catch { return error as? RenamingRefusal }
  }

  private func names(_ id: RecordID) throws -> [String]? {
    try book.store.read { try $0.record(id).fields.tags.map(\.name) }
  }

  @Test("a tag is renamed wherever it stands, so that nothing that comes back has the old name")
  func everywhere() throws {
    let open = try book.capture(RecordFields(tags: [try tag("a"), try tag("food")]), recording: 1)
    let gone = try book.capture(RecordFields(tags: [try tag("Food")]), recording: 2)
    let kept = try book.capture(
      RecordFields(amount: money(100, "TWD"), tags: [try tag("food")]), recording: 3)
    let made = try #require(try book.organizer.organize([kept], FieldChanges()).first)
    try book.organizer.delete([gone])
    let before = try book.dump()
    let done = try rename("FOOD", to: "meal")
    #expect(done.items.map(\.before.id) == [open, gone, kept, made.id])
    #expect(done.items.filter(\.before.counts).map(\.before.id) == [open, made.id])
    #expect(try names(open) == ["a", "meal"])
    try book.organizer.restore([gone])
    #expect(try names(gone) == ["meal"])
    _ = try book.organizer.reopen([made.id])
    #expect(try names(kept) == ["meal"])
    #expect(try book.quickRecord(kept)?.sources[.tags] == .user)
    _ = try book.organizer.undo(3)
    #expect(try book.dump() == before)
  }

  @Test("several become one: each record has it once, where the first of them stood")
  func merged() throws {
    let id = try book.capture(
      RecordFields(tags: try ["x", "tea", "Drink", "coffee"].map(tag)), recording: 1)
    let other = try book.capture(RecordFields(tags: [try tag("coffee")]), recording: 2)
    #expect(refusal { try rename("tea", to: "drink") } == .taken(.tag, "Drink"))
    _ = try rename("tea", "coffee", to: "DRINK", merging: true)
    // The spelling that was there stays.
    #expect(try names(id) == ["x", "Drink"])
    #expect(try names(other) == ["Drink"])
  }

  @Test("T01: another spelling of the same tag is no other tag, and is given to all that have it")
  func respelt() throws {
    let id = try book.capture(RecordFields(tags: [try tag("Cafe\u{301}")]), recording: 1)
    let done = try rename("CAFÉ", to: "Caf\u{E9}")
    #expect(done.items.count == 1)
    let name = try #require(try names(id)?.first)
    #expect(name.unicodeScalars.elementsEqual("Caf\u{E9}".unicodeScalars))
    #expect(try rename("café", to: "Caf\u{E9}").items.isEmpty)
  }

  @Test("a name that nothing has is refused, and a deleted record alone can have one")
  func missing() throws {
    let id = try book.capture(RecordFields(tags: [try tag("old")]), recording: 1)
    #expect(refusal { try rename("food", to: "meal") } == .noSuchName(.tag, "food"))
    try book.organizer.delete([id])
    #expect(try rename("old", to: "new").items.count == 1)
  }

  @Test("a place takes another name, and its coordinates stay")
  func place() throws {
    let point = try #require(Coordinates(latitude: "25.03", longitude: "121.56"))
    let id = try book.capture(
      RecordFields(place: Place(name: "ice  monster", coordinates: point)), recording: 1)
    try book.capture(RecordFields(place: Place(name: nil, coordinates: point)), recording: 2)
    _ = try book.organizer.carryOut(
      .rename(.places(["ICE  Monster"], to: "Ice Monster", merging: false)), .given)
    #expect(
      try book.quickRecord(id)?.fields.place == Place(name: "Ice Monster", coordinates: point))
    #expect(try book.quickRecord(id)?.sources[.place] == .user)
    _ = try book.organizer.undo(1)
    #expect(try book.quickRecord(id)?.fields.place?.name == "ice  monster")
  }

  @Test("a name counts open records and transactions, and sums these by type and currency")
  func summary() throws {
    func use(
      _ name: String, _ standing: NameUse.Standing, _ units: Int64, _ code: String,
      _ type: TransactionType?
    ) -> NameUse {
      NameUse(
        name: name, key: Place.key(of: name), standing: standing, amount: money(units, code),
        type: type)
    }
    let found = NameSummary.summaries(of: [
      use("Food", .open, 100, "TWD", nil), use("food", .transaction, 200, "TWD", .expense),
      use("food", .transaction, -50, "TWD", .expense),
      use("food", .transaction, 3, "JPY", .expense),
      use("food", .transaction, 7, "TWD", .income), use("FOOD", .organized, 100, "TWD", nil),
      use("FOOD", .deleted, 100, "TWD", nil), use("gone", .deleted, 1, "TWD", .expense),
    ])
    #expect(found.map(\.name) == ["food"])
    #expect(found[0].open == 1 && found[0].transactions == 4)
    #expect(found[0].expense.map(\.description) == ["JPY 3", "TWD 1.50"])
    #expect(found[0].income.map(\.description) == ["TWD 0.07"])
  }
}
