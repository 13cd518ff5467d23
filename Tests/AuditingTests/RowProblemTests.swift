import Records
import SQLite
import Storage
import TestSupport
import Testing

@testable import Auditing

@Suite("Auditing the rows of a store")
struct RowProblemTests {
  @Test("a store that programs of ours have made is sound, and is not changed by being looked at")
  func sound() throws {
    let book = try AuditedStore()
    let before = try #require(readFile(book.paths.database))
    let report = try book.audit()
    #expect(report.problems == [])
    #expect(report.counts?.quickRecords == 3)
    #expect(report.counts?.transactions == 1)
    #expect(report.counts?.setAside == 2)
    // Three recordings, and what was set aside with its reason.
    #expect(report.files == 5)
    #expect(report.outcomes == [.recorded: 3, .quarantined: 2])
    #expect(report.daemon == nil)
    #expect(readFile(book.paths.database) == before)
  }

  struct Harm: CustomTestStringConvertible, Sendable {
    let script: String
    let expected: Set<[String]>
    var testDescription: String { "\(expected.map { $0[0] }.sorted()): \(script)" }

    init(_ script: String, _ expected: [String]...) {
      self.script = script
      self.expected = Set(expected.map { $0 + Array(repeating: "-", count: 3 - $0.count) })
    }
  }

  static let harms: [Harm] = [
    Harm("DROP TRIGGER count_outcome", ["schema-altered"]),
    Harm("DROP INDEX one_quick_record_per_writer_id", ["schema-altered"]),
    Harm("CREATE TABLE foreign_words (word TEXT)", ["schema-altered"]),
    Harm(
      "DELETE FROM sidecar WHERE id = 1", ["row-lost", "q1"]),
    Harm(
      """
      INSERT INTO sidecar (quick_record, sha256, bytes, applied_at)
        VALUES (2, zeroblob(32), x'', 0)
      """, ["row-unrecorded", "q2"]),
    Harm("UPDATE quick_record SET note = 'altered' WHERE id = 2", ["row-altered", "q2"]),
    Harm(
      """
      UPDATE image SET before = json_set(before, '$.organized_at', 5)
        WHERE table_name = 'quick_record' AND row = 1 AND before IS NOT NULL
      """, ["journal-broken", "q1"]),
    Harm(
      "UPDATE image SET before = '{}' WHERE table_name = 'quick_record' AND row = 2",
      ["journal-broken", "q2"]),
    Harm(
      """
      UPDATE image SET before = '{' WHERE table_name = 'quick_record' AND row = 1
        AND before IS NOT NULL
      """, ["journal-broken", "q1"]),
    Harm(
      "UPDATE image SET after = after || '}' WHERE table_name = 'quick_record' AND row = 2",
      ["journal-broken", "q2"]),
    Harm(
      "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'quick_record'", ["number-repeated"]),
    Harm("DELETE FROM sqlite_sequence WHERE name = 'operation'", ["number-repeated"]),
    Harm(
      "INSERT INTO purged_file (path) VALUES ('audio/../../victim.wav')",
      ["path-strange", "-", "audio/../../victim.wav"]),
    Harm("UPDATE audio SET peak = NULL WHERE id = 2", ["row-altered"]),
    Harm(
      "DELETE FROM transaction_quick_record", ["row-lost", "t1"], ["link-broken", "q1"],
      ["link-broken", "t1"]),
    Harm(
      "UPDATE quick_record SET organized_at = NULL WHERE id = 1", ["row-altered", "q1"],
      ["link-broken", "q1"]),
    Harm(
      "UPDATE quick_record SET deleted_at = 1 WHERE id = 1", ["row-altered", "q1"],
      ["link-broken", "t1"]),
    Harm(
      "INSERT INTO operation (kind, program, at, is_open) VALUES ('capture', 'mm-ingestd', 0, 1)",
      ["operation-open"]),
    Harm("DELETE FROM outcome WHERE record = 'q2'", ["outcome-count"], ["outcome-missing", "q2"]),
    Harm("DELETE FROM outcome WHERE record = 'x1'", ["outcome-count"], ["outcome-missing", "x1"]),
    Harm("UPDATE outcome_count SET count = 7 WHERE kind = 'recorded'", ["outcome-count"]),
    Harm(
      """
      INSERT INTO outcome (kind, at, inbox, recording, record)
        VALUES ('revised', 0, '/inbox', x'61', 'q99')
      """, ["outcome-dangling", "q99"]),
    Harm(
      """
      INSERT INTO outcome (kind, at, inbox, recording, record)
        VALUES ('quarantined', 0, '/inbox', x'61', 'q1')
      """, ["outcome-dangling", "q1"]),
    Harm(
      "INSERT INTO outcome (kind, at, inbox, recording) VALUES ('recorded', 0, '/inbox', x'61')",
      ["outcome-dangling"]),
    Harm(
      """
      INSERT INTO outcome (kind, at, inbox, recording, record)
        VALUES ('recorded', 0, '/inbox', x'61', 'q1')
      """, ["outcome-repeated", "q1"], ["outcome-altered", "q1"]),
    Harm("UPDATE outcome SET at = at + 1 WHERE record = 'q2'", ["outcome-altered", "q2"]),
    Harm("UPDATE outcome SET recording = x'61' WHERE record = 'q2'", ["outcome-altered", "q2"]),
    Harm("UPDATE outcome SET inbox = '/other' WHERE record = 'q2'", ["outcome-altered", "q2"]),
    Harm("UPDATE outcome SET sidecar = NULL WHERE record = 'q2'", ["outcome-altered", "q2"]),
    Harm("UPDATE outcome SET recording = x'61' WHERE record = 'x1'", ["outcome-altered", "x1"]),
    Harm("UPDATE outcome SET inbox = '/other' WHERE record = 'x1'", ["outcome-altered", "x1"]),
    Harm("UPDATE outcome SET at = 0 WHERE record = 'x1'", ["outcome-altered", "x1"]),
    Harm(
      """
      UPDATE outcome SET kind = 'duplicate' WHERE record = 'x1';
      UPDATE outcome_count SET count = 1;
      INSERT INTO outcome_count (kind, count) VALUES ('duplicate', 1);
      UPDATE outcome_count SET count = 3 WHERE kind = 'recorded';
      """, ["outcome-missing", "x1"]),
    Harm("UPDATE operation SET kind = 'edit' WHERE kind = 'organize'", ["journal-broken"]),
    Harm("UPDATE operation SET kind = 'conjure' WHERE kind = 'delete'", ["journal-broken"]),
    Harm(
      "UPDATE operation SET program = 'mm-ingestd' WHERE kind = 'delete'", ["journal-broken"]),
    Harm("UPDATE operation SET at = at + 1 WHERE id = 2", ["outcome-altered", "q2"]),
    Harm("UPDATE operation SET target = 2 WHERE id = 7", ["journal-broken"]),
    Harm("UPDATE operation SET undone_by = 8 WHERE id = 7", ["journal-broken"]),
    Harm("UPDATE meta SET value = '2' WHERE key = 'tag_rule'", ["tag-rule-unknown"]),
  ]

