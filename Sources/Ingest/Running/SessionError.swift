import Configuration
import Linux
import Storage

/// Why ingesting cannot start.
public enum SessionError: Error, Hashable, Sendable {
  case store(StoreError)
  case inbox(FolderLockError)
  case nested(FolderNesting)
  case misplaced(MisplacedFolder)
}
