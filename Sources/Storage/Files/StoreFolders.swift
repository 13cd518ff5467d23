import Linux
import Synchronization

/// Folders inside a store, made where they are missing, with the store's modes and durable in their parents.
struct StoreFolders {
  private let modes: StoreModes

  /// The folders whose own names this process has seen to. Who made another may have been killed before it had done so.
  private static let settled = Mutex<Set<FileKey>>([])

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
      return try find(name, in: parent)
    } catch  where error.code == .notFound {
      return try make(name, in: parent)
    }
  }

  private func find(
    _ name: PathBytes, in parent: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    let folder = try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    try settle(folder, in: parent)
    return folder
  }

  /// Makes the name of a folder durable, once in the life of this process.
  private func settle(
    _ folder: borrowing Descriptor, in parent: borrowing Descriptor
  ) throws(SystemError) {
    let key = FileKey(try folder.status())
    if StoreFolders.settled.withLock({ $0.contains(key) }) { return }
    try parent.synchronize()
    StoreFolders.settled.withLock { _ = $0.insert(key) }
  }

  /// Makes a folder that may have come into being meanwhile.
  func make(_ name: PathBytes, in parent: borrowing Descriptor) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      try parent.makeDirectory(name, mode: modes.directory & 0o777)
    } catch  where error.code == .exists {
      return try find(name, in: parent)
    }
    let folder = try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    try folder.setMode(modes.directory)
    try settle(folder, in: parent)
    return folder
  }
}
