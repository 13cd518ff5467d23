import Linux
import Records

/// What was set aside: `quarantine/<uuid>/` with the files and a `reason.json`.
public struct QuarantineFolder: Sendable {
  public let paths: StorePaths
  private let modes: StoreModes

  public init(of store: Store) { self.init(paths: store.paths, modes: store.modes) }

  init(paths: StorePaths, modes: StoreModes) {
    self.paths = paths
    self.modes = modes
  }

  public func begin(_ uuid: UUID) throws(StoreError) -> QuarantineDraft {
    try onFile(paths.quarantine) { () throws(SystemError) -> QuarantineDraft in
      let parent = try StoreFolders(modes).open(["quarantine"], below: paths.root)
      return try QuarantineDraft(uuid, in: parent, paths: paths, modes: modes)
    }
  }

  /// Puts a sidecar that came late beside the recording that was set aside; durable when this returns, and nothing of
  /// it is there when it throws. The answer goes into `StoreWriter.join`.
  public func join(
    _ sidecar: SidecarContent, name: FileName, to item: QuarantineItem
  ) throws(StoreError) -> QuarantineItem.File {
    try onFile(paths.absolute("quarantine/\(item.uuid)")) {
      () throws(SystemError) -> QuarantineItem.File in
      let folder = try openItem(item.uuid)
      let own = QuarantineName.choose(for: name, taken: Set(try folder.entryNames()))
      let file = QuarantineItem.File(
        role: .sidecar, name: name, path: "quarantine/\(item.uuid)/\(own)",
        bytes: Int64(sidecar.bytes.count), sha256: sidecar.sha256)
      var isNamed = false
      do throws(SystemError) {
        try QuarantineReason.write(
          sidecar.bytes, as: QuarantineFolder.joining, in: folder, mode: modes.file, [.truncate])
        try folder.renameWithoutReplacing(QuarantineFolder.joining, to: own, in: folder)
        isNamed = true
        try writeReason(item, item.files + [file], in: folder)
        try folder.synchronize()
      } catch {
        try? folder.unlink(isNamed ? own : QuarantineFolder.joining)
        if isNamed { try? writeReason(item, item.files, in: folder) }
        throw error
      }
      return file
    }
  }

  /// Takes a file out of an item again that no row names: one that joined it in a transaction that did not commit.
  public func withdraw(_ file: PathBytes, from item: QuarantineItem) throws(StoreError) {
    try onFile(paths.absolute("quarantine/\(item.uuid)")) { () throws(SystemError) in
      let folder = try openItem(item.uuid)
      try folder.unlink(file)
      try writeReason(item, item.files, in: folder)
    }
  }

  private func openItem(_ uuid: UUID) throws(SystemError) -> Descriptor {
    let parent = try StoreFolders(modes).open(["quarantine"], below: paths.root)
    return try Descriptor(opening: PathBytes("\(uuid)"), in: parent, [.directory, .noFollow])
  }

  private func writeReason(
    _ item: QuarantineItem, _ files: [QuarantineItem.File], in folder: borrowing Descriptor
  ) throws(SystemError) {
    let reason = QuarantineReason(
      code: item.code, message: item.message, inbox: item.inbox, record: item.record, at: item.at)
    try reason.write(files, in: folder, mode: modes.file)
  }

  /// The name of a sidecar that is on its way into an item. What has it no row has ever named.
  private static let joining: PathBytes = ".sidecar.part"

  /// Opens a file of an item for reading.
  public func open(_ file: QuarantineItem.File) throws(StoreError) -> Descriptor {
    let path = paths.absolute(file.path)
    return try onFile(path) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: path, [.noFollow])
    }
  }

  /// The bytes of a sidecar of an item.
  public func read(_ file: QuarantineItem.File) throws(StoreError) -> SidecarContent {
    let descriptor = try open(file)
    let bytes = try onFile(paths.absolute(file.path)) { () throws(SystemError) in
      try descriptor.readAll(limit: 1 << 30) ?? []
    }
    return SidecarContent(bytes: bytes, sha256: file.sha256)
  }

  /// When a file of an item was last written before it was set aside.
  public func modified(_ file: QuarantineItem.File) throws(StoreError) -> Instant {
    let descriptor = try open(file)
    return Instant(
      nanoseconds: try onFile(paths.absolute(file.path)) { () throws(SystemError) in
        try descriptor.status().modified
      })
  }

  /// The items under their final names. One without a row was made by a program that died before its COMMIT, if
  /// this is called with the write lock held.
  public func items() throws(StoreError) -> Set<UUID> {
    var items: Set<UUID> = []
    try forEachEntry { parent, name throws(SystemError) in
      if let uuid = UUID(name.description) { items.insert(uuid) }
    }
    return items
  }

  /// Removes an item with its files, once their bytes are durable elsewhere.
  public func remove(_ uuid: UUID) throws(StoreError) {
    try onFile(paths.quarantine) { () throws(SystemError) in
      do throws(SystemError) {
        try QuarantineFolder.remove(
          PathBytes("\(uuid)"),
          in: Descriptor(opening: paths.quarantine, [.directory, .noFollow]))
      } catch  where error.code == .notFound {
        // It is gone already.
      }
    }
  }

  /// Removes the unfinished folders of a program that died, and what it was writing into an item. What they hold are
  /// copies: their originals leave the inbox only after a COMMIT (invariant 3), which comes after the final name.
  public func removeLeftovers() throws(StoreError) {
    try forEachEntry { parent, name throws(SystemError) in
      if ArchiveDraft.isTemporary(name) { return try QuarantineFolder.remove(name, in: parent) }
      guard UUID(name.description) != nil,
        let folder = try? Descriptor(opening: name, in: parent, [.directory, .noFollow])
      else { return }
      for name in [QuarantineFolder.joining, QuarantineReason.temporaryName] {
        do throws(SystemError) { try folder.unlink(name) } catch {
          guard error.code == .notFound else { throw error }
        }
      }
    }
  }

  /// The files of an item that are neither among these nor ours to make anew, with what they are.
  public func entries(
    of uuid: UUID, besides known: Set<PathBytes>
  ) throws(StoreError) -> [PathBytes: FileStatus] {
    try onFile(paths.absolute("quarantine/\(uuid)")) {
      () throws(SystemError) -> [PathBytes: FileStatus] in
      var found: [PathBytes: FileStatus] = [:]
      do throws(SystemError) {
        let folder = try openItem(uuid)
        for name in try folder.entryNames()
        where name != QuarantineName.reason && !known.contains(name) {
          found[name] = try folder.status(of: name)
        }
      } catch  where error.code == .notFound {
        // Its whole folder may be gone, or go meanwhile.
      }
      return found
    }
  }

  private func forEachEntry(
    _ body: (borrowing Descriptor, PathBytes) throws(SystemError) -> Void
  ) throws(StoreError) {
    try onFile(paths.quarantine) { () throws(SystemError) in
      let parent: Descriptor
      do throws(SystemError) {
        parent = try Descriptor(opening: paths.quarantine, [.directory, .noFollow])
      } catch  where error.code == .notFound { return }
      for name in try parent.entryNames() { try body(parent, name) }
    }
  }

  /// A folder of plain files.
  static func remove(_ name: PathBytes, in parent: borrowing Descriptor) throws(SystemError) {
    let folder = try Descriptor(opening: name, in: parent, [.directory, .noFollow])
    for entry in try folder.entryNames() { try folder.unlink(entry) }
    try parent.removeDirectory(name)
  }
}
