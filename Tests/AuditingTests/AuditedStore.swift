import Hashing
import Linux
import Records
import SQLite
import Storage
import TestSupport

@testable import Auditing

/// A sound store as a daemon and a person leave it, and ways to harm it behind their backs.
///
/// q1 is organised as t1, q2 is open, q3 is deleted; x1 was set aside, x2 given back to its inbox.
final class AuditedStore {
  let folder = TemporaryFolder()
  let store: Store
  var paths: StorePaths { store.paths }
  /// Of q1, q2 and q3.
  private(set) var recordings: [String] = []

  /// 2026-11-30T12:00:00Z.
  static let noon = Instant(seconds: 1_796_040_000)
  static let inbox = "/inbox"

  init() throws {
    store = try Store(at: StorePaths(root: folder["store"]), .createIfMissing)
    for number in 1...3 { try capture(number) }
    try setAside("one.txt")
    try setAside("two.txt")
    try store.write { writer in
      try writer.operation(.retry, by: .organize, at: AuditedStore.noon) {
        try writer.setState(RecordID(.quarantine, 2), to: .retried)
      }
      try writer.operation(.delete, by: .organize, at: AuditedStore.noon) {
        try writer.delete(RecordID(.quickRecord, 3), at: AuditedStore.noon)
      }
    }
    try organize(1)
    removeTree("\(paths.root)/quarantine/\(AuditedStore.uuid("two.txt"))")
  }

  func capture(_ number: Int) throws {
    let bytes = Wave.tone(frames: 1600, seed: UInt64(number))
    let uuid = AuditedStore.uuid("recording \(number)")
    var draft = try AudioArchive(of: store).begin(uuid, at: AuditedStore.noon)
    try draft.descriptor.write(bytes)
    let path = try draft.place(extension: "wav")
    recordings.append(path)
    let moment = Timestamp(
      Instant(seconds: AuditedStore.noon.seconds + Int64(number)), offset: 8 * 3600)
    let record = NewQuickRecord(
      uuid: AuditedStore.uuid("record \(number)"),
      fields: RecordFields(
        amount: Money(minorUnits: Int64(number) * 100, currency: .twd),
        tags: [try Tag("Lunch"), try Tag("午餐")], type: .expense, capturedAt: .time(moment)),
      recording: NewRecording(
        uuid: uuid, sha256: AuditedStore.digest(bytes), path: path, bytes: Int64(bytes.count),
        report: AudioReport(
          format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 1600)),
      sidecar: SidecarContent(
        bytes: Array("{}".utf8), sha256: AuditedStore.digest(Array("{}".utf8))),
      inbox: AuditedStore.inbox, sourceName: FileName("\(number).wav"),
      createdAt: AuditedStore.noon)
    try store.write { writer in
      let id = try writer.operation(.capture, by: .ingest, at: AuditedStore.noon) {
        try writer.insert(record)
      }
      try writer.note(outcome(.recorded, "\(number).wav", id, sidecar: "\(number).wav.json"))
    }
  }

  func organize(_ number: Int64) throws {
    let id = RecordID(.quickRecord, number)
    try store.write { writer in
      guard let fields = try writer.quickRecord(id)?.fields, let at = fields.capturedAt else {
        throw StoreError.refused(.noSuchRecord(id))
      }
      try writer.operation(.organize, by: .organize, at: AuditedStore.noon) {
        _ = try writer.organize(
          NewTransaction(
            uuid: AuditedStore.uuid("transaction of \(id)"), fields: fields, occurredAt: at,
            quickRecords: [id], sources: [:], createdAt: AuditedStore.noon))
      }
    }
  }

  private func setAside(_ name: String) throws {
    let bytes = Array(name.utf8)
    var draft = try QuarantineFolder(of: store).begin(AuditedStore.uuid(name))
    try draft.add(
      bytes, as: .recording, name: FileName(name), sha256: AuditedStore.digest(bytes))
    let new = try draft.finish(
      .notAudio, message: "It is none.", inbox: AuditedStore.inbox, at: AuditedStore.noon)
    try store.write { writer in
      let id = try writer.operation(.setAside, by: .ingest, at: AuditedStore.noon) {
        try writer.insert(new)
      }
      try writer.note(outcome(.quarantined, name, id))
    }
  }

