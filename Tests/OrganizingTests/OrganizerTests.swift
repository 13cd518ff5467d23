import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Organising")
struct OrganizerTests {
  @Test("a transaction has what was captured, and a type and a time by default")
  func keepsTheCapture() throws {
    let book = try OpenStore()
    let captured = Moment.time(Timestamp(Instant(seconds: 1_796_000_000), offset: 9 * 3600))
    let id = try book.capture(
      RecordFields(
        amount: money(12_000, "TWD"), tags: [try tag("food")], note: "with Ann",
        capturedAt: captured, place: Place(name: "Ice Monster", coordinates: nil)),
      sources: [.amount: .sidecar])
    let made = try #require(try book.organizer.organize([id], FieldChanges()).first)
    #expect(made.fields.amount == money(12_000, "TWD"))
    #expect(made.fields.tags == [try tag("food")])
    #expect(made.fields.note == "with Ann")
    #expect(made.fields.place?.name == "Ice Monster")
    #expect(made.fields.type == .expense)
    #expect(made.occurredAt == captured)
    #expect(made.quickRecords == [id])
    #expect(made.sources[.amount] == .sidecar)
    #expect(made.sources[.type] == .defaults)
    #expect(try book.quickRecord(id)?.transactions == [made.id])
  }

  @Test("what is given overrides the capture, and is known to come from the user")
  func overrides() throws {
    let book = try OpenStore()
    let id = try book.capture(
      RecordFields(
        amount: money(12_000, "TWD"), tags: [try tag("food"), try tag("lunch")], type: .expense,
        place: Place(
          name: "Home", coordinates: Coordinates(latitude: "25.0330", longitude: "121.5654"))))
    var changes = FieldChanges()
    changes.amount = "250"
    changes.type = .income
    changes.at = .day(CalendarDay(daysSinceEpoch: 20_000))
    changes.placeName = "Office"
    changes.removesCoordinates = true
    changes.addTags = [try tag("refund"), try tag("Food")]
    changes.removeTags = [try tag("LUNCH")]
    let made = try #require(try book.organizer.organize([id], changes).first)
    #expect(made.fields.amount == money(25_000, "TWD"))
    #expect(made.fields.type == .income)
    #expect(made.occurredAt == changes.at)
    #expect(made.fields.place == Place(name: "Office", coordinates: nil))
    #expect(made.fields.tags.map(\.name) == ["food", "refund"])
    for field in [Field.amount, .type, .place, .tags] { #expect(made.sources[field] == .user) }
    #expect(try book.quickRecord(id)?.fields.amount == money(12_000, "TWD"))
  }

  @Test("organising twice is refused and names the transaction")
  func twice() throws {
    let book = try OpenStore()
    let id = try book.capture(RecordFields(amount: money(100, "TWD")))
    let made = try #require(try book.organizer.organize([id], FieldChanges()).first)
    #expect(
      refusal { try book.organizer.organize([id], FieldChanges()) }
        == .alreadyOrganized(id, as: made.id))
  }

  @Test("several records are organised together, or none of them is")
  func allOrNone() throws {
    let book = try OpenStore()
    let one = try book.capture(RecordFields(amount: money(100, "TWD")))
    let silent = try book.capture(RecordFields())
    #expect(
      refusal { try book.organizer.organize([one, silent], FieldChanges()) }
        == .missing(.amount, of: silent))
    #expect(try book.transactions().isEmpty)
    #expect(try book.quickRecord(one)?.organized == false)
    var changes = FieldChanges()
    changes.amount = "5"
    #expect(try book.organizer.organize([one, silent], changes).count == 2)
  }

  @Test("a dry run finds every refusal, answers what would be, and changes nothing")
  func dryRun() throws {
    let book = try OpenStore()
    let one = try book.capture(RecordFields(amount: money(100, "TWD")))
    let planned = try book.organizer.organize([one], FieldChanges(), dryRun: true)
    #expect(planned.map(\.quickRecords) == [[one]])
    #expect(try book.transactions().isEmpty)
    #expect(
      refusal { try book.organizer.organize([one, one], FieldChanges(), dryRun: true) } != nil)
    #expect(try book.organizer.organize([one], FieldChanges()).map(\.id) == planned.map(\.id))
  }

  @Test("a record without a date occurred when it was made, as a clock of the zone shows it")
  func undated() throws {
    let book = try OpenStore()
    let evening = Instant(seconds: 1_796_040_000 + 5 * 3600)
    let id = try book.capture(RecordFields(amount: money(100, "TWD")), at: evening)
    let made = try #require(try book.organizer.organize([id], FieldChanges()).first)
    #expect(made.occurredAt.description == "2026-12-01T01:00:00+08:00")
  }

  @Test("deleting is soft, and restoring brings a record back as it was")
  func deleteAndRestore() throws {
    let book = try OpenStore()
    let id = try book.capture(RecordFields(amount: money(100, "TWD"), tags: [try tag("food")]))
    let before = try book.quickRecord(id)
    try book.organizer.delete([id], dryRun: true)
    #expect(try book.quickRecord(id)?.deleted == false)
    try book.organizer.delete([id])
    #expect(try book.quickRecord(id)?.deleted == true)
    #expect(refusal { try book.organizer.organize([id], FieldChanges()) } == .deleted(id))
    try book.organizer.restore([id])
    #expect(try book.quickRecord(id) == before)
  }
}
