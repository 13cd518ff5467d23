import Linux
import Records
import Storage

/// Makes a store of a snapshot, in a folder that is empty or not there.
public struct BackupRestore {
  public let manifest: Manifest
  let layout: BackupLayout
  let paths: StorePaths
  private let isPartial: Bool

  /// `snapshot` is the beginning of a name, nil for the latest. With `isPartial` files that the backup has lost are
  /// given up.
  public init(
    of folder: BackupFolder, snapshot: String?, into paths: StorePaths, isPartial: Bool
  ) throws(BackupError) {
    manifest = try folder.manifest(of: try folder.snapshot(named: snapshot))
    layout = folder.layout
    self.paths = paths
    self.isPartial = isPartial
  }

  /// Reads the whole snapshot, compares each file with its digest, and writes nothing; answers as `run` would.
  public func check(_ progress: (BackupProgress) -> Void) throws(BackupError) -> [FileProblem] {
    try onStore { () throws(StoreError) in try StoreRestoration.requireFree(paths) }
    try checkDatabase()
    var problems: [FileProblem] = []
    var done = start
    for file in manifest.files {
      guard let source = open(file, &problems) else { continue }
      do throws(SystemError) {
        let found = try FileContent.read(source) { count in
          done.bytes += count
          progress(done)
        }
        if found.sha256 != file.sha256 { problems.append(damage(of: file)) }
      } catch { problems.append(unreadable(file, error)) }
      done.files += 1
      progress(done)
    }
    return try accepted(problems)
  }

  /// Answers what the store lacks, which is nothing unless it was given up or had been missing when the snapshot was
  /// made. Where this throws, the store's folder is as it was.
  public func run(_ progress: (BackupProgress) -> Void) throws(BackupError) -> [FileProblem] {
    try checkDatabase()
    var draft = try onStore { () throws(StoreError) -> StoreRestoration in
      try StoreRestoration(at: paths)
    }
    try restoreDatabase(into: draft)
    var problems: [FileProblem] = []
    var done = start
    for file in manifest.files {
      try restore(file, into: draft, &problems) { count in
        done.bytes += count
        progress(done)
      }
      done.files += 1
      progress(done)
    }
    let lost = try accepted(problems)
    try settle(draft, without: Set(lost.map(\.path)))
    try onStore { () throws(StoreError) in try draft.finish() }
    return lost
  }

  private var start: BackupProgress {
    BackupProgress(
      totalFiles: manifest.files.count, totalBytes: manifest.bytes - manifest.databaseBytes)
  }

  /// What the backup has lost is an error, unless it is given up.
  private func accepted(_ problems: [FileProblem]) throws(BackupError) -> [FileProblem] {
    guard problems.isEmpty || isPartial else { throw .incomplete(manifest.id, problems) }
    return problems
      + manifest.lacking.map { lack in
        FileProblem(
          code: lack.code, path: lack.path,
          message:
            "\(lack.path) was \(lack.code.rawValue) in the store already when the snapshot was made."
        )
      }
  }

  private func restore(
    _ file: Manifest.File, into draft: borrowing StoreRestoration,
    _ problems: inout [FileProblem], _ progress: (Int64) -> Void
  ) throws(BackupError) {
    guard let source = open(file, &problems) else { return }
    let target = try onStore { () throws(StoreError) -> Descriptor in try draft.create(file.path) }
    if let problem = try copy(file, source, to: target, progress) {
      problems.append(problem)
      return try onStore { () throws(StoreError) in try draft.discard(file.path) }
    }
    target.startWriting()
    guard let modified = file.modified else { return }
    try onTarget(file.path) { () throws(SystemError) in try target.setModified(modified) }
  }

  /// Answers what is wrong with the source.
  private func copy(
    _ file: Manifest.File, _ source: borrowing Descriptor, to target: borrowing Descriptor,
    _ progress: (Int64) -> Void
  ) throws(BackupError) -> FileProblem? {
    do throws(FileContent.CopyFault) {
      let found = try FileContent.copy(source, to: target, progress)
      return found.sha256 == file.sha256 ? nil : damage(of: file)
    } catch {
      switch error {
      case .unread(let error): return unreadable(file, error)
      case .unwritten(let error): throw storeError(error, file.path)
      }
    }
  }
}
