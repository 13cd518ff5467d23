import Linux
import Records

/// One item on its way into the quarantine: a folder under a temporary name until it is whole.
///
/// `deinit` removes an unfinished folder with what it holds. Once finished it stays.
public struct QuarantineDraft: ~Copyable, Sendable {
  public let uuid: UUID
  public private(set) var files: [QuarantineItem.File]
  private let parent: Descriptor
  private let folder: Descriptor
  private let paths: StorePaths
  private let mode: UInt32
  private var taken: Set<PathBytes>
  private var isFinished: Bool

  init(
    _ uuid: UUID, in parent: consuming Descriptor, paths: StorePaths, modes: StoreModes
  ) throws(SystemError) {
    let folder = try QuarantineDraft.makeFolder(for: uuid, in: parent, mode: modes.directory)
    self.uuid = uuid
    self.parent = parent
    self.folder = folder
    self.paths = paths
    mode = modes.file
    files = []
    taken = []
    isFinished = false
  }

  private static func makeFolder(
    for uuid: UUID, in parent: borrowing Descriptor, mode: UInt32
  ) throws(SystemError) -> Descriptor {
    let name = temporaryName(of: uuid)
    try parent.makeDirectory(name, mode: mode & 0o777)
    do throws(SystemError) {
      let folder = try Descriptor(opening: name, in: parent, [.directory, .noFollow])
      try folder.setMode(mode)
      return folder
    } catch {
      try? parent.removeDirectory(name)
      throw error
    }
  }

  deinit {
    guard !isFinished else { return }
    try? QuarantineFolder.remove(QuarantineDraft.temporaryName(of: uuid), in: parent)
  }

  /// Moves a recording from the archive, placed or not, into the item.
  public mutating func add(
    _ recording: inout ArchiveDraft, name: FileName, sha256: Digest
  ) throws(StoreError) {
    let own = QuarantineName.choose(for: name, taken: taken)
    let bytes: Int64
    do throws(SystemError) {
      bytes = try recording.descriptor.status().size
      try recording.descriptor.synchronizeData()
      try recording.move(to: own, in: folder)
    } catch { throw StoreError(error, at: paths.quarantine) }
    note(.recording, name, own, bytes: bytes, sha256)
  }

  /// Writes a file of the item, a sidecar or a recording.
  public mutating func add(
    _ bytes: [UInt8], as role: QuarantineItem.Role, name: FileName, sha256: Digest
  ) throws(StoreError) {
    let own = QuarantineName.choose(for: name, taken: taken)
    do throws(SystemError) {
      try QuarantineReason.write(bytes, as: own, in: folder, mode: mode, [.exclusive])
    } catch { throw StoreError(error, at: paths.quarantine) }
    note(role, name, own, bytes: Int64(bytes.count), sha256)
  }

  private mutating func note(
    _ role: QuarantineItem.Role, _ name: FileName, _ own: PathBytes, bytes: Int64, _ sha256: Digest
  ) {
    taken.insert(own)
    files.append(
      QuarantineItem.File(
        role: role, name: name, path: "quarantine/\(uuid)/\(own)", bytes: bytes, sha256: sha256))
  }

  /// Writes `reason.json` and gives the folder its final name; durable when this returns. The answer goes into
  /// `StoreWriter.insert`.
  public mutating func finish(
    _ code: QuarantineCode, message: String, record: RecordID? = nil, inbox: String, at: Instant
  ) throws(StoreError) -> NewQuarantineItem {
    let reason = QuarantineReason(
      code: code, message: message, inbox: inbox, record: record, at: at)
    do throws(SystemError) {
      try reason.write(files, in: folder, mode: mode)
      try folder.synchronize()
      try parent.renameWithoutReplacing(
        QuarantineDraft.temporaryName(of: uuid), to: PathBytes("\(uuid)"), in: parent)
      isFinished = true
    } catch { throw StoreError(error, at: paths.quarantine) }
    do throws(SystemError) { try parent.synchronize() } catch {
      // Nobody learns of an item that may not be there after a power cut.
      try? withdraw()
      throw StoreError(error, at: paths.quarantine)
    }
    return NewQuarantineItem(
      uuid: uuid, code: code, message: message, files: files, record: record, inbox: inbox, at: at)
  }

  /// Removes a finished item again, after a transaction that did not commit.
  public mutating func withdraw() throws(StoreError) {
    guard isFinished else { return }
    do throws(SystemError) {
      try QuarantineFolder.remove(PathBytes("\(uuid)"), in: parent)
    } catch { throw StoreError(error, at: paths.quarantine) }
  }

  static func temporaryName(of uuid: UUID) -> PathBytes { PathBytes(".\(uuid).part") }
}
