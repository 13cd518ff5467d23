import Glibc
import Linux
import TestSupport
import Testing

@Suite("Storms: the store is taken from under its daemon", .serialized, .fewAtATime)
struct StoreStormTests {
  private let home = Household()

  private func drop(_ numbers: Range<Int>) -> Set<[UInt8]> {
    Set(numbers.compactMap { home.dropCounted($0) })
  }

  /// Starts a daemon, and returns once it has filed twenty memos.
  private func begin(
    through words: [String] = []
  ) -> (daemon: RunningDaemon, dropped: Set<[UInt8]>) {
    let daemon = home.startDaemon(through: words)
    let dropped = drop(0..<20)
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(Household.log(of: daemon))")
    return (daemon, dropped)
  }

  /// Drops twenty more, which must all stay.
  private func expectWaiting(_ daemon: RunningDaemon, _ words: String) -> Set<[UInt8]> {
    let dropped = drop(20..<40)
    let isTold = eventually {
      Household.log(of: daemon).contains("waiting memo39.wav")
        && Household.log(of: daemon).contains(words)
    }
    #expect(isTold, "\(Household.log(of: daemon))")
    #expect(listFolder(home.inbox).count == 40)
    return dropped
  }

  private func expectFiled(_ storm: String, _ dropped: Set<[UInt8]>, _ daemon: RunningDaemon) throws
  {
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(Household.log(of: daemon))")
    daemon.end()
    let account = try home.account(storm, of: dropped)
    #expect(account.isExact && account.recorded == 40)
    try home.expectSoundStore()
  }

  @Test(
    "moved away, with a copy in its place, and brought back: meanwhile nothing leaves the inbox")
  func movedAway() throws {
    var (daemon, dropped) = begin()
    let (away, copy) = (home.folder["away"], home.folder["copy"])
    #expect(BuiltProgram.run("/bin/cp", ["-a", home.store, copy]).status == 0)
    rename(home.store, away)
    rename(copy, home.store)
    dropped.formUnion(expectWaiting(daemon, "another folder is at its path"))
    #expect(try home.records("list", "--all").count == 20)
    rename(home.store, copy)
    rename(away, home.store)
    try expectFiled("store moved away and brought back", dropped, daemon)
  }

  @Test("moved away for good: a daemon that is started anew files into what is there")
  func replaced() throws {
    var (daemon, dropped) = begin()
    let (away, copy) = (home.folder["away"], home.folder["copy"])
    #expect(BuiltProgram.run("/bin/cp", ["-a", home.store, copy]).status == 0)
    rename(home.store, away)
    rename(copy, home.store)
    dropped.formUnion(expectWaiting(daemon, "start mm-ingestd anew"))
    daemon.end()
    try expectFiled("store replaced", dropped, home.startDaemon())
  }

  @Test(
    "mounted over and unmounted again: what is mounted there stays empty, and the memos wait",
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func mountedOver() throws {
    let mounts = PrivateMounts()
    var (daemon, dropped) = begin(through: mounts.entering)
    let covered = mounts.outside(home.store)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=8m,mode=0700", "moneymom-test", home.store))
    dropped.formUnion(expectWaiting(daemon, "is mounted over it"))
    #expect(listFolder(covered) == [])
    #expect(mounts.unmount(home.store))
    try expectFiled("store mounted over", dropped, daemon)
  }

  @Test(
    "its archive mounted over: no recording goes there without its row",
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func archiveMountedOver() throws {
    let mounts = PrivateMounts()
    var (daemon, dropped) = begin(through: mounts.entering)
    let archive = "\(home.store)/audio"
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=8m,mode=0700", "moneymom-test", archive))
    dropped.formUnion(expectWaiting(daemon, "another folder is at \(archive)"))
    #expect(listFolder(mounts.outside(archive)) == [])
    #expect(mounts.unmount(archive))
    try expectFiled("archive mounted over", dropped, daemon)
  }

  @Test("its database removed: memos wait, and no start makes a new store over the recordings")
  func databaseRemoved() throws {
    let (daemon, dropped) = begin()
    let copies = home.folder["copies"]
    mkdir(copies, 0o700)
    for name in listFolder(home.store) where name.hasPrefix("records.sqlite3") {
      writeFile("\(copies)/\(name)", readFile("\(home.store)/\(name)") ?? [])
      unlink("\(home.store)/\(name)")
    }
    let all = dropped.union(expectWaiting(daemon, "its database was moved or removed"))
    daemon.end()
    let refused = home.ingestOnce()
    #expect(refused.status == 65, "\(refused.errors)")
    #expect(refused.errors.contains("restore-backup"), "\(refused.errors)")
    #expect(listFolder(home.inbox).count == 40)
    for name in listFolder(copies) {
      writeFile("\(home.store)/\(name)", readFile("\(copies)/\(name)") ?? [])
    }
    unlink("\(home.store)/records.sqlite3-shm")
    try expectFiled("database removed and put back", all, home.startDaemon())
  }

  @Test("its lock removed, and a second daemon started: only that one files")
  func lockRemoved() throws {
    var (daemon, dropped) = begin()
    unlink("\(home.store)/lock")
    let other = home.folder["other"]
    mkdir(other, 0o755)
    let second = RunningDaemon(
      BuiltProgram.path("mm-ingestd"), ["--quiet", "--store", home.store, "--inbox", other],
      in: home.folder, environment: Household.quiet)
    dropped.formUnion(expectWaiting(daemon, "'lock'"))
    second.end()
    daemon.end()
    try expectFiled("lock removed", dropped, home.startDaemon())
  }
}
