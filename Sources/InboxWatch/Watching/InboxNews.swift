import Linux
import Records

/// Something about an inbox that is worth a line in the log; its description is that line, safe to print.
public enum InboxNews: Hashable, Sendable {
  /// A link, folder, pipe, socket or device: once for each appearance.
  case ignored(FileName, FileStatus.Kind)
  /// The folder is not there, or cannot be read.
  case missing(path: String, reason: String)
  /// A folder is at the path, and watched by events.
  case watching(path: String)
  /// A folder is at the path, and read again and again, for the reason.
  case polling(path: String, reason: String)
  /// The kernel dropped events, so that the folder was read anew.
  case overflow(path: String)
}
