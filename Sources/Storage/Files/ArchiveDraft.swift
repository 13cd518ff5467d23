import Linux
import Records

/// A recording on its way into the archive, or into the quarantine.
///
/// It owns the open file: written once, then read by whoever judges it, so that the bytes judged are the bytes
/// kept. `deinit` removes the file as long as it has its temporary name; once placed it stays.
public struct ArchiveDraft: ~Copyable, Sendable {
  public let uuid: UUID
  /// Open for reading and writing.
  public let descriptor: Descriptor
  private let archiveFolder: ArchiveFolder
  private let paths: StorePaths
  let temporaryName: PathBytes
  private var stage: Stage

  private enum Stage {
    case temporary
    case placed(PathBytes)
    /// In the quarantine, or taken back out.
    case gone
  }

  /// Makes the file. The lock on it tells a living draft from a leftover.
  init(
    _ uuid: UUID, in archiveFolder: ArchiveFolder, paths: StorePaths, mode: UInt32
  ) throws(SystemError) {
    let name = PathBytes(".\(uuid).part")
    let file = try ArchiveDraft.make(name, in: archiveFolder.descriptor, mode: mode)
    self.uuid = uuid
    descriptor = file
    self.archiveFolder = archiveFolder
    self.paths = paths
    temporaryName = name
    stage = .temporary
  }

  private static func make(
    _ name: PathBytes, in folder: borrowing Descriptor, mode: UInt32
  ) throws(SystemError) -> Descriptor {
    while true {
      let file = try Descriptor(
        opening: name, in: folder, [.readWrite, .create, .exclusive, .noFollow], mode: mode)
      do throws(SystemError) {
        try file.setMode(mode)
        _ = try FileLock(locking: file.duplicate())
        // Before it was locked, a program that starts may have taken it for a leftover.
        if try file.status().links > 0 { return file }
      } catch {
        try? folder.unlink(name)
        throw error
      }
    }
  }

  deinit { if case .temporary = stage { try? folder.unlink(temporaryName) } }

  private var folder: Descriptor { _read { yield archiveFolder.descriptor } }

  /// Of the folder, relative to the store.
  public var folderName: String { archiveFolder.path }

  /// Gives the file its final name, without replacing, and returns its path relative to the store. Not durable
  /// before `synchronizeData()` and `synchronizeFolder()`. The extension is without its dot.
  public mutating func place(extension suffix: String) throws(StoreError) -> String {
    let name = PathBytes("\(uuid).\(suffix)")
    do throws(SystemError) {
      try folder.renameWithoutReplacing(temporaryName, to: name, in: folder)
    } catch { throw StoreError(error, at: paths.absolute(folderName)) }
    stage = .placed(name)
    return "\(folderName)/\(name)"
  }

  /// Returns when the content and the name are on the disk (fdatasync of the file, fsync of the folder).
  public func synchronize() throws(StoreError) {
    do throws(SystemError) {
      try descriptor.synchronizeData()
      try folder.synchronize()
    } catch { throw StoreError(error, at: paths.absolute(folderName)) }
  }

  /// Returns when the content is on the disk.
  public func synchronizeData() throws(StoreError) {
    do throws(SystemError) { try descriptor.synchronizeData() } catch {
      throw StoreError(error, at: paths.absolute(folderName))
    }
  }

  /// Returns when every name in its folder is on the disk; one call serves all that were placed there. Throws
  /// `replaced` where that folder is not at its path any more.
  public func synchronizeFolder() throws(StoreError) {
    guard archiveFolder.isThere(below: paths.root) else {
      throw .replaced(
        path: paths.root,
        detail: "another folder is at \(paths.absolute(folderName)), or that was moved away")
    }
    do throws(SystemError) { try folder.synchronize() } catch {
      throw StoreError(error, at: paths.absolute(folderName))
    }
  }

  /// Takes a placed file back out of the archive, after a transaction that did not commit.
  public mutating func withdraw() throws(StoreError) {
    guard case .placed(let name) = stage else { return }
    do throws(SystemError) { try folder.unlink(name) } catch {
      throw StoreError(error, at: paths.absolute(folderName))
    }
    stage = .gone
  }

  /// Moves the file elsewhere in the store; it is not the archive's any more.
  mutating func move(
    to name: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    switch stage {
    case .temporary: try folder.renameWithoutReplacing(temporaryName, to: name, in: target)
    case .placed(let placed): try folder.renameWithoutReplacing(placed, to: name, in: target)
    case .gone: preconditionFailure("the recording has been moved already")
    }
    stage = .gone
  }

  /// Takes the place of a file elsewhere in the archive.
  mutating func replace(
    _ name: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    guard case .temporary = stage else { preconditionFailure("the recording has a place already") }
    try folder.rename(temporaryName, to: name, in: target)
    stage = .gone
  }

  static func isTemporary(_ name: PathBytes) -> Bool {
    name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(5).elementsEqual(".part".utf8)
  }

  /// Removes a draft that nobody is making. It is locked meanwhile, so that who has just made it sees that it is gone.
  static func removeLeftover(
    _ name: PathBytes, in folder: borrowing Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      let file = try Descriptor(opening: name, in: folder, [.noFollow, .nonBlocking])
      let lock = try FileLock(locking: file)
      try folder.unlink(name)
      _ = consume lock
    } catch {
      // In use, gone meanwhile, or no draft at all: `audit` names what stays.
      let passes: [Errno] = [.wouldBlock, .notFound, .isDirectory, .symbolicLinkLoop, .noDevice]
      guard passes.contains(error.code) else { throw error }
    }
  }
}
