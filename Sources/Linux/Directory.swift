import CLinux
import Glibc

extension Descriptor {
  /// The names in this directory without `.` and `..`, in no order. Opens the directory anew, so that the
  /// position of this descriptor does not matter.
  public func entryNames() throws(SystemError) -> [PathBytes] {
    var names: [PathBytes] = []
    try forEachEntryName { names.append($0) }
    return names
  }

  public func forEachEntryName(_ body: (PathBytes) -> Void) throws(SystemError) {
    let fresh = try Descriptor(opening: ".", in: self, [.directory])
    let number = fresh.release()
    guard let stream = fdopendir(number) else {
      let error = SystemError("fdopendir")
      _ = Glibc.close(number)
      throw error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError("readdir") }
        return
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        let start = UnsafeRawPointer(tuple).assumingMemoryBound(to: UInt8.self)
        return [UInt8](
          UnsafeBufferPointer(
            start: start,
            count: strnlen(
              UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self), 256)))
      }
      if name != [0x2E] && name != [0x2E, 0x2E] { body(PathBytes(name)) }
    }
  }

  /// Returns once the names in this directory are on the disk, or at once where its file system cannot say so
  /// (fsync(2): EINVAL; some of FUSE and of other machines: EOPNOTSUPP, ENOSYS).
  public func synchronizeNames() throws(SystemError) {
    do throws(SystemError) { try synchronize() } catch {
      guard [.invalidArgument, .notSupported, .notImplemented].contains(error.code) else {
        throw error
      }
    }
  }

  public func makeDirectory(_ name: PathBytes, mode: UInt32 = 0o777) throws(SystemError) {
    let folder = number
    try retrying("mkdirat", on: name.description) { name.withCString { mkdirat(folder, $0, mode) } }
  }

  /// A second name for a file (linkat(2)); a symbolic link is itself.
  public func link(
    _ name: PathBytes, to newName: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    let (from, to) = (number, target.number)
    try retrying("linkat", on: name.description) {
      name.withCString { old in newName.withCString { linkat(from, old, to, $0, 0) } }
    }
  }

  public func unlink(_ name: PathBytes) throws(SystemError) {
    let folder = number
    try retrying("unlinkat", on: name.description) { name.withCString { unlinkat(folder, $0, 0) } }
  }

  public func removeDirectory(_ name: PathBytes) throws(SystemError) {
    let folder = number
    try retrying("unlinkat", on: name.description) {
      name.withCString { unlinkat(folder, $0, AT_REMOVEDIR) }
    }
  }

  /// Replaces what has the new name.
  public func rename(
    _ name: PathBytes, to newName: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    try rename(name, to: newName, in: target.number, flags: 0)
  }

  /// Fails with `exists` when the new name is taken (renameat2(2), RENAME_NOREPLACE). Where the file system
  /// cannot (NFS, some FUSE), a hard link and an unlink do the same, never replacing.
  public func renameWithoutReplacing(
    _ name: PathBytes, to newName: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    let from = number
    let to = target.number
    do throws(SystemError) {
      try rename(name, to: newName, in: to, flags: UInt32(RENAME_NOREPLACE))
    } catch  where error.code == .invalidArgument || error.code == .notImplemented {
      try retrying("linkat", on: name.description) {
        name.withCString { old in newName.withCString { linkat(from, old, to, $0, 0) } }
      }
      try unlink(name)
    }
  }

  private func rename(
    _ name: PathBytes, to newName: PathBytes, in target: Int32, flags: UInt32
  ) throws(SystemError) {
    let from = number
    try retrying("renameat2", on: name.description) {
      name.withCString { old in newName.withCString { mm_renameat2(from, old, target, $0, flags) } }
    }
  }
}

/// Makes a directory and those above it that are missing; one that is there is fine.
public func makeDirectories(_ path: String, mode: UInt32 = 0o777) throws(SystemError) {
  do throws(SystemError) {
    try makeDirectory(path, mode: mode)
  } catch  where error.code == .notFound {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw error }
    try makeDirectories(String(path[..<slash]), mode: mode)
    // Where those above are there and it is still not found, it cannot be made at all: in /proc, say.
    try makeDirectory(path, mode: mode)
  }
}

private func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
  do throws(SystemError) {
    try retrying("mkdir", on: path) { mkdir(path, mode) }
  } catch  where error.code == .exists {
    guard try fileStatus(at: path).kind == .directory else { throw error }
  }
}

/// Removes a folder with all that it holds; links are removed, not followed.
public func removeFolder(_ path: String) throws(SystemError) {
  let folder = try Descriptor(opening: path, [.directory, .noFollow])
  for name in try folder.entryNames() {
    if try folder.status(of: name).kind == .directory {
      try removeFolder("\(path)/\(name)")
    } else {
      try folder.unlink(name)
    }
  }
  try retrying("rmdir", on: path) { rmdir(path) }
}

/// The path without links and dots as far as it is there, and the rest of it as it is written.
public func canonicalPlace(_ path: String) -> String {
  if let found = try? canonicalPath(path) { return found }
  var path = path
  while path.count > 1, path.hasSuffix("/") { path.removeLast() }
  guard let slash = path.lastIndex(of: "/") else {
    return "\((try? canonicalPath(".")) ?? "")/\(path)"
  }
  let parent = canonicalPlace(slash == path.startIndex ? "/" : String(path[..<slash]))
  return "\(parent == "/" ? "" : parent)\(path[slash...])"
}

/// The path without links and dots (realpath(3)); the file must exist.
public func canonicalPath(_ path: String) throws(SystemError) -> String {
  guard let resolved = realpath(path, nil) else { throw SystemError("realpath", on: path) }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Removes a file, or the link that a path names (unlink(2)).
public func removeFile(_ path: String) throws(SystemError) {
  try retrying("unlink", on: path) { unlink(path) }
}
