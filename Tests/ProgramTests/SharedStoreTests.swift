import Glibc
import JSON
import Linux
import TestSupport
import Testing

/// The store of the machine's service: its user, members of its group, and others. No such users need be known.
@Suite(
  "Two users, one store", .serialized, .fewAtATime,
  .enabled(if: geteuid() == 0, "only root may become others"))
struct SharedStoreTests {
  private static let service: uid_t = 61_001
  private static let member: uid_t = 61_002
  private static let other: uid_t = 61_003
  private static let group: gid_t = 61_100

  private let home = Household()

  /// Inbox and store as the package makes them.
  init() {
    chmod(home.folder.path, 0o755)
    mkdir(home.store, 0o700)
    for path in [home.inbox, home.store] {
      chown(path, SharedStoreTests.service, SharedStoreTests.group)
      chmod(path, 0o2770)
    }
    writeFile(
      home.folder["moneymom.conf"],
      "[inbox]\nsettle-unleased = 1s\nsettle = 1s\nsidecar-wait = 0\npatience = 1s\n"
    )
  }

  /// Who a program runs as; the service's group is the only one of members, and nobody else has it. With the umask of
  /// those who keep everything to themselves.
  private func becoming(_ user: uid_t) -> [String] {
    let groups =
      user == SharedStoreTests.other
      ? ["--clear-groups"] : ["--groups", "\(SharedStoreTests.group)"]
    let own = user == SharedStoreTests.service ? SharedStoreTests.group : user
    return ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(own)"] + groups + [
      "--", "/bin/sh", "-c", #"umask 077 && exec "$@""#, "sh",
    ]
  }

  @discardableResult
  private func run(_ user: uid_t, _ program: String, _ words: [String]) -> BuiltProgram.Outcome {
    let all =
      becoming(user) + [home.reachable(program)] + words
      + ["--config", home.folder["moneymom.conf"]] + home.places
    return BuiltProgram.run(
      all[0], Array(all.dropFirst()),
      environment: Household.quiet.merging(["XDG_STATE_HOME": "/proc/nonexistent"]) { $1 })
  }

  private func startDaemon() -> RunningDaemon {
    chmod(home.folder.path, 0o777)
    return home.startDaemon(
      through: becoming(SharedStoreTests.service), of: home.reachable("mm-ingestd"),
      ["--config", home.folder["moneymom.conf"], "--quiet"])
  }

  /// A memo that a member drops, as the umask of most makes it: the service may read it, and owns nothing of it.
  private func drop(_ name: String, seed: UInt64, sidecar: String) {
    for (name, bytes) in [
      ("\(name).json", Array(sidecar.utf8)), (name, Wave.tone(frames: 800, seed: seed)),
    ] {
      let part = "\(home.inbox)/.\(name).part"
      writeFile(part, bytes)
      chown(part, SharedStoreTests.member, SharedStoreTests.group)
      rename(part, "\(home.inbox)/\(name)")
    }
  }

  private func expectShared() throws {
    func look(_ folder: String) throws {
      for name in listFolder(folder) {
        let path = "\(folder)/\(name)"
        let status = try fileStatus(at: path)
        var info = stat()
        stat(path, &info)
        #expect(info.st_gid == SharedStoreTests.group, "\(path)")
        let isFolder = status.kind == .directory
        #expect(
          status.mode == (isFolder ? 0o2770 : 0o660), "\(path): \(String(status.mode, radix: 8))")
        if isFolder { try look(path) }
      }
    }
    try look(home.store)
  }

  @Test(
    "Q03: a member of the service's group organises, adds, cures and backs up beside the daemon, and whatever either made the other can use"
  )
  func members() throws {
    let (service, member) = (SharedStoreTests.service, SharedStoreTests.member)
    // The member is the first in the new month's folder, and the first to open the database.
    writeFile(home.folder["taxi.wav"], Wave.tone(frames: 800, seed: 99))
    #expect(run(service, "mm-ingestd", ["--once", "--now"]).status == 0)
    let added = run(
      member, "mm-organize", ["add", "240", "taxi", "--audio", home.folder["taxi.wav"]])
    #expect(added.status == 0, "\(added.errors)")
    try expectShared()
    let daemon = startDaemon()
    drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    drop("bad.wav", seed: 2, sidecar: #"{"amount": 5"#)
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox)) \(Household.log(of: daemon))")
    for words in [
      ["list"], ["organize", "q1", "--tag", "+ours"], ["delete", "q2"], ["restore", "q2"],
      ["quarantine", "fix", "x1", "--amount", "7"], ["status"], ["inbox"], ["audit"], ["verify"],
      ["export", "json"], ["explain", "q1"], ["history"], ["quarantine", "show", "x1"],
    ] {
      let outcome = run(member, "mm-organize", words)
      #expect(outcome.status == 0, "\(words): \(outcome.output) \(outcome.errors)")
    }
    try expectShared()
    // The daemon goes on in folders and files that the member has made, and the other way round.
    drop("dinner.wav", seed: 3, sidecar: #"{"amount": 300}"#)
    let isFiled = eventually { home.inboxIsEmpty }
    #expect(isFiled, "\(listFolder(home.inbox)) \(Household.log(of: daemon))")
    let folder = home.folder["backups"]
    mkdir(folder, 0o700)
    chown(folder, member, member)
    let backup = run(member, "mm-organize", ["backup", "\(folder)/moneymom"])
    #expect(backup.status == 0, "\(backup.output) \(backup.errors)")
    #expect(daemon.end() == 0)
    // Without a daemon the log files are the member's, and then the service's again.
    #expect(run(member, "mm-organize", ["delete", "q1"]).status == 65, "it is organised")
    #expect(run(member, "mm-organize", ["delete", "t1"]).status == 0)
    #expect(run(service, "mm-ingestd", ["--once", "--now"]).status == 0)
    try expectShared()
    #expect(run(service, "mm-organize", ["audit"]).output.contains("All of it agrees."))
    #expect(try Household.count("SELECT count(*) FROM quick_record", in: home.store) == 4)
  }

  @Test(
    "Q04: whoever may only read gets answers, with the daemon and without, and is told why nothing can be changed"
  )
  func readers() throws {
    let (service, member) = (SharedStoreTests.service, SharedStoreTests.member)
    chmod(home.store, 0o2750)
    drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    #expect(run(service, "mm-ingestd", ["--once", "--now"]).status == 0)
    func expectReadable(_ when: String) {
      for words in [
        ["list"], ["show", "q1"], ["export", "json"], ["audit"], ["verify"], ["status"],
      ] {
        let outcome = run(member, "mm-organize", words)
        #expect(outcome.status == 0, "\(when) \(words): \(outcome.output) \(outcome.errors)")
      }
      #expect(run(member, "mm-organize", ["list"]).output.contains("120.00"))
      for words in [["organize", "q1"], ["add", "5"], ["delete", "q1"]] {
        let outcome = run(member, "mm-organize", words)
        #expect(outcome.status == 77, "\(when) \(words): \(outcome.errors)")
        #expect(outcome.errors.contains(home.store), "\(outcome.errors)")
        #expect(outcome.errors.contains("mode"), "\(outcome.errors)")
      }
    }
    expectReadable("without the daemon")
    let daemon = startDaemon()
    drop("dinner.wav", seed: 2, sidecar: #"{"amount": 300}"#)
    let isFiled = eventually { home.inboxIsEmpty }
    #expect(isFiled)
    expectReadable("beside the daemon")
    #expect(run(member, "mm-organize", ["list"]).output.contains("300.00"))
    daemon.signal(SIGKILL)
    daemon.end(SIGKILL)
    // What the daemon had not written back stands in the log that it left.
    #expect(run(member, "mm-organize", ["list"]).output.contains("300.00"))
  }

  @Test("whoever has no right at all is told so, and where to ask for it")
  func strangers() throws {
    #expect(run(SharedStoreTests.service, "mm-ingestd", ["--once", "--now"]).status == 0)
    let backup = home.folder["never"]
    for words in [["list"], ["add", "5"], ["audit"], ["status"], ["backup", backup]] {
      let outcome = run(SharedStoreTests.other, "mm-organize", words)
      #expect(outcome.status == 77, "\(words): \(outcome.status) \(outcome.errors)")
      #expect(outcome.errors.contains(home.store), "\(outcome.errors)")
      #expect(outcome.errors.contains("Check its owner and mode"), "\(outcome.errors)")
    }
    #expect(access(backup, F_OK) != 0, "a backup of nothing was begun")
  }
}
