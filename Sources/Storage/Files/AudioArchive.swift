import Linux
import Records

/// The recordings of a store: `audio/<yyyy>/<mm>/<uuid>.<ext>`, by the month (UTC) in which they came in.
public struct AudioArchive: Sendable {
  public let paths: StorePaths
  let modes: StoreModes

  public init(of store: Store) { self.init(paths: store.paths, modes: store.modes) }

  init(paths: StorePaths, modes: StoreModes) {
    self.paths = paths
    self.modes = modes
  }

  /// A new, empty file under a temporary name in the folder where the recording will stay.
  public func begin(_ uuid: UUID, at instant: Instant) throws(StoreError) -> ArchiveDraft {
    let month = Month(instant)
    return try onFile(paths.audio) { () throws(SystemError) -> ArchiveDraft in
      try ArchiveDraft(
        uuid, in: month.open(below: paths.root, modes), named: month.path, paths: paths,
        mode: modes.file)
    }
  }

  /// Whether a file may enter the archive as it is, without a copy: when it is ours alone, and both folders are on one
  /// mount. A folder that is shared by a group takes copies, which belong to the group.
  public func canShare(_ file: FileStatus, from folder: borrowing Descriptor) -> Bool {
    guard file.kind == .regular, file.links == 1, file.owner == CurrentProcess.user,
      modes.directory & 0o2000 == 0, let mount = folder.mountNumber
    else { return false }
    return (try? Descriptor(opening: paths.root, [.directory]).mountNumber) == mount
  }

  /// Takes over a file that `canShare` allows. It must be open for reading only, with a lease.
  public func share(
    _ file: consuming Descriptor, _ status: FileStatus, as uuid: UUID, at instant: Instant
  ) throws(StoreError) -> ArchiveDraft {
    let month = Month(instant)
    let folder: Descriptor
    do throws(SystemError) { folder = try month.open(below: paths.root, modes) } catch {
      throw StoreError(error, at: paths.audio)
    }
    return ArchiveDraft(
      uuid, sharing: file, mode: status.mode, in: folder, named: month.path, paths: paths,
      mode: modes.file)
  }

  /// The folder of a month (UTC).
  private struct Month {
    let names: [String]

    init(_ instant: Instant) {
      let days = (instant.seconds - (instant.seconds < 0 ? 86_399 : 0)) / 86_400
      let parts = CalendarDay(daysSinceEpoch: Int(days)).description.split(separator: "-")
      names = ["audio", String(parts[0]), String(parts[1])]
    }

    var path: String { names.joined(separator: "/") }

    func open(below root: String, _ modes: StoreModes) throws(SystemError) -> Descriptor {
      try StoreFolders(modes).open(names, below: root)
    }
  }

  /// Removes the temporary files of programs that died. They are copies: what they were copied from leaves the
  /// inbox only after a COMMIT (invariant 3). A draft that another program is still making is left alone.
  public func removeLeftovers() throws(StoreError) {
    try forEachFile { folder, relative, name throws(SystemError) in
      guard ArchiveDraft.isTemporary(name), try !ArchiveDraft.isInUse(name, in: folder) else {
        return
      }
      try folder.unlink(name)
    }
  }

  /// The paths, relative to the store, of all recordings under their final names. One without a row was placed by
  /// a program that died before its COMMIT, if this is called with the write lock held.
  public func files() throws(StoreError) -> [String] {
    var files: [String] = []
    try forEachFile { folder, relative, name throws(SystemError) in
      if !ArchiveDraft.isTemporary(name) { files.append("\(relative)/\(name)") }
    }
    return files
  }

  private func forEachFile(
    _ body: (borrowing Descriptor, String, PathBytes) throws(SystemError) -> Void
  ) throws(StoreError) {
    try onFile(paths.audio) { () throws(SystemError) in
      let years: Descriptor
      do throws(SystemError) {
        years = try Descriptor(opening: paths.audio, [.directory, .noFollow])
      } catch  where error.code == .notFound { return }
      for year in try years.entryNames() where AudioArchive.isNumber(year) {
        let months = try Descriptor(opening: year, in: years, [.directory, .noFollow])
        for month in try months.entryNames() where AudioArchive.isNumber(month) {
          let folder = try Descriptor(opening: month, in: months, [.directory, .noFollow])
          for name in try folder.entryNames() { try body(folder, "audio/\(year)/\(month)", name) }
        }
      }
    }
  }

  private static func isNumber(_ name: PathBytes) -> Bool {
    name.bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
