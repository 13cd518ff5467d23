import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

/// A store and an inbox that must not be emptied. What was dropped into it is remembered here, and must be there.
final class KeptHousehold {
  let home = Household()
  private var dropped: [String: [UInt8]] = [:]
  private var configuration: String { home.folder["moneymom.conf"] }

  init(_ lines: String = "") { configure(lines) }

  /// The inbox as `after = keep` has it, with short waiting times; `lines` stand below.
  func configure(_ lines: String = "", after: String = "keep") {
    writeFile(
      configuration,
      "[inbox]\nafter = \(after)\nsettle = 100ms\nsettle-unleased = 100ms\nsidecar-wait = 0\npatience = 1s\n\(lines)"
    )
  }

  var inbox: String { home.inbox }
  var options: [String] { ["--config", configuration] }

  func startDaemon() -> RunningDaemon { home.startDaemon(options) }

  @discardableResult
  func once() -> BuiltProgram.Outcome { home.ingestOnce(["--now"] + options) }

  /// The same by somebody who owns the store and none of the inbox; by this user where it is not root.
  func onceAsNobody(_ options: [String] = ["--once", "--now"]) throws -> BuiltProgram.Outcome {
    try asNobody("mm-ingestd", options + self.options)
  }

  func organizeAsNobody(
    _ words: String..., environment: [String: String]
  ) throws -> BuiltProgram.Outcome {
    try asNobody("mm-organize", words, environment)
  }

  private func asNobody(
    _ program: String, _ options: [String], _ more: [String: String] = [:]
  ) throws -> BuiltProgram.Outcome {
    let words = options + home.places
    let environment = Household.quiet.merging(more) { $1 }
    guard getuid() == 0 else {
      return BuiltProgram.run(BuiltProgram.path(program), words, environment: environment)
    }
    try makeDirectories(home.store)
    // The way there, which is root's own.
    chmod(home.folder.path, 0o755)
    let owned = BuiltProgram.run("/bin/chown", ["-R", "65534:65534", home.store])
    try #require(owned.status == 0, "\(owned.errors)")
    return BuiltProgram.run(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", home.reachable(program)] + words,
      environment: environment)
  }

  /// Renames a file with this content into the inbox, as a sync tool does.
  func put(_ name: String, _ bytes: [UInt8]) {
    dropFile(name, into: inbox, bytes)
    dropped[name] = bytes
  }

  func put(_ name: String, _ text: String) { put(name, Array(text.utf8)) }

  func remove(_ name: String) {
    unlink("\(inbox)/\(name)")
    dropped[name] = nil
  }

  func rename(_ name: String, to new: String) {
    Glibc.rename("\(inbox)/\(name)", "\(inbox)/\(new)")
    dropped[new] = dropped.removeValue(forKey: name)
  }

  /// Another inode with the same bytes and time, as a sync tool makes when it fetches a file anew.
  func syncAgain(_ name: String) {
    let path = "\(inbox)/\(name)"
    var status = stat()
    stat(path, &status)
    let copy = "\(inbox)/.\(name).tmp"
    writeFile(copy, readFile(path) ?? [])
    var times = [status.st_atim, status.st_mtim]
    utimensat(AT_FDCWD, copy, &times, 0)
    Glibc.rename(copy, path)
  }

  /// Another content of the same size in the same inode, whose time is put back.
  func rewrite(_ name: String, _ bytes: [UInt8]) {
    let path = "\(inbox)/\(name)"
    var status = stat()
    stat(path, &status)
    precondition(bytes.count == Int(status.st_size))
    let file = open(path, O_WRONLY)
    pwrite(file, bytes, bytes.count, 0)
    var times = [status.st_atim, status.st_mtim]
    futimens(file, &times)
    close(file)
    dropped[name] = bytes
  }

  func touch(_ name: String) { utimensat(AT_FDCWD, "\(inbox)/\(name)", nil, 0) }

  /// Everything that was dropped is there, byte for byte, and nothing else.
  func expectUntouched(_ location: SourceLocation = #_sourceLocation) {
    #expect(listFolder(inbox) == dropped.keys.sorted(), sourceLocation: location)
    for (name, bytes) in dropped {
      #expect(readFile("\(inbox)/\(name)") == bytes, "\(name)", sourceLocation: location)
    }
  }

  /// How many memos ended how, by the store.
  func ends() throws -> [String: Int64] {
    let database = try Connection(
      opening: "\(home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
    let pairs = try database.rows("SELECT kind, count FROM outcome_count") {
      ($0.text(), $0.integer())
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  func amounts(_ words: String = "list") throws -> [String] {
    try home.records(words).map { $0["amount"]?.string ?? "none" }.sorted()
  }

  func held() throws -> [String] {
    try home.records("quarantine", "list").compactMap { $0["code"]?.string }
  }

  /// The state of each name in the inbox, by the companion.
  func states() throws -> [String: String] {
    let entries = try home.records("inbox", "--all")
    return Dictionary(
      entries.map { ($0["name"]?.string ?? "", $0["state"]?.string ?? "") },
      uniquingKeysWith: { one, _ in one })
  }

  /// Waits until every file in the inbox has been taken.
  func settle(_ location: SourceLocation = #_sourceLocation) {
    let isSettled = eventually { [self] in
      (try? states().values.allSatisfy { $0 == "kept" }) ?? false
    }
    #expect(isSettled, "\((try? states()) ?? [:])", sourceLocation: location)
  }

  /// What a status file counts.
  func counts() -> [String: Int64] {
    guard let bytes = readFile("\(home.store)/status.json"),
      let counts = (try? JSONReader.read(bytes))?.object?["counts"]?.object
    else { return [:] }
    return counts.members.reduce(into: [:]) { $0[$1.key] = $1.value.integer.map { Int64($0) } }
  }

  /// Of the store's archive and quarantine.
  func filesOfStore() -> Int {
    let outcome = BuiltProgram.run(
      "/usr/bin/find", ["\(home.store)/audio", "\(home.store)/quarantine", "-type", "f"])
    return outcome.output.split(separator: "\n").filter { !$0.hasSuffix("reason.json") }.count
  }
}
