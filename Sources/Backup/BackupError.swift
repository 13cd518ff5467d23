import Linux
import Records
import Storage

/// Why there is no backup, or no store from one. The store that there was is as it was.
public enum BackupError: Error, Hashable, Sendable {
  /// The folder holds something else: `name` is the first of it.
  case occupied(path: String, by: String)
  /// The folder holds snapshots, and the file that says so is lost or says nothing any more.
  case unmarked(path: String)
  /// There is no backup in the folder.
  case notFound(path: String)
  /// The folder is not there, nor the one above it.
  case noFolder(path: String)
  /// A newer program has written the folder or the snapshot.
  case newer(path: String, found: Int, known: Int)
  /// Another backup into the folder is under way.
  case locked(path: String, holder: Int32?)
  case full(path: String)
  case permission(path: String, detail: String)
  case io(path: String, detail: String)
  /// Something in the backup is not what it was.
  case damaged(path: String, detail: String)
  /// The disk gave back other bytes than were written.
  case unverified(path: String)
  /// There is no snapshot yet, or none of that name.
  case noSnapshot(path: String, name: String?)
  /// Several snapshots begin with the name.
  case severalSnapshots(name: String, [SnapshotID])
  /// What was set aside came and went faster than it could be copied.
  case unsettled(path: String)
  /// The snapshot lacks files, and they were not given up.
  case incomplete(SnapshotID, [FileProblem])
  case store(StoreError)
}

/// A file of the store that could not be backed up or restored as it should be.
public struct FileProblem: Hashable, Sendable {
  public enum Code: String, Sendable, CaseIterable {
    /// It is not there.
    case missing
    /// It has other bytes than its row says.
    case damaged
    /// The system does not let it be read.
    case unreadable
  }

  public let code: Code
  /// Relative to the store.
  public let path: String
  public let message: String
}

extension BackupError {
  /// A failed system call on the backup.
  init(_ error: SystemError, at path: String) {
    self =
      switch error.code {
      case .noSpace, .quotaExceeded: .full(path: path)
      case .accessDenied, .notPermitted, .readOnlyFileSystem:
        .permission(path: path, detail: error.code.description)
      default: .io(path: path, detail: error.description)
      }
  }

  /// What SQLite or a check says of the database of a snapshot.
  init(copying error: StoreError, at path: String, from store: StorePaths) {
    self =
      switch error {
      case .full: .full(path: path)
      case .readOnly: .permission(path: path, detail: "it cannot be written")
      case .permission(let at, let detail) where at != store.database:
        .permission(path: path, detail: detail)
      // The copy is what the store's file is.
      case .damaged(_, let detail), .foreign(_, let detail):
        .store(.damaged(path: store.database, detail: detail))
      default: .store(error)
      }
  }
}

/// Runs system calls on one path of the backup, their failures as the backup's.
func onBackup<Result: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> Result
) throws(BackupError) -> Result {
  do throws(SystemError) { return try body() } catch { throw BackupError(error, at: path) }
}

/// Runs work on the store, its failures as the backup's.
func onStore<Result: ~Copyable>(
  _ body: () throws(StoreError) -> Result
) throws(BackupError) -> Result {
  do throws(StoreError) { return try body() } catch { throw .store(error) }
}
