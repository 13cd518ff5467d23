import Linux

/// Symbolic links where a store has its folders. None is followed: what is behind one may be gone while its disk is not
/// mounted, and recordings would then be made up anew in another place, or called lost.
enum StoreLinks {
  /// The first that is found in the place of a folder of the archive or the quarantine; its absolute path.
  static func first(in paths: StorePaths) -> String? {
    guard let root = try? Descriptor(opening: paths.root, [.directory]) else { return nil }
    return top(root, paths) ?? first(below: "audio", in: root, paths, depth: 2)
  }

  /// Throws `linked` where the archive or the quarantine as a whole is one.
  static func requireNone(at paths: StorePaths) throws(StoreError) {
    guard let root = try? Descriptor(opening: paths.root, [.directory]) else { return }
    if let link = top(root, paths) { throw .linked(path: link) }
  }

  private static func top(_ root: borrowing Descriptor, _ paths: StorePaths) -> String? {
    for name in ["audio", "quarantine"] where isLink(PathBytes(name), in: root) {
      return paths.absolute(name)
    }
    return nil
  }

  private static func first(
    below relative: String, in parent: borrowing Descriptor, _ paths: StorePaths, depth: Int
  ) -> String? {
    let last = PathBytes(String(relative.split(separator: "/").last ?? ""))
    guard depth > 0,
      let folder = try? Descriptor(opening: last, in: parent, [.directory, .noFollow]),
      let names = try? folder.entryNames()
    else { return nil }
    for name in names {
      let own = "\(relative)/\(name)"
      if isLink(name, in: folder) { return paths.absolute(own) }
      if let link = first(below: own, in: folder, paths, depth: depth - 1) { return link }
    }
    return nil
  }

  private static func isLink(_ name: PathBytes, in folder: borrowing Descriptor) -> Bool {
    (try? folder.status(of: name).kind) == .symbolicLink
  }
}

/// Runs system calls in the folders of a store, their failures as the store's: where a link is in the way, that is said.
func onFolders<Result: ~Copyable>(
  _ path: String, of paths: StorePaths, _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do throws(SystemError) { return try body() } catch {
    if [.notDirectory, .symbolicLinkLoop].contains(error.code),
      let link = StoreLinks.first(in: paths)
    {
      throw .linked(path: link)
    }
    throw StoreError(error, at: path)
  }
}
