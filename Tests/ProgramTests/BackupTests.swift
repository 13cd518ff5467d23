import Glibc
import JSON
import Linux
import Records
import Storage
import TestSupport
import Testing

/// Serial, since each of these keeps the machine busy.
@Suite("A backup while memos arrive", .serialized, .fewAtATime)
struct BackupTests {
  /// The export of the database of a snapshot, put where a store has it.
  private func export(of snapshot: String) throws -> String {
    let home = Household()
    try makeDirectories(home.store)
    writeFile(
      "\(home.store)/records.sqlite3", try #require(readFile("\(snapshot)/records.sqlite3")))
    return home.organize("export", "json").output
  }

  private func snapshots(_ backup: String) -> [String] {
    listFolder("\(backup)/snapshots").filter { !$0.hasPrefix(".") }
  }

  /// Restores every snapshot into a store of its own, and expects it to be the same and sound.
  private func expectAllRestorable(_ backup: String) throws -> [String] {
    try snapshots(backup).map { name in
      let home = Household()
      let outcome = home.organize("restore-backup", backup, "--snapshot", name)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let exported = home.organize("export", "json").output
      #expect(exported == (try export(of: "\(backup)/snapshots/\(name)")))
      try home.expectSoundStore()
      return exported
    }
  }

  @Test(
    "Shows 6: 300 memos arrive while backups are made, and each is restored to the export of its instant"
  )
  func duringIngestion() throws {
    let home = Household()
    let backup = home.folder["backup"]
    let daemon = home.startDaemon(["--quiet"])
    var sizes: [Int64] = []
    for number in 0..<300 {
      home.drop(
        "memo\(number).wav", seed: UInt64(number), sidecar: #"{"amount": \#(number)}"#)
      // Set aside, some of them given back while a backup is under way.
      if number % 50 == 7 { dropFile("bad\(number).wav", into: home.inbox, Array("no sound".utf8)) }
      guard number % 60 == 59 else { continue }
      let outcome = home.organize("backup", backup, "--json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let report = try #require(JSONReader.read(Array(outcome.output.utf8)).object)
      sizes.append(report["copied_files"]?.integer ?? -1)
      home.organize("quarantine", "retry", "--all")
    }
    #expect(eventually { home.inboxIsEmpty })
    daemon.end()
    #expect(home.organize("delete", "q5", "q6").status == 0)
    #expect(home.organize("organize", "q7", "--type", "income", "--tag", "+午餐").status == 0)
    let last = home.organize("backup", backup)
    #expect(last.status == 0, "\(last.errors)")
    let exports = try expectAllRestorable(backup)
    #expect(exports.count == 6)
    #expect(exports.last == home.organize("export", "json").output)
    #expect(try home.records("list").count == 297)
    // Each copied what was new alone.
    let content = listFolder("\(backup)/content").reduce(0) {
      $0 + listFolder("\(backup)/content/\($1)").count
    }
    #expect(sizes.reduce(0, +) <= Int64(content))
    #expect(try home.records("list", "--all").count == 298)
  }

  @Test("W27: a backup killed 60 times at random while memos arrive leaves whole snapshots alone")
  func killedBackups() throws {
    let home = Household()
    let backup = home.folder["backup"]
    let daemon = home.startDaemon(["--quiet"])
    for number in 0..<60 {
      for part in 0..<3 {
        home.drop("m\(number)-\(part).wav", seed: UInt64(number * 3 + part), sidecar: "{}")
      }
      let process = try RunningProgram(
        BuiltProgram.path("mm-organize"), ["backup", backup] + home.places,
        environment: Household.quiet)
      atRandomMoment(within: 40_000)
      _ = consume process
    }
    #expect(eventually { home.inboxIsEmpty })
    daemon.end()
    let before = snapshots(backup)
    let last = home.organize("backup", backup)
    #expect(last.status == 0, "\(last.errors)")
    #expect(snapshots(backup).count == before.count + 1)
    for path in ["", "/content", "/snapshots"] {
      #expect(listFolder(backup + path).filter { $0.hasPrefix(".") } == [])
    }
    let exports = try expectAllRestorable(backup)
    #expect(exports.last == home.organize("export", "json").output)
    let verified = home.organize("backup", backup, "--verify-all", "--json")
    #expect(verified.status == 0)
    #expect(
      try JSONReader.read(Array(verified.output.utf8)).object?["repaired"]?.integer == 0)
  }

  @Test("W27: a restore killed at random makes no store, or a whole one")
  func killedRestores() throws {
    let home = Household()
    let backup = home.folder["backup"]
    for number in 0..<40 { home.drop("m\(number).wav", seed: UInt64(number), sidecar: "{}") }
    home.ingestOnce()
    #expect(home.organize("backup", backup).status == 0)
    let exported = home.organize("export", "json").output
    let other = Household()
    var whole = 0
    for _ in 0..<60 {
      let process = try RunningProgram(
        BuiltProgram.path("mm-organize"), ["restore-backup", backup] + other.places,
        environment: Household.quiet)
      atRandomMoment(within: 60_000)
      _ = consume process
      guard access("\(other.store)/records.sqlite3", F_OK) == 0 else { continue }
      #expect(other.organize("export", "json").output == exported)
      try other.expectSoundStore()
      whole += 1
      removeTree(other.store)
    }
    let last = other.organize("restore-backup", backup)
    #expect(last.status == 0, "\(last.errors)")
    #expect(other.organize("export", "json").output == exported)
    #expect(listFolder(other.store) == ["audio", "lock", "quarantine", "records.sqlite3"])
    try other.expectSoundStore()
  }

  @Test("A daemon goes on with a restored store: the next numbers, no memo twice, nothing lost")
  func daemonGoesOn() throws {
    let home = Household()
    let backup = home.folder["backup"]
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120, "id": "m1"}"#)
    home.ingestOnce()
    // A removal that is still pending, and by now a file of other content that looks the same by all that the system
    // says of it.
    let path = "\(home.inbox)/tea.wav"
    let audio = try #require(try home.records("list")[0]["audio"]?.object)
    let archived = try #require(audio["path"]?.string)
    let recorded = try #require(readFile("\(home.store)/\(archived)"))
    var newer = recorded
    newer[newer.count - 1] ^= 1
    writeFile(path, newer)
    let inbox = try canonicalPath(home.inbox)
    let identity = try Descriptor(opening: inbox, [.directory]).status(of: "tea.wav").identity
    let digest = try #require(audio["sha256"]?.string.flatMap { Digest($0) })
    try Store(at: StorePaths(root: home.store), .readWrite).write { writer in
      _ = try writer.addPendingRemoval(
        PendingRemoval(
          inbox: inbox, name: FileName("tea.wav"), privateName: FileName(".moneymom-1-tea.wav"),
          identity: identity, sha256: digest))
      // And one whose file is not there any more.
      _ = try writer.addPendingRemoval(
        PendingRemoval(
          inbox: inbox, name: FileName("gone.wav"), privateName: FileName(".moneymom-2-gone.wav"),
          identity: identity, sha256: digest))
    }
    #expect(home.organize("backup", backup).status == 0)
    removeTree(home.store)
    #expect(home.organize("restore-backup", backup).status == 0)
    home.drop("lunch again.wav", seed: 1)
    home.drop("dinner.wav", seed: 2, sidecar: #"{"amount": 300}"#)
    let outcome = home.ingestOnce()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try home.records("list").count == 3)
    #expect(try home.records("list").contains { $0["id"]?.string == "q3" })
    #expect(
      try home.records("list").contains { $0["source_name"]?.string == "tea.wav" },
      "a file that was not recorded is gone")
    #expect(try home.records("quarantine", "list").map { $0["code"]?.string } == ["duplicate"])
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
    let left = try Store(at: StorePaths(root: home.store), .readOnly).read {
      try $0.pendingRemovals()
    }
    #expect(left.isEmpty)
  }