  @Test("whatever is changed behind our backs is named", arguments: harms)
  func harmed(_ harm: Harm) throws {
    let book = try AuditedStore()
    try book.behindOurBacks(harm.script)
    #expect(try book.problems() == harm.expected)
  }

  @Test("what takes operations back and returns them hangs together, and what does not is named")
  func steps() throws {
    let book = try AuditedStore()
    // The organising, taken back and returned; the deletion, taken back; q3, taken back after that.
    try book.step(true, 8)
    try book.step(false, 8)
    try book.step(true, 7)
    try book.step(true, 3)
    #expect(try book.problems() == [])
    for script in [
      "UPDATE operation SET target = NULL WHERE id = 11",
      "UPDATE operation SET target = 6 WHERE id = 11",
      "UPDATE operation SET target = 9 WHERE id = 11",
      "UPDATE operation SET target = 12 WHERE id = 11",
      "UPDATE operation SET target = 8 WHERE id = 11",
      "UPDATE operation SET kind = 'redo' WHERE id = 11",
      "UPDATE operation SET kind = 'undo' WHERE id = 10",
      "UPDATE operation SET undone_by = NULL WHERE id = 7",
      "UPDATE operation SET undone_by = 9 WHERE id = 8",
      "UPDATE operation SET undone_by = 12 WHERE id = 7",
      "UPDATE operation SET undone_by = 5 WHERE id = 7",
    ] {
      let harmed = try AuditedStore()
      try harmed.step(true, 8)
      try harmed.step(false, 8)
      try harmed.step(true, 7)
      try harmed.step(true, 3)
      try harmed.behindOurBacks(script)
      #expect(try harmed.problems() == [["journal-broken", "-", "-"]], "\(script)")
    }
  }

