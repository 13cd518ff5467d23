import Linux

/// Whether a store may lie at a place, asked before anything is made or locked there.
public enum StorePlace {
  /// Throws what opening the store would, where there is something that is none of ours, damaged, newer or has lost its database. Where there is
  /// nothing yet, that is fine.
  public static func requireOurs(_ paths: StorePaths) throws(StoreError) {
    do throws(StoreError) { try StoreCheck.run(on: paths) } catch {
      guard case .notFound = error else { throw error }
    }
  }

  /// Whether a store is at a place, by the header of its database (sqlite.org/fileformat.html), whatever its version.
  public static func isStore(_ paths: StorePaths) -> Bool {
    guard let file = try? Descriptor(opening: paths.database, [.nonBlocking]) else { return false }
    let header = file.header(at: 0, count: 72)
    return header.count == 72 && header.starts(with: "SQLite format 3\0".utf8)
      && header[68..<72].bigEndian == StoreCheck.applicationID
  }

  /// Throws `network` where the folder, or the nearest above it that is there, is of a kind that other machines may use
  /// too: locks hold on one machine only there, and so does the shared memory of a write-ahead log
  /// (sqlite.org/wal.html).
  public static func requireLocal(_ paths: StorePaths) throws(StoreError) {
    let folder = nearest(to: paths.root)
    guard let descriptor = try? Descriptor(opening: folder, [.directory]) else { return }
    try requireLocal(FileSystemKind(of: descriptor), paths)
  }

  static func requireLocal(_ kind: FileSystemKind, _ paths: StorePaths) throws(StoreError) {
    if kind.mayChangeUnseen { throw .network(path: paths.root, kind: kind.name) }
  }

  private static func nearest(to path: String) -> String {
    var path = path
    while (try? fileStatus(at: path)) == nil, let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
    }
    return path.isEmpty ? "/" : path
  }
}
