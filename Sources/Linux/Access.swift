import CLinux
import Glibc

/// Whether this process may write the file (faccessat(2) with the effective identity).
public func isWritable(_ path: String) -> Bool {
  faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
}
