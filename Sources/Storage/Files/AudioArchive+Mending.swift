import Linux
import Records

extension AudioArchive {
  /// Puts a draft in the place of a recording that is gone or damaged: over what lies there, unless that is a folder.
  /// Durable when this returns. `path` is what the row says, and the draft must have the content that the row says.
  public func mend(_ path: String, with draft: inout ArchiveDraft) throws(StoreError) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 4, names[0] == "audio",
      names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") })
    else { throw .io(path: paths.absolute(path), detail: "this is no place of a recording") }
    try draft.synchronizeData()
    do throws(SystemError) {
      let folder = try StoreFolders(modes).open(Array(names.dropLast()), below: paths.root)
      try draft.replace(PathBytes(names[3]), in: folder)
      try folder.synchronize()
    } catch { throw StoreError(error, at: paths.absolute(path)) }
  }
}
