import Backup
import Exchange
import Hashing
import JSON
import Linux
import Records
import SQLite
import Storage
import TestSupport
import Testing

/// A store with recordings and things set aside, and a place for its backup.
final class SampleBook {
  let folder = TemporaryFolder()
  let store: Store
  var backup: String { folder["backup"] }

  /// 2026-11-30T12:00:00Z.
  static let noon = Instant(seconds: 1_796_040_000)

  init() throws {
    store = try Store(at: StorePaths(root: folder["store"]), .createIfMissing)
  }

  static func digest(_ bytes: [UInt8]) throws -> Digest {
    try #require(Digest(bytes: SHA256.hash(bytes)))
  }

  /// A quick record with a recording in the archive; answers the recording's path, relative to the store.
  @discardableResult
  func record(_ seed: Int, name: FileName? = nil) throws -> (id: RecordID, path: String) {
    let bytes = Wave.tone(frames: 400 + seed, seed: UInt64(seed))
    let uuid = UUID(high: 0x7000, low: UInt64(seed))
    var draft = try AudioArchive(of: store).begin(uuid, at: SampleBook.noon)
    try draft.descriptor.write(bytes)
    let path = try draft.place(extension: "wav")
    try draft.synchronize()
    let recording = NewRecording(
      uuid: uuid, sha256: try SampleBook.digest(bytes), path: path, bytes: Int64(bytes.count),
      report: AudioReport(
        format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 400,
        claimedFrames: 400, peak: -120, rms: -2_010, waveform: [], texts: []))
    let id = try change(.capture) { writer in
      try writer.insert(
        NewQuickRecord(
          uuid: UUID(high: 0x7001, low: UInt64(seed)),
          fields: RecordFields(
            amount: Money(minorUnits: Int64(seed) * 100, currency: .twd),
            tags: [Tag(storedName: "午餐", key: "午餐")], type: .expense),
          recording: recording, inbox: "/inbox", sourceName: name ?? FileName("m\(seed).wav"),
          createdAt: SampleBook.noon))
    }
    return (id, path)
  }

  @discardableResult
  func change<Result>(
    _ kind: OperationKind, _ body: (StoreWriter) throws -> Result
  ) throws -> Result {
    try store.write { writer in
      try writer.operation(kind, by: .organize, at: SampleBook.noon) { try body(writer) }
    }
  }

  /// Something held, with one file.
  func setAside(_ name: FileName, _ content: String) throws -> QuarantineItem {
    let inbox = folder["inbox"]
    try makeDirectories(inbox)
    let bytes = Array(content.utf8)
    var draft = try QuarantineFolder(of: store).begin(UUID(milliseconds: 7))
    try draft.add(bytes, as: .recording, name: name, sha256: try SampleBook.digest(bytes))
    let new = try draft.finish(
      .notAudio, message: "No sound.", inbox: inbox, at: SampleBook.noon)
    let id = try change(.setAside) { try $0.insert(new) }
    return try #require(try store.read { try $0.quarantineItem(id) })
  }

  @discardableResult
  func backUp(
    at now: Instant = SampleBook.noon, verifyingAll: Bool = false,
    _ progress: @escaping (BackupProgress) -> Void = { _ in }
  ) throws -> BackupReport {
    try BackupRun(
      of: store, into: backup, by: "test 1", now: now, isVerifyingAll: verifyingAll
    ).run(progress)
  }

  @discardableResult
  func restore(
    to name: String = "restored", snapshot: String? = nil, partial: Bool = false
  ) throws -> [FileProblem] {
    try BackupRestore(
      of: BackupFolder(opening: backup), snapshot: snapshot,
      into: StorePaths(root: folder[name]), isPartial: partial
    ).run { _ in }
  }

  func open(_ name: String = "restored") throws -> Store {
    try Store(at: StorePaths(root: folder[name]), .readWrite)
  }

  /// The canonical export.
  static func export(_ store: Store) throws -> String {
    try store.read { reader in
      JSONExport.document(
        quickRecords: try [.all, .deleted].flatMap { try reader.quickRecords(RecordQuery($0)) },
        transactions: try [.all, .deleted].flatMap { try reader.transactions(RecordQuery($0)) }
      ).text(.indented)
    }
  }

  /// The content files of the backup, by their names.
  var content: [String] {
    listFolder("\(backup)/content").flatMap { listFolder("\(backup)/content/\($0)") }
  }

  func contentPath(_ digest: Digest) -> String {
    "\(backup)/content/\(digest.description.prefix(2))/\(digest)"
  }
}

/// Every file below a folder with its bytes.
func everything(below path: String) -> [String: [UInt8]] {
  var found: [String: [UInt8]] = [:]
  for name in listFolder(path) {
    let inner = "\(path)/\(name)"
    if (try? fileStatus(at: inner).kind) == .directory {
      for (name, bytes) in everything(below: inner) { found[name] = bytes }
      found[inner + "/"] = []
    } else {
      found[inner] = readFile(inner)
    }
  }
  return found
}

/// The error that a body throws.
func backupError<Result: ~Copyable>(_ body: () throws -> Result) -> BackupError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? BackupError }
}
