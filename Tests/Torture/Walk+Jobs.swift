import Glibc
import TestSupport

extension Walk {
  /// Goes so many walks at a time, each in a process of its own, since a tracer waits for all that it has started; most of a
  /// walk is waiting. What each says is printed whole, when it is over. Whether all of them held.
  static func run(_ walks: [Walk], jobs: Int, _ words: [String]) -> Bool {
    let folder = TemporaryFolder()
    var waiting = Array(walks.enumerated())[...]
    var running: [pid_t: (name: String, output: String)] = [:]
    var hasHeld = true
    while true {
      while running.count < jobs, let (number, walk) = waiting.popFirst() {
        let output = folder["\(number)"]
        let process = start(words + ["--walk", walk.name], output)
        running[process] = (walk.name, output)
      }
      if running.isEmpty { return hasHeld }
      var status: Int32 = 0
      let process = waitpid(-1, &status, 0)
      guard let walk = running.removeValue(forKey: process) else { continue }
      print(String(decoding: readFile(walk.output) ?? [], as: UTF8.self), terminator: "")
      if ![0, 1 << 8].contains(status) { print("\(walk.name): it broke off, with \(status)") }
      fflush(nil)
      if status != 0 { hasHeld = false }
    }
  }

  private static func start(_ words: [String], _ output: String) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let variables = ["PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH"].compactMap {
      (name: String) in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    var vector = words.map { strdup($0) } + [nil]
    var variableVector = variables.map { strdup($0) } + [nil]
    defer { for pointer in vector + variableVector { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, &vector, &variableVector)
    precondition(code == 0, "a walk cannot be started: \(code)")
    return process
  }
}
