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

  /// Puts a sidecar that came late beside the recording that was set aside; durable when this returns. The answer
  /// goes into `StoreWriter.join`.
  public func join(
    _ sidecar: SidecarContent, name: FileName, to item: QuarantineItem
  ) throws(StoreError) -> QuarantineItem.File {
    try onFile(paths.absolute("quarantine/\(item.uuid)")) {
      () throws(SystemError) -> QuarantineItem.File in
      let parent = try StoreFolders(modes).open(["quarantine"], below: paths.root)
      let folder = try Descriptor(
        opening: PathBytes("\(item.uuid)"), in: parent, [.directory, .noFollow])
      let own = QuarantineName.choose(for: name, taken: Set(try folder.entryNames()))
      let temporary: PathBytes = ".sidecar.part"
      try QuarantineReason.write(
        sidecar.bytes, as: temporary, in: folder, mode: modes.file, [.truncate])
      try folder.renameWithoutReplacing(temporary, to: own, in: folder)
      let file = QuarantineItem.File(
        role: .sidecar, name: name, path: "quarantine/\(item.uuid)/\(own)",
        bytes: Int64(sidecar.bytes.count), sha256: sidecar.sha256)
      let reason = QuarantineReason(
        code: item.code, message: item.message, inbox: item.inbox, record: item.record, at: item.at)
      try reason.write(item.files + [file], in: folder, mode: modes.file)
      try folder.synchronize()
      return file
    }
  }

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
    try forEachEntry { parent, name throws(SystemError) in
      if name == PathBytes("\(uuid)") { try QuarantineFolder.remove(name, in: parent) }
    }
  }

  /// Removes the unfinished folders of a program that died. What they hold are copies: their originals leave the
  /// inbox only after a COMMIT (invariant 3), which comes after the folder's final name.
  public func removeLeftovers() throws(StoreError) {
    try forEachEntry { parent, name throws(SystemError) in
      if ArchiveDraft.isTemporary(name) { try QuarantineFolder.remove(name, in: parent) }
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
