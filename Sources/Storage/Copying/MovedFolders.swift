import Linux
import Records

/// The folders that a killed restore has moved out of its draft, to where those of a store are. What lies there is its own
/// only where the draft's database names it with its very bytes; anything else somebody has put there since.
struct MovedFolders {
  private let paths: StorePaths
  private let names: [PathBytes]
  private let files: [PathBytes: FileIdentity]

  /// Throws `occupied` where one of the folders is there, and not all of it is proven to be the draft's.
  init(_ folders: [PathBytes], of draft: StorePaths, to paths: StorePaths) throws(StoreError) {
    self.paths = paths
    var names: [PathBytes] = []
    for name in folders {
      guard let status = try StoreFiles(of: paths).status(of: name) else { continue }
      guard status.kind == .directory, MovedFolders.hasLeft(name, draft) else {
        throw .occupied(path: paths.root, by: name.description)
      }
      names.append(name)
    }
    self.names = names
    files = names.isEmpty ? [:] : try MovedFolders.own(draft, paths)
  }

  /// Both are made before the database is, and go after it.
  private static func hasLeft(_ name: PathBytes, _ draft: StorePaths) -> Bool {
    guard let folder = try? Descriptor(opening: draft.root, [.directory, .noFollow]),
      (try? folder.status(of: PathBytes(StoreRestoration.database))) != nil
    else { return false }
    do throws(SystemError) {
      _ = try folder.status(of: name)
      return false
    } catch { return error.code == .notFound }
  }

  private static func own(
    _ draft: StorePaths, _ paths: StorePaths
  ) throws(StoreError) -> [PathBytes: FileIdentity] {
    // A draft that cannot be read proves nothing.
    let rows = (try? namedFiles(draft)) ?? []
    var named: [PathBytes: StoredFile] = [:]
    for row in rows { named[PathBytes(row.path)] = row }
    var own: [PathBytes: FileIdentity] = [:]
    let there = try StoreFiles(of: paths).everything()
    for (path, status) in there.sorted(by: { $0.key.description < $1.key.description }) {
      guard let row = named[path], status.kind == .regular, isContent(of: row, status, paths) else {
        throw .occupied(path: paths.root, by: path.description)
      }
      own[path] = status.identity
    }
    return own
  }

  private static func namedFiles(_ draft: StorePaths) throws(StoreError) -> [StoredFile] {
    try DatabaseCopy(in: draft).read { reader throws(StoreError) in try reader.storedFiles() }
  }

  /// A reason has no digest, and is made of its row.
  private static func isContent(
    of row: StoredFile, _ status: FileStatus, _ paths: StorePaths
  ) -> Bool {
    guard let sha256 = row.sha256 else { return true }
    return status.size == row.bytes && KeptContent.digest(of: paths.absolute(row.path)) == sha256
  }

  /// Removes what was proven, and nothing that came since: that is `occupied` then.
  func remove() throws(StoreError) {
    do throws(SystemError) {
      let root = try Descriptor(opening: paths.root, [.directory])
      for (path, identity) in files where try root.status(of: path).identity == identity {
        try root.unlink(path)
      }
      for name in names { try MovedFolders.removeEmpty(name, in: root) }
    } catch {
      guard error.code == .notEmpty || error.code == .exists else {
        throw StoreError(error, at: paths.root)
      }
      throw .occupied(path: paths.root, by: error.subject ?? "a file")
    }
  }

  private static func removeEmpty(
    _ name: PathBytes, in parent: borrowing Descriptor
  ) throws(SystemError) {
    let folder = try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    for entry in try folder.entryNames() where try folder.status(of: entry).kind == .directory {
      try removeEmpty(entry, in: folder)
    }
    try parent.removeDirectory(name)
  }
}
