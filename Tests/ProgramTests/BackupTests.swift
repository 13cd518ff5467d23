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

  /// Names and sizes of all files.
  private func everything(in folder: String) -> [String] {
    listFolder(folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      guard let status = try? fileStatus(at: path) else { return [path] }
      return status.kind == .directory ? everything(in: path) : ["\(path) \(status.size)"]
    }
  }

  private func snapshots(_ backup: String) -> [String] {
    listFolder("\(backup)/snapshots").filter { !$0.hasPrefix(".") }
  }

  /// The quick records of an export, by their IDs.
  private func records(of export: String) throws -> [String: String] {
    let document = try JSONReader.read(Array(export.utf8), limits: .init(bytes: 1 << 30)).object
    let records = try #require(document?["quick_records"]?.array).compactMap(\.object)
    return Dictionary(
      records.map { ($0["id"]?.string ?? "-", "\($0)") }, uniquingKeysWith: { one, _ in one })
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
    var copied: [Int64] = []
    var around: [(before: [String: String], after: [String: String])] = []
    func backUp() throws {
      let before = try records(of: home.organize("export", "json").output)
      let outcome = home.organize("backup", backup, "--json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      around.append((before, try records(of: home.organize("export", "json").output)))
      let report = try #require(JSONReader.read(Array(outcome.output.utf8)).object)
      copied.append(report["copied_files"]?.integer ?? -1)
    }
    for number in 0..<300 {
      home.drop(
        "memo\(number).wav", seed: UInt64(number), sidecar: #"{"amount": \#(number)}"#)
      // Set aside, some of them given back while a backup is under way.
      if number % 50 == 7 { dropFile("bad\(number).wav", into: home.inbox, Array("no sound".utf8)) }
      guard number % 60 == 59 else { continue }
      try backUp()
      home.organize("quarantine", "retry", "--all")
    }
    #expect(eventually { home.inboxIsEmpty })
    daemon.end()
    #expect(home.organize("delete", "q5", "q6").status == 0)
    #expect(home.organize("organize", "q7", "--type", "income", "--tag", "+午餐").status == 0)
    try backUp()
    let exports = try expectAllRestorable(backup)
    try #require(exports.count == 6)
    #expect(exports.last == home.organize("export", "json").output)
    // While memos arrive none is changed: what a snapshot has is all that was there before, and nothing that was not there
    // after, each as the store had it.
    for (export, around) in zip(exports, around) {
      let held = try records(of: export)
      #expect(around.before.allSatisfy { held[$0.key] == $0.value }, "a record is missing or old")
      #expect(held.allSatisfy { around.after[$0.key] == $0.value }, "a record is not of that time")
      #expect(around.before.count <= held.count && held.count <= around.after.count)
    }
    #expect(around.dropLast().contains { $0.after.count < 300 }, "all memos were there before")
    #expect(try home.records("list").count == 297)
    // Each copied what was new alone.
    let content = listFolder("\(backup)/content").reduce(0) {
      $0 + listFolder("\(backup)/content/\($1)").count
    }
    #expect(content >= 300)
    #expect(copied.reduce(0, +) == Int64(content))
    #expect(copied.count { $0 > 0 } > 1, "\(copied)")
    #expect(try home.records("list", "--all").count == 298)
  }

  @Test("W27: a backup killed 60 times at random while memos arrive leaves whole snapshots alone")
  func killedBackups() throws {
    let home = Household()
    let backup = home.folder["backup"]
    let daemon = home.startDaemon(["--quiet"])
    var struck = 0
    for number in 0..<60 {
      for part in 0..<3 {
        home.drop("m\(number)-\(part).wav", seed: UInt64(number * 3 + part), sidecar: "{}")
      }
      let before = everything(in: backup)
      let process = try RunningProgram(
        BuiltProgram.path("mm-organize"), ["backup", backup] + home.places,
        environment: Household.quiet)
      // Every other one once it has begun to write, however long it takes to start.
      if number % 2 == 1 { _ = eventually(every: 200) { everything(in: backup) != before } }
      atRandomMoment(within: number % 2 == 1 ? 4000 : 40_000)
      if process.strike(), everything(in: backup) != before { struck += 1 }
    }
    // Killed with something written.
    #expect(struck >= 10, "\(struck) of 60 were killed half-way")
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
    var (whole, struck) = (0, 0)
    for number in 0..<60 {
      let process = try RunningProgram(
        BuiltProgram.path("mm-organize"), ["restore-backup", backup] + other.places,
        environment: Household.quiet)
      switch number % 3 {
      case 0: atRandomMoment(within: 60_000)
      case 1:
        _ = eventually(every: 200) { !listFolder(other.store).isEmpty }
        atRandomMoment(within: 10_000)
      default: _ = eventually(every: 200) { access("\(other.store)/records.sqlite3", F_OK) == 0 }
      }
      let isKilled = process.strike()
      guard access("\(other.store)/records.sqlite3", F_OK) == 0 else {
        if isKilled, !listFolder(other.store).isEmpty { struck += 1 }
        continue
      }
      #expect(other.organize("export", "json").output == exported)
      try other.expectSoundStore()
      whole += 1
      removeTree(other.store)
    }
    #expect(struck >= 5, "\(struck) of 60 were killed half-way")
    #expect(whole >= 5, "\(whole) of 60 came to a store")
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
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func fullDisk() throws {
    let home = Household()
    let mounts = PrivateMounts()
    func organize(_ words: String...) -> BuiltProgram.Outcome {
      mounts.run(
        BuiltProgram.path("mm-organize"), words + home.places, environment: Household.quiet)
    }
    for number in 0..<20 {
      home.drop("m\(number).wav", seed: UInt64(number), frames: 50_000, sidecar: "{}")
    }
    home.ingestOnce()
    let disk = home.folder["disk"]
    mkdir(disk, 0o700)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=100k,mode=0700", "moneymom-test", disk))
    let backup = "\(disk)/backup"
    let seen = mounts.outside(backup)
    // Not even the database has room.
    let tiny = organize("backup", backup)
    #expect(tiny.status == 73)
    #expect(tiny.errors.contains("The disk with the backup at \(backup) is full"))
    #expect(listFolder("\(seen)/snapshots") == [])
    #expect(mounts.mount("-o", "remount,size=1500k", disk))
    let full = organize("backup", backup, "--json")
    #expect(full.status == 73)
    #expect(full.errors.contains("is full"))
    #expect(full.errors.contains(backup))
    #expect(snapshots(seen) == [])
    #expect(listFolder("\(seen)/content").filter { $0.hasPrefix(".") } == [])
    #expect(organize("restore-backup", backup, "--dry-run").status == 66)
    #expect(mounts.mount("-o", "remount,size=16m", disk))
    let again = organize("backup", backup)
    #expect(again.status == 0, "\(again.errors)")
    let copy = home.folder["copy"]
    #expect(mounts.run("/bin/cp", ["-a", backup, copy]).status == 0)
    #expect(try expectAllRestorable(copy).count == 1)
    // A store's disk that is too small is named, and is empty afterwards.
    let small = home.folder["small"]
    mkdir(small, 0o700)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=1000k,mode=0700", "moneymom-test", small))
    let refused = mounts.run(
      BuiltProgram.path("mm-organize"), ["restore-backup", backup, "--store", small],
      environment: Household.quiet)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("is full"))
    #expect(listFolder(mounts.outside(small)) == [])
  }
}

extension RunningProgram {
  /// Kills it; whether it had not ended by itself.
  fileprivate consuming func strike() -> Bool {
    kill(identifier, SIGKILL)
    return wait() == nil
  }
}
