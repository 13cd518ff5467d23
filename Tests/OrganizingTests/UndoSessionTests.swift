import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("A long session, taken back and returned")
struct UndoSessionTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  /// What was made so far, whatever became of it.
  private struct Made {
    var records: [RecordID] = []
    var transactions: [RecordID] = []
  }

  /// One thing that either program might do now. The records may not allow it.
  private func act(_ random: inout SeededBits, _ made: inout Made, _ step: Int) throws {
    let tag = Tag(storedName: "tag\(step % 9)", key: "tag\(step % 9)")
    let record = made.records.randomElement(using: &random) ?? RecordID(.quickRecord, 1)
    let transaction = made.transactions.randomElement(using: &random) ?? RecordID(.transaction, 1)
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1:
      let amount = money(Int64.random(in: -999...99_999, using: &random), "TWD")
      // Some recordings come again.
      let seed = Int.random(in: 0..<300, using: &random)
      made.records.append(
        try book.capture(
          RecordFields(amount: amount, tags: [tag], note: "step \(step)"), recording: seed))
    case 2:
      let added = try book.add {
        $0.amount = "\(step)"
        $0.addTags = [tag]
      }
      made.records.append(added.id)
    case 3:
      guard let found = try book.quickRecord(record) else {
        throw StoreError.refused(.nothingToUndo)
      }
      try book.revise(found) { $0.tags = [tag] + $0.tags.prefix(1).filter { $0 != tag } }
    case 4, 5:
      let several = Set([record] + made.records.suffix(1))
      made.transactions += try book.organizer.organize(several.sorted(), FieldChanges()).map(\.id)
    case 6: try book.organizer.delete([record])
    case 7: try book.organizer.delete([transaction])
    case 8: try book.organizer.restore([record])
    case 9:
      let count = Int.random(in: 2...4, using: &random)
      made.transactions += try book.organizer.split(transaction, equally: count).map(\.id)
    case 10:
      // Often the parts of one split, so that some become their whole again.
      let parts = try book.transaction(transaction)?.parts ?? []
      let others = Set([transaction] + made.transactions.suffix(2)).sorted()
      made.transactions.append(
        try book.organizer.merge(parts.isEmpty ? others : parts).id)
    case 11:
      var changes = FieldChanges()
      changes.note = "step \(step)"
      if step % 3 == 0 { changes.amount = "\(step)" }
      if step % 7 == 0, let other = made.transactions.last { changes.refund = .of(other) }
      if step % 11 == 0 { changes.refund = .withdrawn }
      _ = try book.organizer.edit([step % 2 == 0 ? transaction : record], changes)
    case 12:
      var changes = FieldChanges()
      changes.addTags = [tag]
      changes.removeTags = [Tag(storedName: "tag1", key: "tag1")]
      _ = try book.organizer.edit([transaction], changes)
    case 13: _ = try book.organizer.reopen([transaction])
    default: try book.organizer.restore([transaction])
    }
  }

  @Test("1,000 operations of both programs, as many undos, and the redos of all of them")
  func session() throws {
    try book.capture(
      RecordFields(amount: money(1, "TWD"), note: "was there before"), recording: 999)
    let start = try book.dump()
    var random = SeededBits(state: 0x2545_F491_4F6C_DD1D)
    var made = Made()
    var refused = 0
    var step = 0
    var last: Int64 = 1
    var done = 0
    while done < 1_000 {
      step += 1
      do { try act(&random, &made, step) } catch StoreError.refused {
        refused += 1
      } catch is SplitRefusal { refused += 1 } catch is MergeRefusal { refused += 1 }
      // What changed nothing is no operation.
      let newest = try book.store.read { try $0.lastOperations(1).first?.number } ?? 0
      if newest > last { done += 1 }
      last = newest
    }
    // Otherwise nothing would have been in the way of anything.
    #expect(refused > 100)
    let end = try book.dump()
    let export = try book.export()
    let operations = try book.store.read { try $0.lastOperations(1_000) }
    let kinds = Set(operations.map(\.kind))
    #expect(
      kinds == [
        .capture, .revise, .organize, .delete, .restore, .split, .merge, .edit, .reopen,
      ])
    try expectCountedOnce()
    #expect(operations.count == 1_000)
    #expect(Set(operations.map(\.program)) == [.ingest, .organize])
    for operation in operations { _ = try book.organizer.undo(operation: operation.number) }
    #expect(try book.dump() == start)
    _ = try book.organizer.redo(1_000)
    #expect(try book.dump() == end)
    #expect(try book.export() == export)
    try expectCountedOnce()
  }

  @Test(
    "operations taken back and returned by their numbers, in any order that is allowed, leave nothing behind"
  )
  func byNumber() throws {
    let start = try book.dump()
    var random = SeededBits(state: 0x9E37_79B9_7F4A_7C15)
    var made = Made()
    var stepped = 0
    var refused = 0
    for step in 1...1_200 {
      do {
        guard step % 2 == 0 else {
          try act(&random, &made, step)
          continue
        }
        let operations = try book.store.read { try $0.lastOperations(60) }
        guard
          let any = operations.filter({ $0.kind != .undo && $0.kind != .redo })
            .randomElement(using: &random)
        else { continue }
        if any.undoneBy == nil {
          _ = try book.organizer.undo(operation: any.number)
        } else {
          _ = try book.organizer.redo(operation: any.number)
        }
        stepped += 1
      } catch StoreError.refused { refused += 1 } catch is SplitRefusal {
        refused += 1
      } catch is MergeRefusal { refused += 1 }
      if step % 50 == 0 { try expectCountedOnce() }
    }
    #expect(stepped > 200 && refused > 100, "\(stepped) stepped over, \(refused) refused")
    let standing = try book.store.read { try $0.lastOperations(2_000) }
      .filter { $0.undoneBy == nil && $0.kind != .undo && $0.kind != .redo }
    #expect(standing.count > 100)
    for operation in standing { _ = try book.organizer.undo(operation: operation.number) }
    #expect(try book.dump() == start)
  }

  /// Whatever was done, each capture counts at most once: nothing lives beside a part of itself, and all references hold.
  private func expectCountedOnce() throws {
    let (faults, dangling, links) = try book.store.read { reader in
      (try reader.shareFaults(), try reader.danglingReferences(), try reader.linkFaults())
    }
    #expect(faults.isEmpty && dangling.isEmpty && links.isEmpty)
  }
}
