import Linux
import Records

extension AudioArchive {
  /// Puts a draft in the place of a recording that is gone or damaged: over what lies there, unless that is a folder.
  /// Durable when this returns. `path` is what the row says, and the draft must have the content that the row says.
  public func mend(_ path: String, with draft: inout ArchiveDraft) throws(StoreError) {
    if let obstacle = try mendUnlessObstructed(path, with: &draft) { throw obstacle }
  }

  /// The same, but answers what stands in the way where that stays however often it is tried: then the draft is where
  /// it was. Throws what may pass. The draft may have its new place by then, and nobody may rely on that: it is to be
  /// let go of, and the mending to be tried anew.
  public func mendUnlessObstructed(
    _ path: String, with draft: inout ArchiveDraft
  ) throws(StoreError) -> StoreError? {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 4, names[0] == "audio",
      names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") })
    else { return .io(path: paths.absolute(path), detail: "this is no place of a recording") }
    try draft.synchronizeData()
    var isInPlace = false
    do throws(SystemError) {
      let folder = try StoreFolders(modes).open(Array(names.dropLast()), below: paths.root)
      try draft.replace(PathBytes(names[3]), in: folder)
      isInPlace = true
      try folder.synchronize()
      return nil
    } catch {
      let fault = StoreError(error, at: paths.absolute(path))
      if !isInPlace, AudioArchive.obstacles.contains(error.code) { return fault }
      throw fault
    }
  }

  /// Returns when every name in a folder of the archive is on the disk; the folder's path is relative to the store.
  public func synchronizeFolder(_ path: String) throws(StoreError) {
    try onFile(paths.absolute(path)) { () throws(SystemError) in
      try Descriptor(opening: paths.absolute(path), [.directory]).synchronize()
    }
  }

  /// A file or a link where a folder should be, a folder where the file should be, a month that lies on another disk,
  /// and a name that no file can have.
  private static let obstacles: Set<Errno> = [
    .notDirectory, .symbolicLinkLoop, .isDirectory, .crossDevice, .nameTooLong,
  ]
}
