import Glibc
import Linux
import SQLite
import TestSupport
import Testing

/// A store that nobody closed, and a reader who may not write beside it.
@Suite(
  "A store with a log and without its index, for who may only read", .fewAtATime,
  .enabled(if: geteuid() == 0, "only root may become another"))
struct UnclosedStoreTests {
  private static let reader: uid_t = 61_004
  private let home = Household()
  private var database: String { "\(home.store)/records.sqlite3" }

  private func list() -> BuiltProgram.Outcome {
    BuiltProgram.run(
      "/usr/bin/setpriv",
      [
        "--reuid", "\(UnclosedStoreTests.reader)", "--regid", "\(UnclosedStoreTests.reader)",
        "--clear-groups", "--", home.reachable("mm-organize"), "list",
      ] + home.places,
      environment: Household.quiet.merging(["XDG_STATE_HOME": "/proc/nonexistent"]) { $1 })
  }

  private func open() throws {
    for path in [home.folder.path, home.store] { chmod(path, 0o755) }
    for name in listFolder(home.store) { chmod("\(home.store)/\(name)", 0o644) }
    for name in ["audio", "quarantine"] { chmod("\(home.store)/\(name)", 0o755) }
  }

  @Test("an empty log keeps nothing back")
  func emptyLog() throws {
    home.drop("lunch.wav", seed: 1)
    home.ingestOnce()
    _ = try Connection(opening: database, .readWrite).integer("SELECT count(*) FROM meta")
    try #require(!listFolder(home.store).contains("records.sqlite3-wal"))
    writeFile(database + "-wal", [])
    try open()
    let listed = list()
    #expect(listed.status == 0, "\(listed.errors)")
    #expect(listed.output.contains("q1"))
    #expect(listFolder(home.store).contains("records.sqlite3-wal"))
  }

  @Test("a log with changes is named with who can heal it, and one list of the owner does")
  func fullLog() throws {
    home.drop("lunch.wav", seed: 1)
    home.ingestOnce()
    var log: [UInt8] = []
    do {
      let connection = try Connection(opening: database, .readWrite)
      try connection.execute("UPDATE meta SET value = value WHERE key = 'tag_rule'")
      log = try #require(readFile(database + "-wal"))
    }
    try #require(!log.isEmpty)
    writeFile(database + "-wal", log)
    unlink(database + "-shm")
    try open()
    let refused = list()
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(refused.errors.contains("was not closed: its last changes stand"), "\(refused.errors)")
    #expect(!refused.errors.contains("PRAGMA") && !refused.errors.contains("kernel"))
    #expect(home.organize("list").status == 0)
    try open()
    let healed = list()
    #expect(healed.status == 0 && healed.output.contains("q1"), "\(healed.errors)")
  }
}
