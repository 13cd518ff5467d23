import Linux
import Records
import Storage

/// What recordings of the archive hold, read before a transaction that depends on it, since a long one on a slow disk
/// would keep all others from writing. What was seen counts only as long as the file looks as it did.
struct SeenContents {
  private struct Seen {
    let status: FileStatus
    let digest: Digest?
  }

  private var seen: [String: Seen] = [:]

  /// Of the records that these memos are duplicates of, as far as is known.
  init(of group: [DurableMemo], _ reader: StoreReader, _ paths: StorePaths) throws(StoreError) {
    for recording in Set(group.compactMap { $0.memo.recordings.first?.sha256 }) {
      guard let audio = try reader.liveQuickRecord(digest: recording)?.audio, audio.present
      else { continue }
      let path = paths.absolute(audio.path)
      // What cannot be seen now is looked at again when it matters.
      guard let status = try? fileStatus(at: path), let digest = try? KeptContent.read(path)
      else { continue }
      seen[path] = Seen(status: status, digest: digest)
    }
  }

  /// The digest of a plain file; nil where that is something else.
  func digest(of path: String) throws(SystemError) -> Digest? {
    if let seen = seen[path], try fileStatus(at: path) == seen.status { return seen.digest }
    return try KeptContent.read(path)
  }
}
