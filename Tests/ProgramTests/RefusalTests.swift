import Glibc
import Linux
import SQLite
import TestSupport
import Testing

/// Whatever a program refuses to touch is afterwards what it was: every file of the folder, to the last byte.
@Suite("What is refused stays as it is", .fewAtATime)
struct RefusalTests {
  /// A folder at the store's place that no program of this version may use, and words that the message must have.
  enum Wrong: String, CaseIterable {
    case newer, foreign, text, cut, empty, orphanLog, bereft, linkedAudio, linkedQuarantine

    var words: [String] {
      switch self {
      case .newer: ["schema 99", "Install the newer version"]
      case .foreign: ["the database of another program", "name another store"]
      case .text: ["is not a Money Mom store", "name another store"]
      case .bereft: ["holds recordings and no database", "restore-backup"]
      case .linkedAudio, .linkedQuarantine:
        ["is a symbolic link", "move the whole store", "--bind"]
      case .cut, .empty, .orphanLog: ["is damaged", "Put a backup in its place"]
      }
    }

    func make(_ home: Household) throws {
      let database = "\(home.store)/records.sqlite3"
      switch self {
      case .newer:
        home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 5}"#)
        home.ingestOnce()
        try Connection(opening: database, .readWrite).execute("PRAGMA user_version = 99")
      case .foreign:
        mkdir(home.store, 0o755)
        try Connection(opening: database, .create).execute(
          "CREATE TABLE note (text TEXT); PRAGMA user_version = 1; PRAGMA journal_mode = WAL")
      case .text:
        mkdir(home.store, 0o755)
        writeFile(database, "Shopping list: rice, tea.\n")
      case .cut:
        home.ingestOnce()
        writeFile(database, Array((readFile(database) ?? []).prefix(8192)))
      case .empty:
        mkdir(home.store, 0o755)
        writeFile(database, "")
      case .bereft:
        home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 5}"#)
        home.ingestOnce()
        for name in listFolder(home.store) where name.hasPrefix("records.sqlite3") {
          unlink("\(home.store)/\(name)")
        }
      case .linkedAudio, .linkedQuarantine:
        home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 5}"#)
        dropFile("note.wav", into: home.inbox, Array("no sound".utf8))
        home.ingestOnce()
        let name = self == .linkedAudio ? "audio" : "quarantine"
        rename("\(home.store)/\(name)", home.folder["elsewhere"])
        makeLink("\(home.store)/\(name)", to: home.folder["elsewhere"])
      case .orphanLog:
        home.ingestOnce()
        writeFile("\(database)-wal", readFile(database) ?? [])
        unlink(database)
      }
      home.drop("dinner.wav", seed: 2, sidecar: #"{"amount": 7}"#)
    }
  }

  /// Every file and folder below, with its content and its mode.
  private func everything(below folder: String) throws -> [String: String] {
    var found: [String: String] = [:]
    for name in listFolder(folder) {
      let path = "\(folder)/\(name)"
      let status = try fileStatus(at: path)
      if status.kind == .directory {
        found[path] = "folder \(status.mode)"
        found.merge(try everything(below: path)) { one, _ in one }
      } else {
        found[path] = "\(status.mode) \(readFile(path).map { "\($0)" } ?? "-")"
      }
    }
    return found
  }

  /// As they are typed; `DIR` is a folder of the test.
  private static let reading = [
    "", "list", "show q1", "explain q1", "explain INBOX/dinner.wav", "play q1", "transactions",
    "history", "tags", "tags list", "places", "places list", "places near 25.0,121.5",
    "places search a", "quarantine", "quarantine list", "quarantine show x1", "quarantine play x1",
    "inbox", "audit", "verify", "export json", "backup DIR",
  ]
  private static let writing = [
    "add 5", "organize q1", "edit q1 --amount 5", "tag q1 +food", "reopen t1",
    "split t1 40 -- 80", "merge t1 t2", "delete q1", "restore q1", "purge --all --yes",
    "purge --dry-run", "undo", "redo", "tags rename a b", "tags merge a b", "places rename a b",
    "places merge a b", "quarantine fix x1 --amount 5", "quarantine accept x1",
    "quarantine retry x1", "quarantine drop x1",
  ]
  /// `status` asks the daemon alone, and `restore-backup` refuses whatever is at the store's place.
  private static let otherwise = ["status", "restore-backup"]

  private static var commands: [(program: String, words: [String])] {
    [("mm-ingestd", ["--once", "--now"]), ("mm-ingestd", ["--check"]), ("mm-ingestd", [])]
      + (reading + writing).map { ("mm-organize", $0.split(separator: " ").map(String.init)) }
  }

  @Test("every command that the help lists is among those that a wrong store is tried with")
  func complete() {
    let help = BuiltProgram.run(BuiltProgram.path("mm-organize"), ["--help"]).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
    let names = lines.filter { $0.dropFirst(2).first?.isLowercase == true }.map { line in
      line.split(separator: " ").prefix { word in
        word.allSatisfy { $0.isLowercase || "-[]".contains($0) }
      }.map { $0.filter { $0.isLowercase || $0 == "-" } }.joined(separator: " ")
    }
    #expect(names.count > 35, "\(names)")
    let tried = RefusalTests.reading + RefusalTests.writing + RefusalTests.otherwise
    for name in names {
      #expect(tried.contains { "\($0) ".hasPrefix("\(name) ") }, "\(name) is not tried")
    }
  }

  @Test(
    "Q07, Q10: a store that is newer, foreign or damaged is refused by every command, says why and what helps, and is not touched",
    arguments: Wrong.allCases)
  func wrongStore(_ wrong: Wrong) throws {
    let home = Household()
    try wrong.make(home)
    let before = try everything(below: home.folder.path)
    for (program, typed) in RefusalTests.commands {
      let words = typed.map {
        $0 == "DIR"
          ? home.folder["backup"]
          : $0.hasPrefix("INBOX") ? home.inbox + $0.dropFirst("INBOX".count) : $0
      }
      let outcome = BuiltProgram.run(
        BuiltProgram.path(program), words + home.places,
        environment: Household.quiet.merging(["XDG_STATE_HOME": "/proc/nonexistent"]) { $1 })
      let said = outcome.output + outcome.errors
      let expected: Int32 = words == ["--check"] ? 1 : 65
      #expect(outcome.status == expected, "\(wrong): \(words): \(outcome.status) \(said)")
      for word in wrong.words { #expect(said.contains(word), "\(wrong): \(words): \(said)") }
      #expect(try everything(below: home.folder.path) == before, "\(wrong): \(words)")
    }
  }

  @Test("folders inside each other are refused before any of them is made")
  func nested() throws {
    let home = Household()
    home.drop("dinner.wav", seed: 2, sidecar: #"{"amount": 7}"#)
    let inner = "\(home.inbox)/store"
    let before = try everything(below: home.folder.path)
    for (store, inbox) in [(inner, home.inbox), (home.store, "\(home.store)/inbox")] {
      for (program, words) in [
        ("mm-ingestd", ["--once", "--now"]), ("mm-organize", ["add", "5"]),
      ] {
        let outcome = BuiltProgram.run(
          BuiltProgram.path(program), words + ["--store", store, "--inbox", inbox],
          environment: Household.quiet)
        #expect(outcome.status == 78, "\(words): \(outcome.errors)")
        #expect(outcome.errors.contains("outside each other"), "\(outcome.errors)")
        #expect(try everything(below: home.folder.path) == before, "\(words)")
      }
    }
  }

  @Test("a second daemon is told who has the store, and changes nothing")
  func secondDaemon() throws {
    let home = Household()
    let daemon = home.startDaemon()
    let files = ["lock", "records.sqlite3", "records.sqlite3-wal", "in-hand", "status.json"]
    func content() -> [[UInt8]?] { files.map { readFile("\(home.store)/\($0)") } }
    let before = content()
    let second = home.ingestOnce()
    #expect(second.status == 75)
    #expect(second.errors.contains("process \(daemon.process)"))
    #expect(second.errors.contains("Stop it first"))
    #expect(content() == before)
    daemon.end()
  }

  @Test(
    "Q06: a store on a file system that other machines may use is refused untouched, unless that is chosen",
    .enabled(
      if: PrivateMounts.areAllowed && access("/dev/fuse", R_OK | W_OK) == 0
        && access("/usr/bin/bindfs", X_OK) == 0, "needs root, FUSE and bindfs"))
  func network() throws {
    let home = Household()
    let mounts = PrivateMounts()
    let (disk, real) = (home.folder["disk"], home.folder["real"])
    mkdir(disk, 0o755)
    mkdir(real, 0o755)
    #expect(mounts.run("/usr/bin/bindfs", [real, disk]).status == 0)
    home.drop("dinner.wav", seed: 2, sidecar: #"{"amount": 7}"#)
    let places = ["--store", "\(disk)/store", "--inbox", home.inbox]
    func run(_ program: String, _ words: [String], _ variables: [String: String] = [:])
      -> BuiltProgram.Outcome
    {
      mounts.run(
        BuiltProgram.path(program), words + places,
        environment: Household.quiet.merging(variables) { $1 })
    }
    for (program, words) in [
      ("mm-ingestd", ["--once", "--now"]), ("mm-organize", ["add", "5"]),
      ("mm-organize", ["list"]),
    ] {
      let outcome = run(program, words)
      #expect(outcome.status == 78, "\(words): \(outcome.errors)")
      #expect(outcome.errors.contains("kind fuse"), "\(outcome.errors)")
      #expect(outcome.errors.contains("network = allow, under [store]"), "\(outcome.errors)")
      #expect(listFolder(real) == [])
    }
    #expect(run("mm-ingestd", ["--check"]).output.contains("kind fuse"))
    let chosen = ["MONEYMOM_STORE_NETWORK": "allow"]
    #expect(run("mm-ingestd", ["--once", "--now"], chosen).status == 0)
    #expect(run("mm-organize", ["list"], chosen).output.contains("7.00"))
    #expect(home.inboxIsEmpty)
    #expect(mounts.unmount(disk))
  }
}
