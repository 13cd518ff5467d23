import Glibc
import SQLite
import TestSupport

/// An inbox and a store for one run of the daemon.
final class Home {
  private let folder = TemporaryFolder()
  private let elsewhere: TemporaryFolder?
  let inbox: String
  var store: String { folder["store"] }
  var log: String { folder["log"] }

  /// Whether the inbox must not be emptied.
  private let keeps: Bool
  /// What becomes of plain duplicates, as the settings say it.
  private let duplicates: String

  /// `apart` is a folder on another file system, in which the inbox is made.
  init(apart: String? = nil, keeps: Bool = false, duplicates: String = "set-aside") {
    self.keeps = keeps
    self.duplicates = duplicates
    elsewhere = apart.map { TemporaryFolder(in: $0) }
    inbox = (elsewhere ?? folder)["inbox"]
    mkdir(inbox, 0o755)
  }

  var places: [String] { ["--store", store, "--inbox", inbox] }

  private var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": "/proc/nonexistent", "XDG_CONFIG_HOME": "/proc/nonexistent",
      "TZ": "Asia/Taipei", "MONEYMOM_INBOX_AFTER": keeps ? "keep" : "remove",
      "MONEYMOM_INBOX_DUPLICATES": duplicates,
    ]
  }

  /// Whether everything in the inbox has been filed, as far as can be told from outside.
  var isDrained: Bool {
    let names = listFolder(inbox)
    guard keeps, !names.isEmpty else { return names.isEmpty }
    let database = try? Connection(opening: "\(store)/records.sqlite3", .readWrite)
    let kept = try? database?.rows("SELECT name FROM kept_file") {
      String(decoding: $0.blob(), as: UTF8.self)
    }
    return Set(names).isSubset(of: kept ?? [])
  }

  /// A run over what is there, untraced and to its end.
  @discardableResult
  func ingest() -> BuiltProgram.Outcome {
    BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"] + places,
      environment: environment)
  }

  /// The same under the tracer.
  func traceIngest() -> Tracee {
    Tracee(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"] + places,
      environment: environment, errors: log)
  }

  @discardableResult
  func organize(_ words: String...) -> BuiltProgram.Outcome { organize(words) }

  func organize(_ words: [String]) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      BuiltProgram.path("mm-organize"), words + places, environment: environment)
  }

  func traceOrganize(_ words: [String]) -> Tracee {
    Tracee(
      BuiltProgram.path("mm-organize"), words + places, environment: environment, errors: log)
  }

  /// A daemon that goes on until it is stopped, with short waiting times; that for a sidecar only where none comes.
  func traceDaemon(sidecarWait: String) -> Tracee {
    let times = [
      "SETTLE": "50ms", "SETTLE_UNLEASED": "50ms", "PATIENCE": "100ms", "SIDECAR_WAIT": sidecarWait,
      "RESCAN": "1s",
    ]
    let variables = times.map { ("MONEYMOM_INBOX_\($0)", $1) }
    return Tracee(
      BuiltProgram.path("mm-ingestd"), places,
      environment: environment.merging(variables) { $1 }, errors: log)
  }

  /// What is wrong with the way in which a program ended to which a system call had failed: it may give up, but of its own
  /// accord, with a status of sysexits.h and with words.
  func faults(ofRefusal end: Tracee.End) -> [String] {
    switch end {
    case .ended(0): return []
    case .ended(let status) where status & 0x7F == 0:
      // Before the program itself begins, the linker speaks for it.
      if said.contains("error while loading shared libraries") { return [] }
      let code = status >> 8 & 0xFF
      return (64...78).contains(code) && !said.isEmpty ? [] : ["it ended with \(code): \(said)"]
    case .ended, .quiet, .hung: return ["it ended with \(end): \(said.suffix(600))"]
    }
  }

  var said: String { readFile(log).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// All files below a folder, relative to it.
  static func files(below folder: String) -> [String] {
    listFolder(folder).flatMap { name -> [String] in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return [name]
      }
      return files(below: "\(folder)/\(name)").map { "\(name)/\($0)" }
    }
  }
}
