import Glibc
import Linux

/// A program of this package as the build made it, and how to run it once.
public enum BuiltProgram {
  /// The path of a built program, which stands beside the test bundle.
  public static func path(_ name: String) -> String {
    guard let executable = try? CurrentProcess.executablePath(),
      let slash = executable.lastIndex(of: "/")
    else { preconditionFailure("/proc/self/exe cannot be read") }
    let path = "\(executable[..<slash])/\(name)"
    precondition(access(path, X_OK) == 0, "\(name) is not built beside \(executable)")
    return path
  }

  public struct Outcome: Sendable {
    /// The exit status; 128 and the number of the signal for one that was killed, as a shell counts.
    public let status: Int32
    public let output: String
    public let errors: String
  }

  /// Runs a program to its end and returns what it wrote. The environment is PATH, HOME, TMPDIR, LANG and
  /// LD_LIBRARY_PATH of this process, and what is given; standard input is a file with the given bytes.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: [UInt8] = []
  ) -> Outcome {
    let folder = TemporaryFolder()
    writeFile(folder["input"], input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, folder["input"], O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, folder["output"], O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(
      &actions, 2, folder["errors"], O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var all: [String: String] = [:]
    for name in ["PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH"] {
      all[name] = getenv(name).map { String(cString: $0) }
    }
    all.merge(environment) { $1 }
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in vector + variables { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &vector, &variables)
    precondition(code == 0, "\(program) cannot be started: \(code)")
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 && errno == EINTR {}
    return Outcome(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F),
      output: String(decoding: readFile(folder["output"]) ?? [], as: UTF8.self),
      errors: String(decoding: readFile(folder["errors"]) ?? [], as: UTF8.self))
  }
}
