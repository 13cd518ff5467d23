import Linux

/// A database without a log beside it, or with an empty one that nobody has open: all of it stands in the file, which
/// can then be read without a lock, also where no lock can be taken because nothing may be written beside it
/// (sqlite.org/wal.html, "Read-Only Databases"). What was read so holds only if it is as still afterwards.
struct StillDatabase {
  private let path: String
  private let identity: FileIdentity

  /// Nil where a log holds something or is in use, or there is no such file.
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

  /// An empty log is left by whoever is killed before its first change, and its index by whoever has it open. Without
  /// that nobody can lock: each change fills the log, or shows in the file.
  private static func hasLog(_ path: String) -> Bool {
    guard let log = try? fileStatus(at: path + "-wal") else { return false }
    return log.size > 0 || (try? fileStatus(at: path + "-shm")) != nil
  }

  /// Whether a log holds something and its index is gone, as a power cut or a copying leaves it: only who may write beside
  /// it can make another and read it.
  static func hasBareLog(_ path: String) -> Bool {
    ((try? fileStatus(at: path + "-wal").size) ?? 0) > 0
      && (try? fileStatus(at: path + "-shm")) == nil
  }
}
