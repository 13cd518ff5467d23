import Glibc

/// What stat(2) says of a file. Times are nanoseconds since the epoch.
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case regular, directory, symbolicLink, pipe, socket, device, other
  }

  public let device: UInt64
  public let inode: UInt64
  public let size: Int64
  public let modified: Int64
  public let changed: Int64
  public let kind: Kind
  /// The permission bits, with setuid, setgid and sticky.
  public let mode: UInt32
  public let owner: UInt32
  public let group: UInt32
  public let links: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR, S_IFBLK: .device
      default: .other
      }
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    links = UInt64(status.st_nlink)
  }

  /// The device, inode, size and modification time: as long as they are the same, so is the content.
  public var identity: FileIdentity {
    FileIdentity(device: device, inode: inode, size: size, modified: modified)
  }
}

/// What tells one content of a file from another without reading it.
public struct FileIdentity: Hashable, Sendable {
  public let device: UInt64
  public let inode: UInt64
  public let size: Int64
  /// Nanoseconds since the epoch.
  public let modified: Int64

  public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// The same but for the device, which has another number after some mounts.
  public func looksLike(_ other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }
}

extension Descriptor {
  public func status() throws(SystemError) -> FileStatus {
    var buffer = stat()
    try retrying("fstat") { fstat(number, &buffer) }
    return FileStatus(buffer)
  }

  /// The status of a name in this directory; a symbolic link is itself, never its target.
  public func status(of name: PathBytes) throws(SystemError) -> FileStatus {
    var buffer = stat()
    try retrying("fstatat", on: name.description) {
      name.withCString { fstatat(number, $0, &buffer, AT_SYMLINK_NOFOLLOW) }
    }
    return FileStatus(buffer)
  }

  /// The same; nil where nothing has the name. Every other fault is thrown: what cannot be seen is not for that reason
  /// away.
  public func statusIfThere(of name: PathBytes) throws(SystemError) -> FileStatus? {
    do throws(SystemError) { return try status(of: name) } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }
}

/// The status of a path; a symbolic link is followed.
public func fileStatus(at path: String) throws(SystemError) -> FileStatus {
  var buffer = stat()
  try retrying("stat", on: path) { stat(path, &buffer) }
  return FileStatus(buffer)
}
