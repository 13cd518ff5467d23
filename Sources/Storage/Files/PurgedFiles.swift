import Linux

/// The files of what was purged. Their rows are gone when they go, and a row of `purged_file` stays until that is
/// durable: a crash between is made good by the next purge or the next start of the daemon.
public struct PurgedFiles {
  private let store: Store

  public init(of store: Store) { self.store = store }

  /// What could not be removed, and why; it is tried again the next time.
  public struct Stuck: Sendable {
    public let path: String
    public let error: SystemError
  }

  /// Removes those that are left, with the write lock held, so that nobody takes them for files without a row.
  @discardableResult
  public func remove() throws -> [Stuck] {
    guard try !store.read({ try $0.purgedFiles() }).isEmpty else { return [] }
    return try store.write { writer in
      var stuck: [Stuck] = []
      var gone: [String: [String]] = [:]
      let named = try writer.archivePaths()
      let items = Set(try writer.quarantineFolders().map { "quarantine/\($0)" })
      for path in try writer.purgedFiles() {
        // A damaged row may lead anywhere; `audit` names it.
        guard StorePaths.isPlaceOfFile(path) || StorePaths.isPlaceOfItem(path) else {
          stuck.append(Stuck(path: path, error: SystemError(.invalidArgument, "unlink", on: path)))
          continue
        }
        // Never what a row names, whatever else went wrong.
        if !named.contains(path), !items.contains(path) {
          do throws(SystemError) { try remove(path) } catch {
            // Gone before a crash, or with its whole folder.
            guard error.code == .notFound else {
              stuck.append(Stuck(path: path, error: error))
              continue
            }
          }
        }
        gone[PurgedFiles.folder(of: path), default: []].append(path)
      }
      for (folder, paths) in gone {
        do throws(SystemError) { try synchronize(folder) } catch {
          stuck += paths.map { Stuck(path: $0, error: error) }
          continue
        }
        try writer.forgetPurgedFiles(paths)
      }
      return stuck
    }
  }

  private func synchronize(_ folder: String) throws(SystemError) {
    let path = store.paths.absolute(folder)
    guard (try? fileStatus(at: path)) != nil else { return }
    try Descriptor(opening: path, [.directory]).synchronize()
  }

  private func remove(_ path: String) throws(SystemError) {
    let parent = try Descriptor(
      opening: store.paths.absolute(PurgedFiles.folder(of: path)), [.directory, .noFollow])
    let name = PathBytes(String(path.split(separator: "/").last ?? ""))
    if path.hasPrefix("quarantine/") {
      try QuarantineFolder.remove(name, in: parent)
    } else {
      try parent.unlink(name)
    }
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
