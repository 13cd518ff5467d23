import Linux

/// What lies in the folders of a store, whatever rows say of it. Paths are relative to the store.
public struct StoreFiles: Sendable {
  public let paths: StorePaths

  public init(of paths: StorePaths) { self.paths = paths }

  /// Everything in the archive and the quarantine that is no folder; a link is itself. What comes and goes meanwhile may
  /// or may not be among it. A folder that cannot be read is an error, since what it holds is not known.
  public func everything() throws(StoreError) -> [PathBytes: FileStatus] {
    var found: [PathBytes: FileStatus] = [:]
    for root in [paths.audio, paths.quarantine] {
      try onFolders(root, of: paths) { () throws(SystemError) in
        let folder: Descriptor
        do throws(SystemError) {
          folder = try Descriptor(opening: root, [.directory, .noFollow])
        } catch  where error.code == .notFound { return }
        let start = Array(root.utf8.dropFirst(paths.root.utf8.count + 1))
        try collect(folder, start, &found)
      }
    }
    return found
  }

  private func collect(
    _ folder: borrowing Descriptor, _ path: [UInt8], _ found: inout [PathBytes: FileStatus]
  ) throws(SystemError) {
    for name in try folder.entryNames() {
      let own = path + [UInt8(ascii: "/")] + name.bytes
      do throws(SystemError) {
        let status = try folder.status(of: name)
        if status.kind == .directory {
          try collect(
            Descriptor(opening: name, in: folder, [.directory, .noFollow]), own, &found)
        } else {
          found[PathBytes(own)] = status
        }
      } catch  where error.code == .notFound {
        // Gone since its name was read.
      }
    }
  }

  /// Nil where there is nothing of this name.
  public func status(of path: PathBytes) throws(StoreError) -> FileStatus? {
    try onFile(paths.absolute(path.description)) { () throws(SystemError) -> FileStatus? in
      let root = try Descriptor(opening: paths.root, [.directory])
      do throws(SystemError) { return try root.status(of: path) } catch
        where
        error.code == .notFound || error.code == .notDirectory
      { return nil }
    }
  }

  /// Opens a file for reading; what stands in its place makes nobody wait, and no link is followed.
  public func open(_ path: PathBytes) throws(SystemError) -> Descriptor {
    let root = try Descriptor(opening: paths.root, [.directory])
    return try Descriptor(opening: path, in: root, [.noFollow, .nonBlocking])
  }

  /// Whether it has a name, or lies in a folder, as files have until they are whole.
  public static func isTemporary(_ path: PathBytes) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).contains {
      ArchiveDraft.isTemporary(PathBytes(Array($0)))
    }
  }

  /// Whether somebody still makes the file under its temporary name; also where that cannot be known.
  public func isInUse(_ path: PathBytes) -> Bool {
    guard let file = try? open(path) else { return true }
    return (try? FileLock.isHeld(on: file)) ?? true
  }
}
