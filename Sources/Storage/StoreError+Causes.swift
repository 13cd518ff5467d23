import Linux
import SQLite

extension StoreError {
  /// A failed system call on a file of the store.
  public init(_ error: SystemError, at path: String) {
    self =
      switch error.code {
      case .noSpace, .quotaExceeded: .full(path: path)
      case .accessDenied, .notPermitted: .permission(path: path, detail: error.code.description)
      case .readOnlyFileSystem: .readOnly(path: path)
      default:
        StoreError.Resource(error.code).map { .exhausted(path: path, $0) }
          ?? .io(path: path, detail: "\(error.code) (\(error.call))")
      }
  }

  /// A failed statement on the database at `path`.
  init(_ error: SQLiteError, at path: String) {
    let cause = Errno(rawValue: error.systemError)
    switch error.code.primary {
    case .busy, .locked: self = .busy(path: path)
    case .full: self = .full(path: path)
    case .readOnly: self = .readOnly(path: path)
    case .corrupt: self = .damaged(path: path, detail: error.message)
    case .notADatabase: self = .foreign(path: path, detail: error.message)
    case .permission: self = .permission(path: path, detail: error.message)
    case .inputOutput, .cannotOpen, .noMemory, .interrupted:
      // SQLite tells a full disk apart only where a write comes back short, so the errno decides.
      if error.systemError != 0, [.noSpace, .quotaExceeded].contains(cause) {
        self = .full(path: path)
      } else if error.systemError != 0, [.accessDenied, .notPermitted].contains(cause) {
        self = .permission(path: path, detail: cause.description)
      } else if cause == .readOnlyFileSystem {
        self = .readOnly(path: path)
      } else if error.code.primary == .noMemory {
        self = .exhausted(path: path, .memory)
      } else if error.systemError != 0, let resource = StoreError.Resource(cause) {
        self = .exhausted(path: path, resource)
      } else {
        // What was asked is no matter of the disk.
        self = .io(path: path, detail: "\(error.message) (SQLite \(error.code.rawValue))")
      }
    default: self = .fault(path: path, detail: error.description)
    }
  }
}

extension StoreError.Resource {
  public init?(_ code: Errno) {
    switch code {
    case .noMemory: self = .memory
    case .tooManyOpenFiles: self = .openFiles
    case .tooManyOpenFilesInSystem: self = .openFilesInSystem
    default: return nil
    }
  }
}

/// Runs system calls on one path, their failures as the store's.
func onFile<Result: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do throws(SystemError) { return try body() } catch { throw StoreError(error, at: path) }
}
