import Glibc
import Hashing
import JSON
import SQLite
import TestSupport

/// Daemons in surroundings of their own, and memos whose contents are counted.
extension Household {
  /// Starts the daemon through other programs, each of which becomes the next.
  func startDaemon(
    through words: [String], of program: String = BuiltProgram.path("mm-ingestd"),
    _ options: [String] = ["--quiet"], store: String? = nil
  ) -> RunningDaemon {
    let all =
      words + [program] + options
      + ["--store", store ?? self.store, "--inbox", inbox]
    return RunningDaemon(
      all[0], Array(all.dropFirst()), in: folder, environment: Household.quiet)
  }

  /// Drops a memo that is like no other, with a sidecar so that nothing waits for one, and answers the digest of its
  /// recording; nil where the folder was not there to take it whole.
  func dropCounted(
    _ number: Int, into folder: String? = nil, frames: Int = 160, note: String = "",
    owner: uid_t = geteuid()
  ) -> [UInt8]? {
    let folder = folder ?? inbox
    let recording = Wave.tone(frames: frames, seed: UInt64(number))
    let name = "memo\(number).wav"
    guard
      tryToWrite(
        "\(folder)/.\(name).json.part", Array(#"{"amount": \#(number), "note": "\#(note)"}"#.utf8),
        owner),
      rename("\(folder)/.\(name).json.part", "\(folder)/\(name).json") == 0,
      tryToWrite("\(folder)/.\(name).part", recording, owner),
      rename("\(folder)/.\(name).part", "\(folder)/\(name)") == 0
    else { return nil }
    return SHA256.hash(recording)
  }

  /// Whether all of it was written.
  private func tryToWrite(_ path: String, _ bytes: [UInt8], _ owner: uid_t) -> Bool {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard number >= 0 else { return false }
    defer { close(number) }
    if owner != geteuid(), fchown(number, owner, gid_t.max) != 0 { return false }
    return bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) } == bytes.count
  }

  /// One number out of the store.
  static func count(_ sql: String, in store: String) throws -> Int {
    let connection = try Connection(
      opening: "\(store)/records.sqlite3", .readOnly, busyTimeout: .seconds(60))
    return Int(try connection.integer(sql))
  }

  /// The first column of every row, which is a number.
  static func numbers(_ sql: String, in store: String) throws -> [Int] {
    let connection = try Connection(
      opening: "\(store)/records.sqlite3", .readOnly, busyTimeout: .seconds(60))
    return try connection.rows(sql) { Int($0.integer()) }
  }

  /// What the log of a daemon says so far.
  static func log(of daemon: RunningDaemon) -> String {
    readFile(daemon.log).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What the daemon says of its first inbox, from the status file.
  func inboxStatus(store: String? = nil) throws -> (watch: String?, reason: String?) {
    let bytes = readFile("\(store ?? self.store)/status.json") ?? []
    let inbox = try? JSONReader.read(bytes).object?["inboxes"]?.array?.first?.object
    return (inbox?["watch"]?.string, inbox?["reason"]?.string)
  }
}
