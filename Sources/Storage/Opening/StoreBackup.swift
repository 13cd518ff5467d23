import Linux
import SQLite

/// The copy of the database that is made before a migration. It stands under its own name only when it is whole
/// and on the disk. Only who has the write lock makes one, so that no two are at it.
enum StoreBackup {
  static func make(version: Int, at paths: StorePaths) throws {
    let modes = try StoreModes(of: paths)
    let target = paths.backup(ofVersion: version)
    let temporary = target + ".part"
    let file = try Descriptor(opening: temporary, [.write, .create, .truncate], mode: modes.file)
    try file.setMode(modes.file)
    try file.close()
    let folder = try Descriptor(opening: paths.root, [.directory])
    do {
      try copy(paths.database, to: temporary)
      try Descriptor(opening: temporary).synchronize()
      try folder.rename(
        PathBytes(name(of: temporary)), to: PathBytes(name(of: target)), in: folder)
    } catch {
      // It may be what fills the disk.
      try? folder.unlink(PathBytes(name(of: temporary)))
      throw error
    }
    try folder.synchronize()
  }

  /// A function of its own, so that the copy is closed when it returns. It reads by another connection than the one
  /// that has the lock, which SQLite does not let be copied.
  private static func copy(_ database: String, to path: String) throws(SQLiteError) {
    try Connection(opening: database, .readWrite).backUp(to: Connection(opening: path, .readWrite))
  }

  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }
}
