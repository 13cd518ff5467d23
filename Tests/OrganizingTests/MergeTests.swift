import Records
import Storage
import Testing

@testable import Organizing

@Suite("Merging")
struct MergeTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  @Test(
    "R08: three quick records that were one payment become one transaction, exact and with every recording"
  )
  func threeOfOne() throws {
    let three = [
      try book.transaction(10_001, ["food"], recording: 1, note: "soup"),
      try book.transaction(4_999, ["Food", "tea"], recording: 2),
      try book.transaction(1, ["trip"], recording: 3, note: "coin"),
    ]
    let before = try book.dump()
    let merged = try book.organizer.merge(three.map(\.id))
    #expect(merged.fields.amount == money(15_001, "TWD"))
    #expect(merged.fields.tags.map(\.name) == ["food", "tea", "trip"])
    #expect(merged.fields.note == "soup; coin")
    #expect(merged.quickRecords == three.flatMap(\.quickRecords))
    #expect(merged.recordings == three.flatMap(\.recordings) && merged.recordings.count == 3)
    #expect(merged.mergedFrom == three.map(\.id))
    #expect(try book.transactions() == [merged])
    for one in three {
      let kept = try #require(try book.transaction(one.id))
      #expect(kept.deleted && kept.mergedInto == merged.id && kept.fields == one.fields)
      #expect(
        refusal { try book.organizer.restore([one.id]) }
          == .merged(one.id, into: merged.id, living: [merged.id]))
    }
    #expect(try book.isUndone(to: before))
    #expect(try book.quickRecord(three[1].quickRecords[0])?.transactions.first == merged.id)
    // All of them are open again with it.
    #expect(try book.organizer.reopen([merged.id]).count == 3)
    _ = try book.organizer.undo(2)
    #expect(try book.transactions() == three)
  }

  @Test(
    "what came back of an expense is merged with that expense, or with what else came back of it")
  func refunds() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let other = try book.transaction(3_000, recording: 2)
    func back(_ units: Int64, _ seed: Int) throws -> RecordID {
      let made = try book.transaction(units, recording: seed)
      var changes = FieldChanges()
      changes.refund = .of(paid.id)
      _ = try book.organizer.edit([made.id], changes)
      return made.id
    }
    let one = try back(5_000, 3)
    let two = try back(1_000, 4)
    let before = try book.dump()
    do {
      _ = try book.organizer.merge([one, other.id])
      Issue.record("its link would be lost")
    } catch let refusal as MergeRefusal {
      #expect(refusal.cause == .refunds && refusal.ids == [one])
    }
    #expect(try book.dump() == before)
    let both = try book.organizer.merge([one, two])
    #expect(both.refundOf == paid.id && both.fields.amount == money(-6_000, "TWD"))
    let net = try book.organizer.merge([paid.id, both.id])
    #expect(net.refundOf == nil && net.fields.amount == money(6_000, "TWD"))
    _ = try book.organizer.undo(2)
    #expect(try book.dump() == before)
  }

  @Test("R08: other currencies and other types are refused with the cure, and nothing is changed")
  func mixed() throws {
    let one = try book.transaction(100, recording: 1)
    let foreign = try book.transaction(100, recording: 2, currency: "USD")
    let income = try book.transaction(100, recording: 3, type: .income)
    let start = try book.dump()
    func cause(_ ids: RecordID...) -> MergeRefusal.Cause? {
      do {
        _ = try book.organizer.merge(ids)
        return nil
      } catch { return (error as? MergeRefusal)?.cause }
    }
    #expect(cause(one.id, foreign.id) == .currencies)
    #expect(cause(one.id, income.id) == .types)
    #expect(cause(one.id) == .one)
    #expect(try book.dump() == start)
    let largest = try book.transaction(999_999_999_999_999_999, recording: 4)
    #expect(cause(largest.id, one.id) == .tooLarge)
    try book.organizer.delete([largest.id])
    #expect(refusal { try book.organizer.merge([one.id, largest.id]) } == .deleted(largest.id))
    let none = RecordID(.transaction, 99)
    #expect(refusal { try book.organizer.merge([one.id, none]) } == .noSuchRecord(none))
    #expect(try book.transactions().count == 3)
  }

  @Test("time is that of the first, and the place of the first that has one")
  func first() throws {
    let one = try book.transaction(100, recording: 1)
    let other = try book.transaction(200, recording: 2)
    var changes = FieldChanges()
    changes.placeName = "Office"
    changes.at = .day(CalendarDay(daysSinceEpoch: 20_000))
    _ = try book.organizer.edit([other.id], changes)
    let merged = try book.organizer.merge([one.id, other.id])
    #expect(merged.occurredAt == one.occurredAt)
    #expect(merged.fields.place?.name == "Office")
    #expect(merged.sources[.place] == .user)
  }

  @Test("parts of a whole that were merged with something else keep the whole away")
  func stranger() throws {
    let whole = try book.transaction(900, recording: 1)
    let parts = try book.organizer.split(whole.id, equally: 3).map(\.id)
    let other = try book.transaction(50, recording: 2).id
    let merged = try book.organizer.merge([parts[0], other])
    #expect(merged.recordings.count == 2)
    #expect(try book.spent() == [950])
    let rest = try book.organizer.merge(Array(parts.dropFirst()))
    #expect(rest.id != whole.id)
    #expect(try book.spent() == [950])
    try book.organizer.delete([merged.id, rest.id])
    #expect(
      refusal { try book.organizer.restore([whole.id]) }
        == .merged(whole.id, into: merged.id, living: []))
    #expect(
      refusal { try book.organizer.restore([parts[0]]) }
        == .merged(parts[0], into: merged.id, living: []))
    try book.organizer.restore([merged.id, rest.id])
    #expect(try book.spent() == [950])
    // One recording that two of them have is one recording.
    #expect(try book.organizer.merge([merged.id, rest.id]).recordings.count == 2)
  }
}
