import CommandLineTool
import Configuration
import Linux

/// Where a backup may lie: neither in the store or an inbox, nor around one.
struct BackupPlace {
  let context: Context
  init(_ context: Context) { self.context = context }

  /// The daemon would take it for memos, or it would copy itself.
  func requireApart(_ path: String) throws(Failure) {
    guard !path.isEmpty else {
      throw Failure(
        .usage, "usage", "The folder of the backup has no name.", hint: "Name a folder.")
    }
    let backup = canonicalPlace(path)
    for other in [context.paths.root] + context.settings.inboxes.map(\.path) {
      guard let nesting = FolderNesting.find(among: [backup, canonicalPlace(other)]) else {
        continue
      }
      throw Failure(
        .usage, "nested",
        nesting.inner == nesting.outer
          ? "\(path) is the store or an inbox itself; a backup needs a folder of its own."
          : "\(nesting.inner) lies inside \(nesting.outer); a backup must lie outside the store and the inboxes.",
        hint: "Name another folder, on another disk if there is one.")
    }
  }
}