  private func outcome(
    _ kind: Outcome.Kind, _ name: String, _ id: RecordID, sidecar: String? = nil
  ) -> Outcome {
    Outcome(
      kind: kind, at: AuditedStore.noon, inbox: AuditedStore.inbox, recording: FileName(name),
      sidecar: sidecar.map { FileName($0) }, record: id)
  }

  /// As an inbox that must not be emptied has it: both files of q2, and what was set aside as x1.
  func keepFiles() throws {
    let sidecar = AuditedStore.digest(Array("{}".utf8))
    let recording = AuditedStore.digest(Wave.tone(frames: 1600, seed: 2))
    let aside = AuditedStore.digest(Array("one.txt".utf8))
    try store.write { writer in
      for (name, digest, record) in [
        ("2.wav", recording, RecordID(.quickRecord, 2)),
        ("2.wav.json", sidecar, RecordID(.quickRecord, 2)),
        ("one.txt", aside, RecordID(.quarantine, 1)),
      ] {
        try writer.keep(
          KeptInboxFile(
            inbox: AuditedStore.inbox, name: FileName(name), sha256: digest,
            identity: FileIdentity(device: 0, inode: 1, size: 7, modified: 0), record: record),
          at: AuditedStore.noon)
      }
    }
  }

  /// Takes operations back or returns them.
  func step(_ isUndo: Bool, _ number: Int64) throws {
    try store.write { writer in
      guard let operation = try writer.operation(number) else { return }
      if isUndo {
        try writer.undo(operation, at: AuditedStore.noon)
      } else {
        try writer.redo(operation, at: AuditedStore.noon)
      }
    }
  }

  static func digest(_ bytes: [UInt8]) -> Digest {
    guard let digest = Digest(bytes: SHA256.hash(bytes)) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return digest
  }

  static func uuid(_ seed: String) -> UUID {
    let bytes = SHA256.hash(Array(seed.utf8))
    let word = { (range: Range<Int>) in bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return UUID(high: word(0..<8), low: word(8..<16))
  }

  /// Changes rows without the journal, as no program of ours does.
  func behindOurBacks(_ script: String) throws {
    let connection = try Connection(opening: paths.database, .readWrite)
    let triggers = try connection.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'journal%'"
    ) { (name: $0.text(), sql: $0.text()) }
    for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name)") }
    try connection.execute(script)
    for trigger in triggers { try connection.execute(trigger.sql) }
  }

  /// Changes a row and the last image of it.
  func behindTheJournalsBack(
    _ table: String, _ row: Int, _ column: String, _ value: String
  ) throws {
    try behindOurBacks(
      """
      UPDATE \(table) SET \(column) = \(value) WHERE id = \(row);
      UPDATE image SET after = json_set(after, '$.\(column)', \(value))
        WHERE id = (SELECT max(id) FROM image WHERE table_name = '\(table)' AND row = \(row));
      """)
  }

  /// `patience` is what a daemon has to catch up.
  func audit(
    patience: Duration = .seconds(10), _ news: (() throws -> DaemonNews?)? = nil
  ) throws -> StoreAudit.Report {
    let reader = try Store(at: paths, .readOnly)
    return try StoreAudit(
      of: reader, shown: AuditedStore.shown, daemon: news ?? { nil },
      now: Instant(seconds: AuditedStore.noon.seconds + 3600), patience: patience
    ).run()
  }

  /// Code, ID and path of each problem.
  func problems(
    patience: Duration = .seconds(10), _ news: (() throws -> DaemonNews?)? = nil
  ) throws -> Set<[String]> {
    Set(
      try audit(patience: patience, news).problems.map { problem in
        [problem.code.rawValue, problem.id?.description ?? "-", problem.path ?? "-"]
      })
  }

  private static func shown(_ transactions: [Transaction]) -> [DaySum] {
    transactions.compactMap { transaction in
      guard let amount = transaction.fields.amount, let type = transaction.fields.type else {
        return nil
      }
      return DaySum(
        day: transaction.occurredAt.day.description, type: type.rawValue,
        currency: amount.currency.code, minorUnits: Int128(amount.minorUnits))
    }
  }
}
