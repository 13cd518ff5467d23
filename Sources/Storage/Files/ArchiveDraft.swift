import Linux
import Records

/// A recording on its way into the archive, or into the quarantine.
///
/// It owns the open file: a copy, written once and then read by whoever judges it, so that the bytes judged are the
/// bytes kept; or a file that is ours alone and gets a second name in the store instead (`ArchiveDraft+Sharing`).
/// `deinit` removes a copy as long as it has its temporary name; once placed it stays.
public struct ArchiveDraft: ~Copyable, Sendable {
  public let uuid: UUID
  /// A copy is open for reading and writing, a shared file for reading.
  public let descriptor: Descriptor
  let archiveFolder: ArchiveFolder
  let paths: StorePaths
  let mode: UInt32
  var stage: Stage

  enum Stage {
    /// A copy under its temporary name.
    case temporary
    /// Not in the store yet, with the mode that it came with.
    case shared(mode: UInt32)
    case placed(PathBytes, sharedMode: UInt32?)
    /// In the quarantine, or taken back out.
    case gone
  }

  var temporaryName: PathBytes { PathBytes(".\(uuid).part") }

  /// Makes the file. The lock on it tells a living draft from a leftover.
  init(
    _ uuid: UUID, in folder: ArchiveFolder, paths: StorePaths, mode: UInt32
  ) throws(SystemError) {
    descriptor = try ArchiveDraft.makeFile(
      PathBytes(".\(uuid).part"), in: folder.descriptor, mode: mode)
    self.uuid = uuid
    archiveFolder = folder
    self.paths = paths
    self.mode = mode
    stage = .temporary
  }

  /// Takes a file over as it is.
  init(
    _ uuid: UUID, sharing file: consuming Descriptor, mode fileMode: UInt32,
    in folder: ArchiveFolder, paths: StorePaths, mode: UInt32
  ) {
    descriptor = file
    self.uuid = uuid
    archiveFolder = folder
    self.paths = paths
    self.mode = mode
    stage = .shared(mode: fileMode)
  }

  static func makeFile(
    _ name: PathBytes, in folder: borrowing Descriptor, mode: UInt32
  ) throws(SystemError) -> Descriptor {
    let file = try Descriptor(
      opening: name, in: folder, [.readWrite, .create, .exclusive, .noFollow], mode: mode)
    do throws(SystemError) {
      try file.setMode(mode)
      _ = try FileLock(locking: file.duplicate())
    } catch {
      try? folder.unlink(name)
      throw error
    }
    return file
  }

  deinit { if case .temporary = stage { try? archiveFolder.descriptor.unlink(temporaryName) } }

  /// Of the folder, relative to the store.
  public var folderName: String { archiveFolder.path }

  /// Gives the file its final name, without replacing, and returns its path relative to the store. Not durable
  /// before `synchronizeData()` and `synchronizeFolder()`. The extension is without its dot.
  public mutating func place(extension suffix: String) throws(StoreError) -> String {
    let name = PathBytes("\(uuid).\(suffix)")
    do throws(SystemError) {
      switch stage {
      case .temporary:
        try archiveFolder.descriptor.renameWithoutReplacing(
          temporaryName, to: name, in: archiveFolder.descriptor)
        stage = .placed(name, sharedMode: nil)
      case .shared(let own): try placeShared(as: name, mode: own)
      case .placed, .gone: preconditionFailure("the recording has been placed already")
      }
    } catch { throw StoreError(error, at: paths.absolute(folderName)) }
    return "\(folderName)/\(name)"
  }

  /// Returns when the content and the name are on the disk (fdatasync of the file, fsync of the folder).
  public func synchronize() throws(StoreError) {
    do throws(SystemError) {
      try descriptor.synchronizeData()
      try archiveFolder.descriptor.synchronize()
    } catch { throw StoreError(error, at: paths.absolute(folderName)) }
  }

  /// Returns when the content is on the disk.
  public func synchronizeData() throws(StoreError) {
    do throws(SystemError) { try descriptor.synchronizeData() } catch {
      throw StoreError(error, at: paths.absolute(folderName))
    }
  }

  /// Returns when every name in its folder is on the disk; one call serves all that were placed there.
  public func synchronizeFolder() throws(StoreError) {
    do throws(SystemError) { try archiveFolder.descriptor.synchronize() } catch {
      throw StoreError(error, at: paths.absolute(folderName))
    }
  }

  /// Takes a placed file back out of the archive, after a transaction that did not commit.
  public mutating func withdraw() throws(StoreError) {
    guard case .placed(let name, let sharedMode) = stage else { return }
    do throws(SystemError) {
      try archiveFolder.descriptor.unlink(name)
      if let sharedMode { try descriptor.setMode(sharedMode) }
    } catch { throw StoreError(error, at: paths.absolute(folderName)) }
    stage = .gone
  }

  /// Moves the file elsewhere in the store, durably but for its name there; it is not the archive's any more. A shared
  /// file is copied.
  mutating func move(
    to name: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    switch stage {
    case .temporary:
      try descriptor.synchronizeData()
      try archiveFolder.descriptor.renameWithoutReplacing(temporaryName, to: name, in: target)
    case .shared: try copyContent(to: name, in: target)
    case .placed, .gone: preconditionFailure("the recording has been placed already")
    }
    stage = .gone
  }

  static func isTemporary(_ name: PathBytes) -> Bool {
    name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(5).elementsEqual(".part".utf8)
  }

  static func isInUse(
    _ name: PathBytes, in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    try FileLock.isHeld(on: Descriptor(opening: name, in: folder, [.noFollow, .nonBlocking]))
  }
}
