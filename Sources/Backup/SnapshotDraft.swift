import JSON
import Linux
import Records
import Storage

/// A snapshot on its way into a backup: its database first, then its manifest, then its name.
///
/// `deinit` removes an unfinished one.
struct SnapshotDraft: ~Copyable {
  let id: SnapshotID
  private let target: BackupTarget
  private let path: String
  private var isFinished = false

  private var folder: StorePaths { StorePaths(root: path) }

  /// Copies the database as it is now and reads the copy through.
  init(_ id: SnapshotID, of store: Store, in target: BackupTarget) throws(BackupError) {
    self.id = id
    self.target = target
    let name = PathBytes(".\(id).part")
    path = "\(target.layout.snapshots)/\(name)"
    try target.makeFolder(in: target.layout.snapshots, name)
    let file = try onBackup(path) { () throws(SystemError) -> Descriptor in
      try target.makeFile(
        BackupLayout.database, in: Descriptor(opening: path, [.directory, .noFollow]))
    }
    do throws(StoreError) {
      try DatabaseCopy.make(of: store, in: folder)
      try onStoreFile(file)
      try DatabaseCopy(in: folder).check()
    } catch { throw BackupError(copying: error, at: target.layout.root, from: store.paths) }
  }

  /// What is read of the copy next comes from the disk.
  private func onStoreFile(_ file: borrowing Descriptor) throws(StoreError) {
    do throws(SystemError) { try file.synchronize() } catch {
      throw error.code == .noSpace || error.code == .quotaExceeded
        ? .full(path: path) : .io(path: path, detail: error.description)
    }
    file.forgetCached()
  }

  func database() throws(BackupError) -> DatabaseCopy {
    try onStore { () throws(StoreError) in try DatabaseCopy(in: folder) }
  }

  /// The length and the digest of the copy.
  func databaseContent() throws(BackupError) -> (sha256: Digest, bytes: Int64) {
    try onBackup(folder.database) { () throws(SystemError) in
      try FileContent.read(Descriptor(opening: folder.database, [.noFollow]))
    }
  }

  /// Gives the snapshot its name; durable when this returns. All content that it names must be durable.
  mutating func finish(_ manifest: Manifest) throws(BackupError) {
    let text = manifest.json.utf8(.indented) + [UInt8(ascii: "\n")]
    let digest = FileContent.digest(of: text)
    let sums = """
      \(manifest.databaseDigest)  \(BackupLayout.database)
      \(digest)  \(BackupLayout.manifest)

      """
    try write(Array(sums.utf8), as: BackupLayout.sums)
    try write(text, as: BackupLayout.manifest)
    try onBackup(path) { () throws(SystemError) in
      try Descriptor(opening: path, [.directory]).synchronize()
      let snapshots = try Descriptor(opening: target.layout.snapshots, [.directory])
      try snapshots.rename(
        PathBytes(".\(id).part"), to: PathBytes(id.description), in: snapshots)
      try snapshots.synchronize()
    }
    isFinished = true
  }

  private func write(_ bytes: [UInt8], as name: PathBytes) throws(BackupError) {
    let isWhole = try onBackup(path) { () throws(SystemError) in
      let file = try target.makeFile(name, in: Descriptor(opening: path, [.directory]))
      try file.write(bytes)
      return try FileContent.settle(file, FileContent.digest(of: bytes))
    }
    guard isWhole else { throw .unverified(path: target.layout.root) }
  }

  deinit { if !isFinished { try? removeFolder(path) } }
}
