import Linux
import Records

/// An inbox folder that is open, whatever happens to its path. Files are opened relative to it.
public final class InboxFolder: Sendable {
  /// The path that it was opened by.
  public let path: String
  public let descriptor: Descriptor
  /// Its device and inode.
  public let status: FileStatus

  public init(opening path: String) throws(SystemError) {
    self.path = path
    descriptor = try Descriptor(opening: path, [.directory])
    status = try descriptor.status()
  }
}
