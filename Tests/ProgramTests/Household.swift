import Glibc
import Hashing
import JSON
import Linux
import TestSupport
import Testing

/// A store and an inbox of their own for one test, and the programs to use them with.
struct Household {
  let folder = TemporaryFolder()
  var inbox: String { folder["inbox"] }
  var store: String { folder["store"] }

  init() { mkdir(folder["inbox"], 0o755) }

  var places: [String] { ["--store", store, "--inbox", inbox] }

  /// Runs the daemon once over what is there.
  @discardableResult
  func ingestOnce(
    _ options: [String] = ["--now"], environment: [String: String] = [:]
  ) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once"] + options + places,
      environment: Household.quiet.merging(environment) { $1 })
  }

  func startDaemon(_ options: [String] = []) -> RunningDaemon {
    RunningDaemon(
      BuiltProgram.path("mm-ingestd"), options + places, in: folder, environment: Household.quiet)
  }

  /// A daemon that hardly waits for what looks unfinished, nor for sidecars that may come.
  func startQuickDaemon() -> RunningDaemon {
    let configuration = folder["moneymom.conf"]
    writeFile(configuration, "[inbox]\nsidecar-wait = 0\npatience = 1s\n")
    return startDaemon(["--config", configuration])
  }

  /// No configuration of whoever runs the tests.
  static let quiet = ["XDG_CONFIG_HOME": "/proc/nonexistent", "TZ": "Asia/Taipei"]

  @discardableResult
  func organize(
    _ arguments: String..., environment: [String: String] = [:]
  ) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      BuiltProgram.path("mm-organize"), arguments + places,
      environment: Household.quiet.merging(environment) { $1 })
  }

  /// The document that a command prints.
  func json(_ arguments: String...) throws -> JSONValue {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), arguments + ["--json"] + places,
      environment: Household.quiet)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return try JSONReader.read(Array(outcome.output.utf8), limits: .init(bytes: 1 << 30))
  }

  func records(_ arguments: String...) throws -> [JSONObject] {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), arguments + ["--json"] + places,
      environment: Household.quiet)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    let value = try JSONReader.read(Array(outcome.output.utf8), limits: .init(bytes: 1 << 30))
    return (value.array ?? []).compactMap(\.object)
  }

  /// Drops a memo as a careful program does: under an ignored name, then renamed; the sidecar first.
  func drop(_ name: String, seed: UInt64, frames: Int = 160, sidecar: String? = nil) {
    if let sidecar { dropFile("\(name).json", into: inbox, Array(sidecar.utf8)) }
    dropFile(name, into: inbox, Wave.tone(frames: frames, seed: seed))
  }

  var inboxIsEmpty: Bool { listFolder(inbox).isEmpty }

  /// Checks every promise about the files of the store against its rows: each present recording has its digest, no
  /// file is without a row, nothing temporary is left, and the database is sound.
  func expectSoundStore() throws {
    let document = try #require(try json("export", "json").object)
    var paths: Set<String> = []
    for record in document["quick_records"]?.array ?? [] {
      guard let audio = record.object?["audio"]?.object, let path = audio["path"]?.string else {
        continue
      }
      paths.insert(path)
      let bytes = try #require(readFile("\(store)/\(path)"), "\(path) is missing")
      let digest = SHA256.hash(bytes).map {
        $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
      }
      #expect(digest.joined() == audio["sha256"]?.string, "\(path) has other bytes")
    }
    let stray = Set(allFiles(below: "audio")).symmetricDifference(paths)
    #expect(stray.isEmpty, "\(stray.sorted().prefix(5))")
    #expect(allFiles(below: "quarantine").allSatisfy { !$0.hasSuffix(".part") })
    #expect(try Household.integrity(of: "\(store)/records.sqlite3") == "ok")
    #expect(try named(by: "audit").problems == [])
  }

  /// What `audit` or `verify` names: the code, ID and path of each problem, as long as that agrees with the exit status.
  func named(
    by arguments: String..., environment: [String: String] = [:]
  ) throws -> (problems: Set<[String]>, counts: JSONObject) {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), arguments + ["--json"] + places,
      environment: Household.quiet.merging(["XDG_STATE_HOME": folder["state"]]) { $1 }
        .merging(environment) { $1 })
    let document = try #require(
      try JSONReader.read(Array(outcome.output.utf8), limits: .init(bytes: 1 << 30)).object,
      "\(outcome.errors)")
    let problems = try #require(document["problems"]?.array).compactMap(\.object)
    #expect(document["ok"]?.bool == problems.isEmpty)
    #expect(outcome.status == (problems.isEmpty ? 0 : 1))
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    for problem in problems { #expect(problem["message"]?.string?.isEmpty == false) }
    return (
      Set(problems.map { one in ["code", "id", "path"].map { one[$0]?.string ?? "-" } }),
      try #require(document["counts"]?.object)
    )
  }

  func allFiles(below folder: String) -> [String] {
    listFolder("\(store)/\(folder)").flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      let isFolder = (try? fileStatus(at: "\(store)/\(path)").kind) == .directory
      return isFolder ? allFiles(below: path) : [path]
    }
  }
}
