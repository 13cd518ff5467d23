import Glibc
import SQLite
import TestSupport

extension DiskOrder {
  /// The removals that a store says are under way, by their numbers.
  static func pendingRemovals(of store: String) -> Set<Int64> {
    Set(read(store) { try $0.rows("SELECT id FROM pending_removal") { $0.integer() } } ?? [])
  }

  /// From a copy, since the store is in use.
  private static func read<Value>(_ store: String, _ body: (Connection) throws -> Value) -> Value? {
    let folder = TemporaryFolder()
    for ending in ["", "-wal"] {
      guard let bytes = readFile("\(store)/records.sqlite3\(ending)") else { continue }
      writeFile(folder["copy\(ending)"], bytes)
    }
    let copy = try? Connection(opening: folder["copy"], .readWrite)
    return try? copy.map(body)
  }

  /// The folders of archive and quarantine in which no row names a file, by their paths: whoever has made one may have died
  /// before its name was on the disk. Before the row was written, that was seen to.
  static func foldersWithoutRow(of store: String) -> Set<String> {
    func folders(below path: String) -> [String] {
      listFolder(path).map { "\(path)/\($0)" }.flatMap { path in
        isFolder(path) ? [path] + folders(below: path) : []
      }
    }
    let roots = ["\(store)/audio", "\(store)/quarantine"].filter(isFolder)
    let named =
      read(store) {
        try $0.rows("SELECT path FROM audio UNION ALL SELECT path FROM quarantine_file") {
          "\(store)/\($0.text())"
        }
      } ?? []
    return Set(roots + roots.flatMap(folders)).filter { folder in
      !named.contains { $0.hasPrefix(folder + "/") }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
