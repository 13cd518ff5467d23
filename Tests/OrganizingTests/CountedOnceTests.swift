import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Money is counted once")
struct CountedOnceTests {
  private let book: OpenStore

  init() throws { book = try OpenStore() }

  /// A stretch of what was captured, in minor units from its start.
  private struct Piece {
    let quick: RecordID
    let range: Range<Int64>
  }

  /// What each transaction has, as this test knows it from what was asked for.
  private struct Model {
    var quicks: [RecordID: Int64] = [:]
    var contents: [RecordID: [Piece]] = [:]

    mutating func split(_ whole: RecordID, _ parts: [Transaction]) {
      var rest = contents[whole] ?? []
      for part in parts {
        var wanted = part.fields.amount?.minorUnits ?? 0
        var pieces: [Piece] = []
        while wanted > 0, let first = rest.first {
          let size = min(wanted, Int64(first.range.count))
          let cut = first.range.lowerBound + size
          pieces.append(Piece(quick: first.quick, range: first.range.lowerBound..<cut))
          rest.removeFirst()
          if cut < first.range.upperBound {
            rest.insert(Piece(quick: first.quick, range: cut..<first.range.upperBound), at: 0)
          }
          wanted -= size
        }
        contents[part.id] = pieces
      }
    }
  }

  private func act(_ random: inout SeededBits, _ model: inout Model, _ step: Int) throws {
    let transactions = model.contents.keys.sorted()
    let one = transactions.randomElement(using: &random) ?? RecordID(.transaction, 1)
    let quick =
      model.quicks.keys.sorted().randomElement(using: &random) ?? RecordID(.quickRecord, 1)
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      let amount = Int64.random(in: 1...900, using: &random)
      let id = try book.capture(RecordFields(amount: money(amount, "TWD")), recording: step)
      model.quicks[id] = amount
    case 1, 2:
      for made in try book.organizer.organize([quick], FieldChanges()) {
        model.contents[made.id] = [Piece(quick: quick, range: 0..<(model.quicks[quick] ?? 0))]
      }
    case 3, 4, 5:
      let count = Int.random(in: 2...3, using: &random)
      model.split(one, try book.organizer.split(one, equally: count))
    case 6, 7, 8:
      let parts = try book.transaction(one)?.parts ?? []
      let chosen =
        parts.isEmpty ? Set([one] + transactions.shuffled(using: &random).prefix(2)) : Set(parts)
      let made = try book.organizer.merge(chosen.sorted())
      let pieces = chosen.sorted().flatMap { model.contents[$0] ?? [] }
      if model.contents[made.id] == nil { model.contents[made.id] = pieces }
    case 9: try book.organizer.delete([one])
    case 10, 11: try book.organizer.restore([one])
    case 12: _ = try book.organizer.reopen([one])
    case 13, 14:
      let last = try book.store.read { try $0.lastOperations(1).first?.number } ?? 1
      let number = Int64.random(in: max(1, last - 12)...last, using: &random)
      _ = try book.organizer.undo(operation: number)
    default: _ = try book.organizer.redo(1)
    }
  }

  /// Two that live and have the same stretch of a capture.
  private func overlap(_ model: Model) throws -> String? {
    let (live, open) = try book.store.read { reader in
      (try reader.transactions(RecordQuery(.all)), try reader.quickRecords(RecordQuery(.open)))
    }
    var pieces = open.map { ($0.id, Piece(quick: $0.id, range: 0..<(model.quicks[$0.id] ?? 0))) }
    for transaction in live {
      pieces += (model.contents[transaction.id] ?? []).map { (transaction.id, $0) }
    }
    pieces.sort {
      ($0.1.quick, $0.1.range.lowerBound) < ($1.1.quick, $1.1.range.lowerBound)
    }
    for ((one, first), (other, second)) in zip(pieces, pieces.dropFirst())
    where first.quick == second.quick && first.range.upperBound > second.range.lowerBound {
      return "\(one) and \(other) both have \(second.quick)"
    }
    return nil
  }

  @Test(
    "whatever is split, merged, deleted, restored, opened again, taken back out of order and returned",
    arguments: 1...4 as ClosedRange<UInt64>)
  func session(_ seed: UInt64) throws {
    var random = SeededBits(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var model = Model()
    var done = 0
    for step in 1...700 {
      do {
        try act(&random, &model, step)
        done += 1
      } catch is StoreError {} catch is SplitRefusal {} catch is MergeRefusal {}
      let found = try overlap(model)
      try #require(found == nil, "step \(step)")
    }
    #expect(done > 150)
    let (faults, links, dangling) = try book.store.read { reader in
      (try reader.shareFaults(), try reader.linkFaults(), try reader.danglingReferences())
    }
    #expect(faults.isEmpty && links.isEmpty && dangling.isEmpty)
  }
}
