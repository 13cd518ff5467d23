import Records

/// Something worth a line in the log.
public struct IngestEvent: Hashable, Sendable, CustomStringConvertible {
  /// The priorities of syslog(3) that are used; systemd reads them as `<N>` before a line (sd-daemon(3)).
  public enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  public let level: Level
  /// One line, safe to print.
  public let description: String

  public init(_ level: Level, _ description: String) {
    self.level = level
    self.description = description
  }
}