  static let keptHarms: [Harm] = [
    Harm(
      "UPDATE kept_file SET record = 'q99' WHERE name = CAST('2.wav' AS BLOB)",
      ["kept-file-wrong", "q99", "/inbox/2.wav"]),
    Harm(
      "UPDATE kept_file SET record = 'q1' WHERE name = CAST('2.wav' AS BLOB)",
      ["kept-file-wrong", "q1", "/inbox/2.wav"]),
    Harm(
      "UPDATE kept_file SET record = NULL WHERE name = CAST('2.wav' AS BLOB)",
      ["kept-file-wrong", "-", "/inbox/2.wav"]),
    Harm(
      "UPDATE kept_file SET sha256 = zeroblob(32) WHERE name = CAST('2.wav' AS BLOB)",
      ["kept-file-wrong", "q2", "/inbox/2.wav"]),
    Harm(
      "UPDATE kept_file SET sha256 = zeroblob(32) WHERE name = CAST('2.wav.json' AS BLOB)",
      ["kept-file-wrong", "q2", "/inbox/2.wav.json"]),
    Harm(
      "UPDATE kept_file SET sha256 = zeroblob(32) WHERE name = CAST('one.txt' AS BLOB)",
      ["kept-file-wrong", "x1", "/inbox/one.txt"]),
    Harm(
      "UPDATE kept_file SET name = CAST('3.wav' AS BLOB) WHERE name = CAST('2.wav' AS BLOB)",
      ["kept-file-wrong", "q2", "/inbox/3.wav"]),
    Harm(
      "UPDATE kept_file SET inbox = '/other' WHERE name = CAST('one.txt' AS BLOB)",
      ["kept-file-wrong", "x1", "/other/one.txt"]),
    Harm(
      "UPDATE kept_file SET role = 'sidecar' WHERE name = CAST('2.wav' AS BLOB)",
      ["kept-file-wrong", "q2", "/inbox/2.wav"]),
  ]

  @Test("what is remembered of files that stay is what came of them", arguments: keptHarms)
  func kept(_ harm: Harm) throws {
    let book = try AuditedStore()
    try book.keepFiles()
    #expect(try book.problems() == [])
    try book.behindOurBacks(harm.script)
    #expect(try book.problems() == harm.expected)
  }

  @Test("what is remembered of files is no fault once their record is taken back or purged")
  func keptOfWhatIsGone() throws {
    let book = try AuditedStore()
    try book.keepFiles()
    try book.step(true, 2)
    #expect(try book.problems() == [])
    try book.store.write { writer in
      try writer.operation(.purge, by: .organize, at: AuditedStore.noon) {
        try writer.purge([RecordID(.quickRecord, 2)])
      }
    }
    try PurgedFiles(of: book.store).remove()
    #expect(try book.problems() == [])
  }

