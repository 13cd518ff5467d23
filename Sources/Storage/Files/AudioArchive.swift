import Linux
import Records

/// The recordings of a store: `audio/<yyyy>/<mm>/<uuid>.<ext>`, by the month (UTC) in which they came in.
public struct AudioArchive: Sendable {
  public let paths: StorePaths
  let modes: StoreModes
  private let folders: ArchiveFolders

  public init(of store: Store) { self.init(paths: store.paths, modes: store.modes) }

  init(paths: StorePaths, modes: StoreModes) {
    self.paths = paths
    self.modes = modes
    folders = ArchiveFolders(below: paths.root, modes)
  }

  /// A new, empty file under a temporary name in the folder where the recording will stay.
  public func begin(_ uuid: UUID, at instant: Instant) throws(StoreError) -> ArchiveDraft {
    try onFolders(paths.audio, of: paths) { () throws(SystemError) -> ArchiveDraft in
      try ArchiveDraft(uuid, in: folders.folder(of: instant), paths: paths, mode: modes.file)
    }
  }

  /// Removes the temporary files of programs that died. They are copies: what they were copied from leaves the
  /// inbox only after a COMMIT (invariant 3). A draft that another program is still making is left alone.
  public func removeLeftovers() throws(StoreError) {
    try forEachFile { folder, relative, name throws(SystemError) in
      if ArchiveDraft.isTemporary(name) { try ArchiveDraft.removeLeftover(name, in: folder) }
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
    try onFolders(paths.audio, of: paths) { () throws(SystemError) in
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
