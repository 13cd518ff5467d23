import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

@Suite("Folders that come and go", .fewAtATime)
struct InboxFolderTests {
  @Test(
    "W12: an inbox that was removed and made again is taken up, and a second daemon of it is refused"
  )
  func replaced() throws {
    let home = Household()
    let daemon = home.startDaemon()
    rename(home.inbox, home.folder["away"])
    mkdir(home.inbox, 0o755)
    home.drop("memo.wav", seed: 1, sidecar: #"{"amount": 5}"#)
    let isTaken = eventually { home.inboxIsEmpty }
    #expect(isTaken)
    let second = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"),
      ["--once", "--now", "--store", home.folder["other"], "--inbox", home.inbox],
      environment: Household.quiet)
    #expect(second.status == 75)
    #expect(second.errors.contains("\(daemon.process)"))
    daemon.end()
    #expect(try home.records("list").count == 1)
  }

  @Test("a second daemon on a store says who has it, and exits 75")
  func secondDaemon() throws {
    let home = Household()
    let daemon = home.startDaemon()
    let second = home.ingestOnce()
    #expect(second.status == 75)
    #expect(second.errors.contains("\(daemon.process)"))
    daemon.end()
    #expect(home.ingestOnce().status == 0)
  }

  @Test("--once with an inbox that is not there says so and exits 66, with the others drained")
  func missing() throws {
    let home = Household()
    home.drop("memo.wav", seed: 1)
    let missing = home.folder["none/inbox"]
    let outcome = home.ingestOnce(["--now", "--inbox", missing])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("Nothing was taken from \(missing)"))
    #expect(!outcome.errors.contains("taken up"))
    #expect(try home.records("list").count == 1)
    // The watch has ended, and the folder was there.
    let status = try #require(readFile("\(home.store)/status.json"))
    let inboxes = try JSONReader.read(status).object?["inboxes"]?.array?.compactMap(\.object)
    #expect(inboxes?.map { $0["watch"]?.string } == ["missing", "events"])
  }

  @Test("what --help says of exit statuses is what the program ends with")
  func help() {
    let help = BuiltProgram.run(BuiltProgram.path("mm-ingestd"), ["--help"], environment: [:])
    #expect(help.output.contains("1   Only with --check: something is wrong."))
    #expect(help.output.contains("66  Only with --once: an inbox is not there"))
    let home = Household()
    writeFile(home.folder["store"], "a file")
    let check = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--check"] + home.places, environment: Household.quiet)
    #expect(check.status == 1)
  }

  @Test("what is set and has no effect is said by --check and at the start, and is not wrong")
  func noEffect() throws {
    let home = Household()
    writeFile(home.folder["c.conf"], "[display]\nlanguage = en\n")
    let options = ["--config", home.folder["c.conf"]] + home.places
    let variables = Household.quiet.merging(["MONEYMOM_STOR": "/x"]) { $1 }
    let check = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--check"] + options, environment: variables)
    #expect(check.status == 0, "\(check.output)")
    #expect(check.output.contains("note  MONEYMOM_STOR\n"))
    #expect(check.output.contains("language has no effect in this version."))
    let once = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now", "--quiet"] + options,
      environment: variables)
    #expect(once.status == 0 && once.errors.contains("MONEYMOM_STOR: No setting has this name"))
    let list = home.organize("list", environment: ["MONEYMOM_STOR": "/x"])
    #expect(list.status == 0 && list.errors.contains("MONEYMOM_STOR"))
  }

  @Test("an inbox that is given twice, also by a link, is called that")
  func twice() throws {
    let home = Household()
    symlink(home.inbox, home.folder["link"])
    let outcome = home.ingestOnce(["--now", "--inbox", home.folder["link"]])
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("The inbox \(home.inbox) is given twice; name it once."))
  }

  @Test("a store inside an inbox is refused")
  func nested() throws {
    let home = Household()
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"),
      ["--once", "--store", "\(home.inbox)/store", "--inbox", home.inbox],
      environment: Household.quiet)
    #expect(outcome.status == 78)
  }

  @Test("invariant 3: what a crash left is finished when its inbox appears, and is no duplicate")
  func recoveredLater() throws {
    let home = Household()
    home.drop("memo.wav", seed: 1, sidecar: #"{"amount": 5}"#)
    home.ingestOnce()
    // As after a crash between COMMIT and removal: the recording is there again, and its row too.
    let bytes = Wave.tone(frames: 160, seed: 1)
    writeFile("\(home.inbox)/memo.wav", bytes)
    let identity = try fileStatus(at: "\(home.inbox)/memo.wav").identity
    let digest = try #require(
      try home.records("list").first?["audio"]?.object?["sha256"]?.string)
    let connection = try Connection(
      opening: "\(home.store)/records.sqlite3", .readWrite, busyTimeout: .seconds(10))
    try connection.execute(
      """
      INSERT INTO pending_removal (inbox, name, private_name, device, inode, size, modified, sha256)
        VALUES ('\(try canonicalPath(home.inbox))', CAST('memo.wav' AS BLOB),
          CAST('.moneymom-x' AS BLOB), \(identity.device), \(identity.inode), \(identity.size),
          \(identity.modified), x'\(digest)')
      """)
    // A link that leads nowhere is no folder that could be made.
    rename(home.inbox, home.folder["away"])
    symlink(home.folder["nowhere/inbox"], home.inbox)
    let daemon = home.startDaemon()
    unlink(home.inbox)
    rename(home.folder["away"], home.inbox)
    let isFinished = eventually { listFolder(home.inbox).isEmpty }
    #expect(isFinished)
    daemon.end()
    #expect(try home.records("list").count == 1)
    #expect(try home.records("quarantine", "list").isEmpty)
  }
}
