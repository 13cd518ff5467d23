/// How changes of an inbox are to be noticed (`watch` in `moneymom.conf`).
public enum WatchMode: String, Hashable, Sendable, CaseIterable {
  /// Events where the file system has them, else polling.
  case auto
  case events
  case poll
}