  @Test(
    "A disk that fills up in the middle gets no snapshot, and the next backup goes on from there",
    .enabled(if: geteuid() == 0, "only root may mount"))
  func fullDisk() throws {
    let home = Household()
    for number in 0..<20 {
      home.drop("m\(number).wav", seed: UInt64(number), frames: 50_000, sidecar: "{}")
    }
    home.ingestOnce()
    let disk = home.folder["disk"]
    mkdir(disk, 0o700)
    #expect(mount("moneymom-test", disk, "tmpfs", 0, "size=100k,mode=0700") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    let backup = "\(disk)/backup"
    // Not even the database has room.
    let tiny = home.organize("backup", backup)
    #expect(tiny.status == 73)
    #expect(tiny.errors.contains("The disk with the backup at \(backup) is full"))
    #expect(listFolder("\(backup)/snapshots") == [])
    #expect(mount("moneymom-test", disk, "tmpfs", UInt(MS_REMOUNT), "size=1500k") == 0)
    let full = home.organize("backup", backup, "--json")
    #expect(full.status == 73)
    #expect(full.errors.contains("is full"))
    #expect(full.errors.contains(backup))
    #expect(snapshots(backup) == [])
    #expect(listFolder("\(backup)/content").filter { $0.hasPrefix(".") } == [])
    #expect(home.organize("restore-backup", backup, "--dry-run").status == 66)
    #expect(mount("moneymom-test", disk, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0)
    let again = home.organize("backup", backup)
    #expect(again.status == 0, "\(again.errors)")
    _ = try expectAllRestorable(backup)
    // A store's disk that is too small is named, and is empty afterwards.
    let small = home.folder["small"]
    mkdir(small, 0o700)
    #expect(mount("moneymom-test", small, "tmpfs", 0, "size=1000k,mode=0700") == 0)
    defer { umount2(small, Int32(MNT_DETACH)) }
    let refused = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), ["restore-backup", backup, "--store", small],
      environment: Household.quiet)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("is full"))
    #expect(listFolder(small) == [])
  }
}
