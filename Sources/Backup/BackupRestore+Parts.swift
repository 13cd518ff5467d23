import Linux
import Records
import Storage

extension BackupRestore {
  /// Opens the content of a file; nil where the backup has lost it, which is noted.
  func open(_ file: Manifest.File, _ problems: inout [FileProblem]) -> Descriptor? {
    do throws(SystemError) {
      return try Descriptor(opening: layout.content(file.sha256), [.noFollow, .nonBlocking])
    } catch {
      problems.append(
        error.code == .notFound
          ? FileProblem(
            code: .missing, path: file.path,
            message: "\(file.path): the backup has lost \(layout.content(file.sha256)).")
          : unreadable(file, error))
      return nil
    }
  }

  func damage(of file: Manifest.File) -> FileProblem {
    FileProblem(
      code: .damaged, path: file.path,
      message: "\(file.path): \(layout.content(file.sha256)) is damaged.")
  }

  func unreadable(_ file: Manifest.File, _ error: SystemError) -> FileProblem {
    FileProblem(
      code: .unreadable, path: file.path,
      message: "\(file.path): \(layout.content(file.sha256)) cannot be read: \(error.code).")
  }

  private var snapshot: StorePaths { StorePaths(root: layout.snapshot(manifest.id)) }

  /// Sees that the database is the one of the manifest, of a schema that this program knows, and names no file that the
  /// manifest leaves out.
  func checkDatabase() throws(BackupError) {
    let path = snapshot.database
    let sha256 = try onBackup(path) { () throws(SystemError) in
      try FileContent.read(Descriptor(opening: path, [.noFollow, .nonBlocking])).sha256
    }
    guard sha256 == manifest.databaseDigest else {
      throw .damaged(path: path, detail: "it does not have the digest of its manifest")
    }
    let needed = try onStore { () throws(StoreError) in
      let database = try DatabaseCopy(in: snapshot)
      try database.check()
      return try database.read { reader throws(StoreError) in
        try reader.storedFiles().filter(\.isRequired).map(\.path)
      }
    }
    let known = Set(manifest.files.map(\.path) + manifest.lacking.map(\.path))
    if let path = needed.first(where: { !known.contains($0) }) {
      throw .damaged(path: snapshot.root, detail: "its manifest leaves out \(path)")
    }
  }

  func restoreDatabase(into draft: borrowing StoreRestoration) throws(BackupError) {
    let name = StoreRestoration.database
    let source = try onBackup(snapshot.database) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: snapshot.database, [.noFollow, .nonBlocking])
    }
    let target = try onStore { () throws(StoreError) -> Descriptor in try draft.create(name) }
    do throws(FileContent.CopyFault) {
      _ = try FileContent.copy(source, to: target)
    } catch {
      switch error {
      case .unread(let error): throw BackupError(error, at: snapshot.database)
      case .unwritten(let error): throw storeError(error, name)
      }
    }
    try settle(target, name, manifest.databaseDigest)
  }

  /// Returns when every file is on the disk of the store and has been read from there again.
  func settle(
    _ draft: borrowing StoreRestoration, without lost: Set<String>
  ) throws(BackupError) {
    for file in manifest.files where !lost.contains(file.path) {
      let written = try onStore { () throws(StoreError) -> Descriptor in try draft.open(file.path) }
      try settle(written, file.path, file.sha256)
    }
  }

  private func settle(
    _ file: borrowing Descriptor, _ path: String, _ sha256: Digest
  ) throws(BackupError) {
    let isWhole: Bool
    do throws(SystemError) { isWhole = try FileContent.settle(file, sha256) } catch {
      throw storeError(error, path)
    }
    guard isWhole else { throw .unverified(path: paths.root) }
  }

  func storeError(_ error: SystemError, _ path: String) -> BackupError {
    .store(StoreError(error, at: paths.absolute(path)))
  }

  func onTarget(
    _ path: String, _ body: () throws(SystemError) -> Void
  ) throws(BackupError) {
    do throws(SystemError) { try body() } catch { throw storeError(error, path) }
  }
}
