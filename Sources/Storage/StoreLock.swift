import Linux

/// The right to be the one daemon of a store. It ends with its owner, also when the process dies.
public struct StoreLock: ~Copyable, Sendable {
  private let lock: FileLock

  /// Of the file that is locked, whatever is at its path.
  func identity() throws(SystemError) -> FileKey { FileKey(try lock.status()) }

  /// Takes the lock and writes this process's number into its file, or throws `locked` with the number there.
  public init(of paths: StorePaths) throws(StoreError) {
    let modes = try StoreModes(of: paths)
    do throws(SystemError) {
      let file = try Descriptor(
        opening: paths.lock, [.readWrite, .create, .noFollow], mode: modes.file)
      if try file.status().owner == CurrentProcess.user { try file.setMode(modes.file) }
      let lock = try FileLock(locking: file)
      // For a person who asks who has it; a full disk has no room for that, and is no reason to stand still.
      try? lock.write("\(CurrentProcess.identifier)\n")
      self.lock = lock
    } catch {
      guard error.code == .wouldBlock else { throw StoreError(error, at: paths.lock) }
      throw .locked(path: paths.root, holder: StoreLock.holder(paths))
    }
  }

  /// Whether a daemon has the store; false where there is no lock file. Who takes the lock at that very
  /// instant waits for a moment.
  public static func isHeld(of paths: StorePaths) throws(StoreError) -> Bool {
    do throws(SystemError) {
      return try FileLock.isHeld(on: Descriptor(opening: paths.lock, [.noFollow]))
    } catch {
      if error.code == .notFound { return false }
      throw StoreError(error, at: paths.lock)
    }
  }

  /// The number of the process that wrote the lock file last.
  public static func holder(_ paths: StorePaths) -> String? {
    guard let file = try? Descriptor(opening: paths.lock, [.noFollow]),
      let bytes = try? file.readAll(limit: 64)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
    return text.map(String.init)
  }
}