  @Test("a record that is deleted behind our backs is named by all that it leaves")
  func rowDeleted() throws {
    let book = try AuditedStore()
    try book.behindOurBacks("DELETE FROM quick_record WHERE id = 2")
    #expect(
      try book.problems() == [
        ["row-lost", "q2", "-"], ["outcome-dangling", "q2", "-"],
        ["dangling-reference", "q2", "-"], ["recording-unused", "-", book.recordings[1]],
      ])
  }

  @Test("money that counts twice, parts that do not add up and false refunds are named")
  func shares() throws {
    let book = try AuditedStore()
    let whole = RecordID(.transaction, 1)
    let amount = try #require(Money(minorUnits: 50, currency: .twd))
    let parts = ["one", "two"].map { NewPart(uuid: AuditedStore.uuid($0), amount: amount) }
    try book.store.write { writer in
      _ = try writer.operation(.split, by: .organize, at: AuditedStore.noon) {
        try writer.split(whole, into: parts, at: AuditedStore.noon)
      }
    }
    #expect(try book.problems() == [])
    try book.behindTheJournalsBack("transaction_record", 1, "deleted_at", "NULL")
    #expect(try book.problems() == [["counted-twice", "t2", "-"], ["counted-twice", "t3", "-"]])
    try book.behindTheJournalsBack("transaction_record", 1, "deleted_at", "1")
    try book.behindTheJournalsBack("transaction_record", 3, "amount", "49")
    #expect(try book.problems() == [["parts-uneven", "t1", "-"]])
    try book.behindTheJournalsBack("transaction_record", 3, "amount", "50")
    try book.behindTheJournalsBack("transaction_record", 3, "merged_into", "2")
    #expect(try book.problems() == [["counted-twice", "t3", "-"]])
    try book.behindTheJournalsBack("transaction_record", 3, "merged_into", "NULL")
    try book.behindTheJournalsBack("transaction_record", 3, "refund_of", "2")
    #expect(try book.problems() == [["refund-wrong", "t3", "-"]])
    try book.behindTheJournalsBack("transaction_record", 3, "refund_of", "99")
    #expect(try book.problems() == [["dangling-reference", "t3", "-"]])
  }

  @Test("two live records of one recording are named, though the database lets it pass")
  func twins() throws {
    let book = try AuditedStore()
    try book.behindOurBacks(
      """
      DROP INDEX one_live_quick_record_per_recording;
      UPDATE quick_record SET (audio, audio_sha256) =
        (SELECT audio, audio_sha256 FROM quick_record WHERE id = 1) WHERE id = 2;
      """)
    #expect(
      try book.problems() == [
        ["schema-altered", "-", "-"], ["twin-records", "q2", "-"], ["row-altered", "q2", "-"],
        ["recording-unused", "-", book.recordings[1]],
      ])
  }

  struct Derived: CustomTestStringConvertible, Sendable {
    let table: String
    let row: Int
    let column: String
    let value: String
    let expected: Set<[String]>
    var testDescription: String { "\(table).\(column) = \(value)" }
  }

  static let derived = [
    Derived(
      table: "quick_record", row: 2, column: "captured_day", value: "'2026-11-29'",
      expected: [["moment-wrong", "q2", "-"]]),
    Derived(
      table: "quick_record", row: 2, column: "captured_instant", value: "1",
      expected: [["moment-wrong", "q2", "-"]]),
    Derived(
      table: "quick_record", row: 2, column: "captured_at", value: "'noon'",
      expected: [["moment-wrong", "q2", "-"]]),
    Derived(
      table: "transaction_record", row: 1, column: "occurred_day", value: "'2026-11-29'",
      expected: [["moment-wrong", "t1", "-"], ["day-total-wrong", "-", "-"]]),
    Derived(
      table: "transaction_record", row: 1, column: "currency", value: "'XXQ'",
      expected: [["currency-unknown", "t1", "-"], ["day-total-wrong", "-", "-"]]),
    Derived(
      table: "quick_record", row: 2, column: "currency", value: "'twd'",
      expected: [["currency-unknown", "q2", "-"]]),
    Derived(
      table: "quick_record_tag", row: 1, column: "key", value: "'Lunch'",
      expected: [["tag-wrong", "q1", "-"]]),
    Derived(
      table: "transaction_tag", row: 1, column: "name", value: "' Lunch'",
      expected: [["tag-wrong", "t1", "-"]]),
    Derived(
      table: "quick_record", row: 2, column: "uuid",
      value: "'01234567-89ab-cdef-0123-456789abcdeg'", expected: [["uuid-wrong", "q2", "-"]]),
    Derived(
      table: "quick_record", row: 2, column: "uuid",
      value: "(SELECT uuid FROM quick_record WHERE id = 1)", expected: [["uuid-wrong", "q2", "-"]]),
    Derived(
      table: "audio", row: 1, column: "path", value: "'../../etc/passwd'",
      expected: [
        ["path-strange", "q1", "../../etc/passwd"],
        ["file-stray", "-", "audio/2026/11/\(AuditedStore.uuid("recording 1")).wav"],
      ]),
  ]

  @Test("what is derived is derived anew, whatever the journal says", arguments: derived)
  func derivedColumns(_ one: Derived) throws {
    let book = try AuditedStore()
    try book.behindTheJournalsBack(one.table, one.row, one.column, one.value)
    #expect(try book.problems() == one.expected)
  }

  @Test("day totals beyond 64 bits are added up exactly")
  func largeTotals() throws {
    let book = try AuditedStore()
    for number in 4...14 {
      try book.capture(number)
      try book.behindTheJournalsBack(
        "quick_record", number, "amount", "\(Money.largest * (number % 2 == 0 ? 1 : -1))")
      try book.organize(Int64(number))
    }
    for number in 15...27 {
      try book.capture(number)
      try book.behindTheJournalsBack("quick_record", number, "amount", "\(Money.largest)")
      try book.organize(Int64(number))
    }
    #expect(try book.problems() == [])
    let sums = try book.store.read { try $0.daySums() }
    #expect(sums.map(\.minorUnits) == [Int128(Money.largest) * 14 + 100])
  }

  @Test("a page of the database that is overwritten is damage, and the other checks go on")
  func damagedPage() throws {
    let book = try AuditedStore()
    try book.behindOurBacks("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try #require(readFile(book.paths.database))
    // The root of an index: its content is not needed to read any row.
    let connection = try Connection(opening: book.paths.database, .readOnly)
    let page = Int(
      try connection.integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'quick_record_tag_by_key'"))
    for offset in 0..<100 { bytes[(page - 1) * 4096 + 200 + offset] ^= 0xFF }
    for offset in 4000..<4096 { bytes[(page - 1) * 4096 + offset] ^= 0xFF }
    writeFile(book.paths.database, bytes)
    writeFile("\(book.paths.root)/audio/2026/stray", "stray")
    let problems = try book.problems()
    #expect(problems.contains { $0[0] == "database-damaged" })
    #expect(problems.contains(["file-stray", "-", "audio/2026/stray"]))
  }
}
