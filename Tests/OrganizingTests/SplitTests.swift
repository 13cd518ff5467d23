import Records
import Storage
import Testing

@testable import Organizing

@Suite("Splitting")
struct SplitTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  private func sentence(_ id: RecordID, _ amounts: String...) throws -> String {
    do {
      _ = try book.organizer.split(id, into: amounts.map { Share(amount: $0) })
      return "nothing was refused"
    } catch let error as SplitRefusal { return error.description }
  }

  @Test("R04: a tag of the whole holds for its parts, and every total has the parts once")
  func tags() throws {
    let whole = try book.transaction(12_000, ["trip"], recording: 1, note: "with Ann")
    let made = try book.organizer.split(
      whole.id,
      into: [
        Share(amount: "40", tags: [try tag("food")]), Share(amount: "80", tags: [try tag("Trip")]),
      ])
    #expect(made.map { $0.fields.tags.map(\.name) } == [["trip", "food"], ["trip"]])
    #expect(units(made) == [4_000, 8_000])
    #expect(try book.spent() == [12_000])
    #expect(try book.spent("trip") == [12_000])
    #expect(try book.spent("food") == [4_000])
    for part in made {
      #expect(part.partOf == whole.id)
      #expect(part.occurredAt == whole.occurredAt && part.fields.note == "with Ann")
      #expect(part.quickRecords == whole.quickRecords && part.recordings == whole.recordings)
    }
    let split = try #require(try book.transaction(whole.id))
    #expect(split.deleted && split.parts == made.map(\.id))
    #expect(split.fields == whole.fields)
  }

  @Test(
    "R06: parts of one size differ by one smallest unit at most, and add up",
    arguments: [
      (1_000, "TWD", 3, [334, 333, 333]), (-1_000, "TWD", 3, [-334, -333, -333]),
      (100, "JPY", 3, [34, 33, 33]), (5, "KWD", 4, [2, 1, 1, 1]),
      (12_000, "TWD", 2, [6_000, 6_000]),
      (
        999_999_999_999_999_999, "TWD", 2, [500_000_000_000_000_000, 499_999_999_999_999_999]
      ),
    ] as [(Int64, String, Int, [Int64])])
  func equalParts(_ whole: Int64, _ currency: String, _ count: Int, _ parts: [Int64]) throws {
    let id = try book.transaction(whole, recording: 1, currency: currency).id
    #expect(units(try book.organizer.split(id, equally: count)) == parts)
  }

  @Test(
    "R06: split in three, put together, split again, and one part deleted: the original is the original"
  )
  func unsplit() throws {
    let whole = try book.transaction(1_000, ["food"], recording: 1)
    let first = try book.organizer.split(whole.id, equally: 3)
    #expect(units(first) == [334, 333, 333])
    let before = try book.dump()
    let back = try book.organizer.merge(first.map(\.id).reversed())
    #expect(back.fields == whole.fields && back.uuid == whole.uuid && !back.deleted)
    #expect(back.sources == whole.sources && back.parts.isEmpty)
    #expect(back.mergedFrom == first.map(\.id))
    #expect(try book.isUndone(to: before))

    let second = try book.organizer.split(whole.id, equally: 3)
    #expect(try book.transaction(whole.id)?.parts == second.map(\.id))
    let undeleted = try book.dump()
    try book.organizer.delete([second[1].id])
    #expect(units(try book.transactions()) == [334, 333])
    #expect(try book.isUndone(to: undeleted))
    // Without one of them they are not the whole.
    let rest = try book.organizer.merge([second[0].id, second[2].id])
    #expect(rest.id != whole.id && rest.fields.amount == money(667, "TWD"))
    #expect(
      refusal { try book.organizer.restore([whole.id]) }
        == .merged(whole.id, into: rest.id, living: [rest.id]))
    _ = try book.organizer.undo(1)
    try book.organizer.restore([second[1].id])
    #expect(try book.organizer.merge(second.map(\.id)).id == whole.id)
    #expect(try book.transactions() == [try #require(try book.transaction(whole.id))])
    #expect(try book.spent() == [1_000])
  }

  @Test("R07: a split is taken back and returned with every row as it was")
  func undone() throws {
    let whole = try book.transaction(1_000, ["food"], recording: 1)
    let before = try book.dump()
    let parts = try book.organizer.split(whole.id, equally: 3)
    #expect(try book.isUndone(to: before))
    #expect(try book.transactions().map(\.id) == parts.map(\.id))
    _ = try book.organizer.undo(1)
    #expect(try book.transactions() == [whole])
    #expect(try book.transaction(parts[0].id) == nil)
  }

  @Test("parts that do not add up are refused, with the difference and the amount that would fit")
  func uneven() throws {
    let id = try book.transaction(12_000, recording: 1).id
    let before = try book.dump()
    #expect(
      try sentence(id, "40", "70")
        == "The parts add up to TWD 110.00, which is TWD 10.00 less than \(id) has: TWD 120.00. The last part would have to be TWD 80.00."
    )
    #expect(try sentence(id, "40", "90").contains("TWD 10.00 more"))
    #expect(try sentence(id, "40", "90").contains("would have to be TWD 80.00."))
    #expect(try sentence(id, "130", "10").contains("Make the others smaller, too."))
    #expect(try sentence(id, "120").contains("One part is the whole"))
    #expect(try sentence(id, "120", "0").contains("cannot be 0"))
    #expect(try sentence(id, "130", "-10").contains("has not the sign"))
    #expect(try sentence(id, "100", "USD 20").contains("another currency"))
    let huge = "9999999999999999.99"
    #expect(try sentence(id, huge, huge, huge, huge).contains("add up to TWD 39999999999999999.96"))
    #expect(throws: FieldRefusal.self) {
      try book.organizer.split(id, into: [Share(amount: "many"), Share(amount: "1")])
    }
    #expect(throws: SplitRefusal.self) { try book.organizer.split(id, equally: 1) }
    #expect(throws: SplitRefusal.self) { try book.organizer.split(id, equally: 12_001) }
    #expect(try book.dump() == before)
  }

  @Test("a split refund has negative parts, refunds of the same; nothing has no parts")
  func signs() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let quick = try book.capture(RecordFields(amount: money(5_000, "TWD")), recording: 2)
    var changes = FieldChanges()
    changes.refund = .of(paid.id)
    let refund = try #require(try book.organizer.organize([quick], changes).first)
    #expect(try sentence(refund.id, "20", "30").contains("its parts are all negative"))
    let parts = try book.organizer.split(
      refund.id, into: [Share(amount: "-20"), Share(amount: "-30")])
    #expect(units(parts) == [-2_000, -3_000])
    #expect(parts.allSatisfy { $0.refundOf == paid.id })
    let nothing = try book.transaction(0, recording: 3)
    #expect(try sentence(nothing.id, "1", "2").contains("an amount of 0"))
  }

  @Test("a part keeps its amount and its type, and what else it has can be changed")
  func parts() throws {
    let whole = try book.transaction(12_000, recording: 1)
    let part = try book.organizer.split(whole.id, equally: 2)[0].id
    var changes = FieldChanges()
    changes.amount = "59"
    #expect(refusal { try book.organizer.edit([part], changes) } == .isPart(part, of: whole.id))
    changes = FieldChanges()
    changes.type = .income
    #expect(refusal { try book.organizer.edit([part], changes) } == .isPart(part, of: whole.id))
    changes = FieldChanges()
    changes.note = "tea"
    changes.amount = "60"
    #expect(try book.organizer.edit([part], changes).transactions.first?.fields.note == "tea")
  }

  @Test("nothing brings money back beside itself")
  func once() throws {
    let whole = try book.transaction(1_200, recording: 1).id
    let parts = try book.organizer.split(whole, equally: 2).map(\.id)
    let inner = try book.organizer.split(parts[0], equally: 3).map(\.id)
    #expect(
      refusal { try book.organizer.restore([whole]) } == .counted(whole, in: [parts[1]] + inner))
    #expect(refusal { try book.organizer.restore([parts[0]]) } == .counted(parts[0], in: inner))
    #expect(
      refusal { try book.organizer.edit([whole], FieldChanges()) }
        == .superseded(whole, by: [parts[1]] + inner))
    // Once no part of it lives, the whole can, and none of the parts can any more.
    try book.organizer.delete([parts[1]] + inner)
    let before = try book.dump()
    try book.organizer.restore([whole])
    #expect(try book.spent() == [1_200])
    for part in parts {
      #expect(
        refusal { try book.organizer.restore([part]) }
          == .merged(part, into: whole, living: [whole]))
    }
    #expect(
      refusal { try book.organizer.restore([inner[1]]) } == .counted(inner[1], in: [whole])
        || refusal { try book.organizer.restore([inner[1]]) }
          == .merged(inner[1], into: whole, living: [whole])
    )
    let again = try book.organizer.split(whole, equally: 2).map(\.id)
    #expect(
      refusal { try book.organizer.restore([parts[1]]) }
        == .merged(parts[1], into: whole, living: again))
    _ = try book.organizer.undo(2)
    #expect(try book.dump() == before)
  }

  @Test("a part is not opened again while others of its quick record live")
  func reopen() throws {
    let whole = try book.transaction(1_200, recording: 1)
    let parts = try book.organizer.split(whole.id, equally: 3).map(\.id)
    let quick = whole.quickRecords[0]
    let shared = Refusal.shared(parts[0], quickRecord: quick, with: Array(parts.dropFirst()))
    #expect(refusal { try book.organizer.reopen([parts[0]]) } == shared)
    #expect(shared.description.hasSuffix("mm-organize merge \(parts[0]) \(parts[1]) \(parts[2])"))
    _ = try book.organizer.merge(parts)
    let before = try book.dump()
    #expect(try book.organizer.reopen([whole.id]).map(\.id) == [quick])
    #expect(try book.isUndone(to: before))
    #expect(refusal { try book.organizer.restore([whole.id]) } == .reopened(whole.id))
  }

  @Test("what was merged with a part that is open again is not brought back beside it")
  func reopenedPart() throws {
    let whole = try book.transaction(1_200, recording: 1)
    let parts = try book.organizer.split(whole.id, equally: 2).map(\.id)
    let other = try book.transaction(500, recording: 2).id
    let merged = try book.organizer.merge([parts[0], other]).id
    #expect(refusal { try book.organizer.reopen([merged]) } != nil)
    try book.organizer.delete([merged])
    let before = try book.dump()
    #expect(try book.organizer.reopen([parts[1]]).map(\.id) == whole.quickRecords)
    #expect(refusal { try book.organizer.restore([merged]) } == .reopened(merged))
    #expect(try book.isUndone(to: before))
  }

  @Test("the making of what another names is not taken back")
  func named() throws {
    let paid = try book.transaction(12_000, recording: 1)
    let making = try #require(try book.store.read { try $0.lastOperations(1).first })
    let quick = try book.capture(RecordFields(amount: money(5_000, "TWD")), recording: 2)
    var changes = FieldChanges()
    changes.refund = .of(paid.id)
    let refund = try #require(try book.organizer.organize([quick], changes).first)
    #expect(
      refusal { try book.organizer.undo(operation: making.number) }
        == .namedByTransaction(paid.id, refund.id))
    #expect(try book.transaction(paid.id)?.refunds == [refund.id])
  }

  @Test("a dry run makes nothing, and says what it would make")
  func dryRun() throws {
    let whole = try book.transaction(1_000, recording: 1)
    let before = try book.dump()
    #expect(units(try book.organizer.split(whole.id, equally: 3, dryRun: true)) == [334, 333, 333])
    #expect(try book.dump() == before)
  }

  @Test("the story of a part tells of its whole, and of what became of it")
  func story() throws {
    let whole = try book.transaction(1_000, recording: 1).id
    let parts = try book.organizer.split(whole, equally: 2).map(\.id)
    _ = try book.organizer.merge(parts)
    let told = try book.store.read { try Storyteller($0).story(of: parts[0]) }.map(\.message)
    for sentence in [
      "Split \(whole) into \(parts[0]), \(parts[1]).", "Made \(parts[0]) a part of \(whole).",
      "Put \(parts[0]) into \(whole).",
      "Put \(parts[0]), \(parts[1]) together again: \(whole) is as it was.",
    ] { #expect(told.contains(sentence), "\(told)") }
  }

  @Test("what only lost a link, or went into its whole again, is told of as that")
  func storyOfLinks() throws {
    let whole = try book.transaction(1_000, recording: 1)
    func last() throws -> [String] {
      try book.store.read { reader in
        try reader.lastOperations(1).flatMap { try Storyteller(reader).story(of: $0) }
      }.map(\.message)
    }
    let parts = try book.organizer.split(whole.id, equally: 2).map(\.id)
    try book.organizer.delete(parts)
    try book.organizer.restore([whole.id])
    #expect(
      try last() == [
        "Brought \(whole.id) back.", "Put \(parts[0]) into \(whole.id).",
        "Put \(parts[1]) into \(whole.id).",
      ])
    _ = try book.organizer.reopen([whole.id])
    #expect(
      try last() == ["Made \(whole.quickRecords[0]) open again.", "Deleted \(whole.id)."])
  }
}
