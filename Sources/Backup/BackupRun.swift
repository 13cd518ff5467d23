import Linux
import Records
import Storage

/// Makes a snapshot of a store in a backup, while other programs go on writing to the store.
///
/// The database is copied first, as it is at one instant; then the files that it names. What was set aside may be given
/// back meanwhile: then the database is copied anew, so that a snapshot never names what was not there with it.
public struct BackupRun {
  private let store: Store
  private let path: String
  private let program: String
  private let now: Instant
  private let isVerifyingAll: Bool

  /// How often the database is copied before the store is said to change too fast.
  private static let rounds = 10

  /// `program` is this one with its version. With `isVerifyingAll` content that the backup has already is read too.
  public init(
    of store: Store, into path: String, by program: String, now: Instant, isVerifyingAll: Bool
  ) {
    self.store = store
    self.path = path
    self.program = program
    self.now = now
    self.isVerifyingAll = isVerifyingAll
  }

  /// What `run` would do; the backup's folder may be missing.
  public func plan() throws(BackupError) -> BackupReport {
    let layout = BackupLayout(root: path)
    _ = try BackupFolder.state(of: layout)
    let (files, counts, databaseBytes) = try read { reader in
      (try reader.storedFiles(), try reader.counts(), try reader.databaseBytes())
    }
    let plan = BackupPlan(files, in: store.paths) { digest, bytes in
      ContentFolder.holds(digest, bytes: bytes, layout)
    }
    return BackupReport(
      id: nil, counts: counts, databaseBytes: databaseBytes, files: files.count,
      bytes: files.reduce(0) { $0 + $1.bytes }, copiedFiles: plan.lacking.count,
      copiedBytes: plan.bytes, repaired: 0, problems: [])
  }

  public func run(_ progress: @escaping (BackupProgress) -> Void) throws(BackupError)
    -> BackupReport
  {
    let target = try BackupTarget(at: path, now: now)
    let content = try ContentFolder(of: target)
    let id = SnapshotID(at: now, number: .random(in: .min ... .max))
    var copied = (files: 0, bytes: Int64(0), repaired: 0)
    for _ in 0..<BackupRun.rounds {
      var draft = try SnapshotDraft(id, of: store, in: target)
      let database = try draft.database()
      let files = try onStore { () throws(StoreError) in
        try database.read { reader throws(StoreError) in try reader.storedFiles() }
      }
      let plan = BackupPlan(files, in: store.paths) { content.holds($0, bytes: $1) }
      let pass = BackupPass(
        store.paths, content, isVerifyingAll: isVerifyingAll, plan: plan, progress: progress)
      try pass.copy(files)
      copied.files += pass.copiedFiles
      copied.bytes += pass.copiedBytes
      copied.repaired += pass.repaired
      if try haveGone(pass.missing) { continue }
      try content.finish(naming: pass.files.map(\.sha256))
      let manifest = try manifest(id, draft, database, pass)
      try draft.finish(manifest)
      return BackupReport(
        id: id, counts: manifest.counts, databaseBytes: manifest.databaseBytes,
        files: pass.files.count, bytes: manifest.bytes - manifest.databaseBytes,
        copiedFiles: copied.files, copiedBytes: copied.bytes, repaired: copied.repaired,
        problems: pass.problems)
    }
    throw .unsettled(path: store.paths.root)
  }

  private func manifest(
    _ id: SnapshotID, _ draft: borrowing SnapshotDraft, _ database: DatabaseCopy,
    _ pass: BackupPass
  ) throws(BackupError) -> Manifest {
    let content = try draft.databaseContent()
    let held = Set(pass.files.map(\.path))
    let counts = try onStore { () throws(StoreError) in
      try database.read { reader throws(StoreError) in try reader.counts() }
    }
    return Manifest(
      id: id, program: program, store: store.paths.root, schema: database.schema, counts: counts,
      databaseBytes: content.bytes, databaseDigest: content.sha256, files: pass.files,
      lacking: pass.problems.filter { !held.contains($0.path) }
        .map { Manifest.Lack(code: $0.code, path: $0.path) })
  }

  /// Whether the store needs one of these no more, or knows nothing of it any more, so that the snapshot is older than what
  /// was copied.
  private func haveGone(_ missing: [StoredFile]) throws(BackupError) -> Bool {
    guard !missing.isEmpty else { return false }
    let files = try read { reader in try reader.storedFiles() }
    let needed = Dictionary(files.map { ($0.path, $0.isRequired) }) { $0 || $1 }
    return missing.contains { file in
      guard let isRequired = needed[file.path] else { return true }
      return file.isRequired && !isRequired
    }
  }

  private func read<Result>(
    _ body: (StoreReader) throws -> Result
  ) throws(BackupError) -> Result {
    do { return try store.read(body) } catch {
      throw .store(error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)"))
    }
  }
}
