import Linux

/// The right to be the one daemon of an inbox: a lock on the folder itself, which leaves nothing behind in it.
final class FolderLock: Sendable {
  private let lock: FileLock

  init(on folder: String) throws(FolderLockError) {
    do throws(SystemError) {
      lock = try FileLock(locking: Descriptor(opening: folder, [.directory]))
    } catch {
      guard error.code == .wouldBlock else { throw .unusable(folder, error) }
      throw .held(folder, by: FolderLock.holder(of: folder))
    }
  }

  private static func holder(of folder: String) -> Int32? {
    guard let descriptor = try? Descriptor(opening: folder, [.directory]) else { return nil }
    return FileLock.holder(of: descriptor)
  }
}

/// Why an inbox cannot be watched by this daemon.
public enum FolderLockError: Error, Hashable, Sendable, CustomStringConvertible {
  case held(String, by: Int32?)
  case unusable(String, SystemError)

  public var description: String {
    switch self {
    case .held(let folder, let holder?):
      "Another mm-ingestd (process \(holder)) watches \(folder). Stop it first."
    case .held(let folder, nil): "Another mm-ingestd watches \(folder). Stop it first."
    case .unusable(let folder, let error): "The inbox \(folder) cannot be locked: \(error.code)."
    }
  }
}
