import Linux

/// A database without a log beside it: all of it stands in the file, which can then be read without a lock, also where no
/// lock can be taken because nothing may be written beside it (sqlite.org/wal.html, "Read-Only Databases"). What was read
/// so holds only if it is as still afterwards.
struct StillDatabase {
  private let path: String
  private let identity: FileIdentity

  /// Nil where there is a log, or no such file.
  init?(at path: String) {
    guard !StillDatabase.hasLog(path), let identity = try? fileStatus(at: path).identity else {
      return nil
    }
    self.path = path
    self.identity = identity
  }

  /// Whether nobody has written to it since, nor has begun to.
  var isStill: Bool {
    !StillDatabase.hasLog(path) && (try? fileStatus(at: path).identity) == identity
  }

  private static func hasLog(_ path: String) -> Bool { (try? fileStatus(at: path + "-wal")) != nil }
}
