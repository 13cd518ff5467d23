import Glibc

/// A mount namespace of its own (mount_namespaces(7)): what is mounted there is seen by nobody else, and is gone with it.
/// For root alone.
public final class PrivateMounts {
  private let keeper: pid_t
  private let input: Int32

  /// Whether this process may make one; tried once.
  public static let areAllowed =
    geteuid() == 0 && BuiltProgram.run("/usr/bin/unshare", ["--mount", "true"]).status == 0

  /// It lasts until this object goes, or the test's process does.
  public init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    input = ends[1]
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words = ["/usr/bin/unshare", "--mount", "cat"]
    var vector = words.map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    var process: pid_t = 0
    precondition(
      posix_spawn(&process, "/usr/bin/unshare", &actions, nil, &vector, nil) == 0, "no unshare")
    close(ends[0])
    keeper = process
    let name = "/proc/\(process)/comm"
    precondition(eventually { readFile(name) == Array("cat\n".utf8) }, "no mount namespace")
  }

  deinit {
    close(input)
    var status: Int32 = 0
    waitpid(keeper, &status, 0)
  }

  /// The words before a program and its arguments that run it in here; the process is the program's own.
  public var entering: [String] { ["/usr/bin/nsenter", "--target", "\(keeper)", "--mount", "--"] }

  /// A path of in here, for programs that are not.
  public func outside(_ path: String) -> String { "/proc/\(keeper)/root\(path)" }

  /// Runs a program in here to its end.
  @discardableResult
  public func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      entering[0], entering.dropFirst() + [program] + arguments, environment: environment)
  }

  /// mount(8) with these words, or umount(8); whether it did.
  public func mount(_ words: String...) -> Bool { run("/usr/bin/mount", words).status == 0 }
  public func unmount(_ path: String) -> Bool { run("/usr/bin/umount", [path]).status == 0 }
}
