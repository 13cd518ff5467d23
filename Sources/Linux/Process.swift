import CLinux
import Glibc

/// What a process knows of itself.
public enum CurrentProcess {
  public static var identifier: Int32 { getpid() }
  public static var user: UInt32 { geteuid() }
  public static var group: UInt32 { getegid() }

  /// The path of the running program (proc(5), `/proc/self/exe`).
  public static func executablePath() throws(SystemError) -> String {
    try canonicalPath("/proc/self/exe")
  }

  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Of all variables of the environment.
  public static func environmentNames() -> [String] {
    var names: [String] = []
    var next = environ
    while let entry = next.pointee {
      names.append(String(String(cString: entry).prefix { $0 != "=" }))
      next = next.advanced(by: 1)
    }
    return names
  }

  /// The home folder by HOME, else by the user database.
  public static var home: String? {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    guard let entry = getpwuid(geteuid()), let folder = entry.pointee.pw_dir else { return nil }
    return String(cString: folder)
  }

  /// Processors that this process may use.
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  public static func setFileCreationMask(_ mask: UInt32) { umask(mask) }

  /// Ends this process at once, without exit handlers (_exit(2)): they would take down what libraries share (that of
  /// libcrypto frees what each thread gives back at its end) while other threads are still at work or ending.
  public static func exit(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// Ends this process as the signal would have, so that who started it sees by what it ended.
  public static func end(bySignal number: Int32) -> Never {
    fflush(nil)
    signal(number, SIG_DFL)
    var set = signalSet(of: [number])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    _exit(128 + number)
  }

  /// Ends a process by its identifier (kill(2)).
  public static func send(signal: Int32, to process: Int32) throws(SystemError) {
    try retrying("kill") { kill(process, signal) }
  }
}
