import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Changes of all that a query finds")
struct BulkTests {
  private let book: OpenStore
  private let everything = RecordSelection(
    RecordQuery(), quickRecords: .open, transactions: .all)

  init() throws { book = try OpenStore() }

  private func changes(_ change: (inout FieldChanges) throws -> Void) rethrows -> FieldChanges {
    var changes = FieldChanges()
    try change(&changes)
    return changes
  }

  /// An open quick record and a transaction with `food`, and an open one without.
  private func fill() throws {
    for (seed, name) in ["food", "food", "rent"].enumerated() {
      try book.capture(
        RecordFields(amount: money(Int64(seed + 1) * 100, "TWD"), tags: [try tag(name)]),
        recording: seed)
    }
    _ = try book.organizer.organize([RecordID(.quickRecord, 2)], FieldChanges())
  }

  private func food() throws -> RecordSelection {
    var selection = everything
    selection.query.tags = [try tag("food")]
    return selection
  }

  private func refusal(_ body: () throws -> BulkChange) -> BulkRefusal? {
    do {
      _ = try body()
      return nil
    } catch { return error as? BulkRefusal }
  }

  @Test("a preview says what each would become, and nothing is changed")
  func preview() throws {
    try fill()
    let before = try book.dump()
    let shown = try book.organizer.preview(
      .edit(try food(), try changes { $0.addTags = [try tag("lunch")] }))
    #expect(shown.items.map(\.before.id.description) == ["q1", "t1"])
    #expect(shown.items.allSatisfy { $0.after[0].fields.tags.map(\.name) == ["food", "lunch"] })
    #expect(shown.items.map { $0.changes.map(\.field) } == [["tags"], ["tags"]])
    #expect(try book.dump() == before)
  }

  @Test("more than one record changes only when somebody has said so")
  func consent() throws {
    try fill()
    let before = try book.dump()
    let command = BulkCommand.edit(try food(), changes { $0.note = "x" })
    guard
      case .unconfirmed(let shown)? = refusal({ try book.organizer.carryOut(command, .none) })
    else {
      Issue.record("it was done unasked")
      return
    }
    #expect(shown.items.count == 2)
    #expect(try book.dump() == before)
    #expect(try book.organizer.carryOut(command, .seen(shown)).items.count == 2)
    // All of them have the note now, so one without it is the only change.
    var one = try food()
    one.transactions = nil
    let single = BulkCommand.edit(one, changes { $0.note = "y" })
    #expect(try book.organizer.carryOut(single, .none).items.count == 1)
    #expect(
      try book.organizer.carryOut(command, .none).items.map(\.before.id.description) == ["q1"])
  }

  @Test("what was shown is what is done: where something else has come between, nothing is")
  func changedSince() throws {
    try fill()
    let command = BulkCommand.edit(try food(), changes { $0.note = "x" })
    let shown = try book.organizer.preview(command)
    let new = try book.capture(RecordFields(tags: [try tag("FOOD")]), recording: 7)
    _ = try book.organizer.edit([RecordID(.transaction, 1)], changes { $0.amount = "9" })
    try book.organizer.delete([RecordID(.quickRecord, 1)])
    let before = try book.dump()
    guard
      case .changedSince(let came, let gone, let changed)? = refusal({
        try book.organizer.carryOut(command, .seen(shown))
      })
    else {
      Issue.record("it was done all the same")
      return
    }
    #expect(came == [new])
    #expect(gone == [RecordID(.quickRecord, 1)])
    #expect(changed == [RecordID(.transaction, 1)])
    #expect(try book.dump() == before)
    // Another spelling alone is a change, too.
    let again = try book.organizer.preview(command)
    _ = try book.organizer.carryOut(
      .rename(.tags([try tag("food")], to: try tag("Food"), merging: false)), .given)
    #expect(refusal { try book.organizer.carryOut(command, .seen(again)) } != nil)
  }

  @Test("one that the records do not allow refuses all, and names every such record")
  func refused() throws {
    try fill()
    for seed in 10..<13 { try book.capture(RecordFields(), recording: seed) }
    let before = try book.dump()
    let open = RecordSelection(RecordQuery(), quickRecords: .open, transactions: nil)
    let refused = refusal {
      try book.organizer.carryOut(.organize(open, FieldChanges()), .given)
    }
    #expect(refused?.description.contains("q4") == true)
    #expect(refused?.description.contains("So it is with q5, q6.") == true)
    #expect(try book.dump() == before)
    let yen = refusal {
      try book.organizer.carryOut(
        .edit(
          everything,
          changes {
            $0.amount = "1.5"; $0.currency = Currency(code: "JPY")
          }),
        .given)
    }
    #expect(yen?.description.hasPrefix("q1: ") == true, "\(String(describing: yen))")
  }

  @Test("R07: each kind is one operation, which one undo takes back and one redo returns")
  func oneOperation() throws {
    try fill()
    let transactions = RecordSelection(RecordQuery(), quickRecords: nil, transactions: .all)
    let open = RecordSelection(RecordQuery(), quickRecords: .open, transactions: nil)
    let deleted = RecordSelection(RecordQuery(), quickRecords: .deleted, transactions: .deleted)
    let commands: [BulkCommand] = [
      .edit(
        everything,
        try changes {
          $0.addTags = [try tag("x")]; $0.placeName = "Office"
        }),
      .rename(.tags([try tag("food"), try tag("x")], to: try tag("meal"), merging: true)),
      .rename(.places(["office"], to: "家", merging: false)), .organize(open, FieldChanges()),
      .reopen(transactions), .delete(everything), .restore(deleted),
    ]
    var dumps = [try book.dump()]
    for command in commands {
      let done = try book.organizer.carryOut(command, .given)
      #expect(done.items.count > 1)
      dumps.append(try book.dump())
      #expect(dumps[dumps.count - 1] != dumps[dumps.count - 2])
    }
    // Another program over the same store.
    let again = Organizer(
      store: try Store(at: book.store.paths, .readWrite), rules: OpenStore.rules,
      now: OpenStore.noon)
    for dump in dumps.dropLast().reversed() {
      #expect(try again.undo(1).count == 1)
      #expect(try book.dump() == dump)
    }
    for dump in dumps.dropFirst() {
      #expect(try again.redo(1).count == 1)
      #expect(try book.dump() == dump)
    }
  }

  @Test("a transaction that was made open again is not brought back with the deleted ones")
  func reopened() throws {
    try fill()
    _ = try book.organizer.reopen([RecordID(.transaction, 1)])
    try book.organizer.delete([RecordID(.quickRecord, 3)])
    let deleted = RecordSelection(RecordQuery(), quickRecords: .deleted, transactions: .deleted)
    let done = try book.organizer.carryOut(.restore(deleted), .none)
    #expect(done.items.map(\.before.id.description) == ["q3"])
    #expect(try book.transactions().isEmpty)
  }

  @Test("what changes nothing is no operation")
  func nothing() throws {
    try fill()
    let command = BulkCommand.edit(try food(), try changes { $0.addTags = [try tag("food")] })
    #expect(try book.organizer.carryOut(command, .given).items.isEmpty)
    #expect(try book.store.read { try $0.lastStanding()?.kind } == .organize)
  }
}
