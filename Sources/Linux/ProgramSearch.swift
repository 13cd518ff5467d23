import CLinux
import Glibc

/// The path of a program by its name: in the folders of PATH, in their order, where there is a regular file that may be
/// executed. Folders that are not absolute are left out, since what is found there depends on where one stands.
public func findProgram(_ name: String, in path: String? = CurrentProcess.environment("PATH"))
  -> String?
{
  // The folders of a login without any (confstr(3), _CS_PATH), and where this is installed.
  let folders = path ?? "/usr/local/bin:/usr/bin:/bin"
  return folders.split(separator: ":").lazy
    .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isExecutable)
}

/// Whether it is a regular file, links followed, that this process may execute.
public func isExecutable(_ path: String) -> Bool {
  faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
    && (try? fileStatus(at: path).kind) == .regular
}
