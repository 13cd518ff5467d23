import Glibc
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

@Suite("Storms: four people at the books", .serialized, .fewAtATime)
struct OrganizingStormTests {
  /// What the loops were told is done: whatever answered 0 must be so at the end.
  private struct Ledger {
    /// The transaction of each record, and the loop that made it.
    var organized: [Int: (transaction: Int, loop: Int)] = [:]
    var deletedRecords: Set<Int> = []
    var deletedTransactions: Set<Int> = []
    var refusals = 0
    var faults: [String] = []
  }

  @Test(
    "Q01: four loops organise with tags, delete and restore while 2,000 memos arrive: no change is lost"
  )
  func fourLoops() throws {
    let home = Household()
    let daemon = home.startDaemon(["--quiet"])
    let ledger = Mutex(Ledger())
    let dropped = Mutex<Set<[UInt8]>>([])
    let isOver = Atomic(false)
    try onThreads(5, name: "storm") { [home] worker in
      guard worker < 4 else {
        for number in 1...2000 {
          if let digest = home.dropCounted(number) { dropped.withLock { _ = $0.insert(digest) } }
          // So that there is something to organise from the first to the last.
          if number % 100 == 0 { _ = eventually { listFolder(home.inbox).count < 40 } }
        }
        _ = eventually { home.inboxIsEmpty }
        isOver.store(true, ordering: .releasing)
        return
      }
      var round = 0
      while !isOver.load(ordering: .acquiring) {
        step(round, of: worker, home, ledger)
        round += 1
      }
    }
    daemon.end()
    let account = try home.account(
      "four loops of mm-organize", of: dropped.withLock { $0 })
    #expect(account.isExact && account.recorded == 2000)
    try check(ledger.withLock { $0 }, home)
    try home.expectSoundStore()
  }

  /// One change of one loop: all loops want the same records, the newest that are open.
  private func step(
    _ round: Int, of loop: Int, _ home: Household, _ ledger: borrowing Mutex<Ledger>
  ) {
    guard
      let open = try? Household.numbers(
        "SELECT id FROM quick_record WHERE organized_at IS NULL AND deleted_at IS NULL ORDER BY id DESC LIMIT 8",
        in: home.store),
      let record = open.randomElement()
    else { return }
    switch round % 4 {
    case 0, 1:
      let outcome = home.organize(
        "organize", "q\(record)", "--tag", "+loop\(loop)", "+seen", "--json")
      let made = try? JSONReader.read(Array(outcome.output.utf8)).array?.first?.object
      let number = made?["id"]?.string.flatMap { Int($0.dropFirst()) }
      ledger.withLock { ledger in
        switch (outcome.status, number) {
        case (0, let number?):
          if ledger.organized[record] != nil { ledger.faults.append("q\(record) organised twice") }
          ledger.organized[record] = (number, loop)
        case (65, _), (66, _): ledger.refusals += 1
        default: ledger.faults.append("organize: \(outcome.status) \(outcome.errors)")
        }
      }
    case 2:
      let outcome = home.organize("delete", "q\(record)")
      guard outcome.status == 0 else {
        return ledger.withLock { ledger in
          if ![65, 66].contains(outcome.status) {
            ledger.faults.append("delete: \(outcome.status) \(outcome.errors)")
          }
          ledger.refusals += 1
        }
      }
      // One in five stays deleted.
      if round % 20 == 2 { return ledger.withLock { _ = $0.deletedRecords.insert(record) } }
      expectDone(home.organize("restore", "q\(record)"), ledger)
    default:
      // Only the loop that made it deletes a transaction.
      let own = ledger.withLock { ledger in
        ledger.organized.values.first {
          $0.loop == loop && !ledger.deletedTransactions.contains($0.transaction)
        }?.transaction
      }
      guard let own else { return }
      expectDone(home.organize("delete", "t\(own)"), ledger)
      if round % 20 == 3 { return ledger.withLock { _ = $0.deletedTransactions.insert(own) } }
      expectDone(home.organize("restore", "t\(own)"), ledger)
    }
  }

  private func expectDone(
    _ outcome: BuiltProgram.Outcome, _ ledger: borrowing Mutex<Ledger>
  ) {
    guard outcome.status != 0 else { return }
    ledger.withLock { $0.faults.append("\(outcome.status) \(outcome.errors)") }
  }

  /// The store compared with what the loops were told, and its totals with the sums of what was dropped: memo n is of n.
  private func check(_ ledger: Ledger, _ home: Household) throws {
    #expect(ledger.faults == [])
    print(
      "storm: four loops: organised \(ledger.organized.count), left deleted \(ledger.deletedRecords.count) records and \(ledger.deletedTransactions.count) transactions, refused \(ledger.refusals)"
    )
    #expect(ledger.organized.count > 50 && ledger.deletedRecords.count > 5)
    func numbers(_ sql: String) throws -> Set<Int> {
      Set(try Household.numbers(sql, in: home.store))
    }
    #expect(
      try numbers("SELECT id FROM quick_record WHERE organized_at IS NOT NULL")
        == Set(ledger.organized.keys))
    #expect(
      try numbers("SELECT id FROM quick_record WHERE deleted_at IS NOT NULL")
        == ledger.deletedRecords)
    #expect(
      try numbers("SELECT id FROM transaction_record WHERE deleted_at IS NOT NULL")
        == ledger.deletedTransactions)
    for loop in 0..<4 {
      #expect(
        try numbers("SELECT transaction_record FROM transaction_tag WHERE name = 'loop\(loop)'")
          == Set(ledger.organized.values.filter { $0.loop == loop }.map(\.transaction)))
    }
    #expect(
      try Household.count("SELECT sum(amount) FROM quick_record", in: home.store)
        == (1...2000).reduce(0, +) * 100)
    for (record, made) in ledger.organized {
      #expect(
        try Household.count(
          """
          SELECT count(*) FROM transaction_record t
            JOIN transaction_quick_record ON transaction_record = t.id
            JOIN quick_record q ON q.id = quick_record
            WHERE t.id = \(made.transaction) AND q.id = \(record) AND t.amount = q.amount
              AND (SELECT count(*) FROM transaction_tag WHERE transaction_record = t.id) = 2
          """, in: home.store) == 1)
    }
  }
}
