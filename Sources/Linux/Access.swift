import CLinux
import Glibc

/// Whether this process may write the file (faccessat(2) with the effective identity).
public func isWritable(_ path: String) -> Bool {
  faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
}

/// Whether this process may list, change and enter the folder.
public func isWritableFolder(_ path: String) -> Bool {
  faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) == 0
}
