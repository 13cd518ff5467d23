import Linux

/// Folders inside a store, made where they are missing, with the store's modes and durable in their parents.
struct StoreFolders {
  private let modes: StoreModes

  init(_ modes: StoreModes) { self.modes = modes }

  /// Opens a folder by its names below the root. A symbolic link in its place is an error.
  func open(_ names: [String], below root: String) throws(SystemError) -> Descriptor {
    var folder = try Descriptor(opening: root, [.directory])
    for name in names { folder = try open(PathBytes(name), in: folder) }
    return folder
  }

  private func open(
    _ name: PathBytes, in parent: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    } catch  where error.code == .notFound {
      return try make(name, in: parent)
    }
  }

  /// Makes a folder that may have come into being meanwhile.
  func make(_ name: PathBytes, in parent: borrowing Descriptor) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      try parent.makeDirectory(name, mode: modes.directory & 0o777)
    } catch  where error.code == .exists {
      return try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    }
    let folder = try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    try folder.setMode(modes.directory)
    try parent.synchronize()
    return folder
  }
}
