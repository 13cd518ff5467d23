import Glibc
import Linux
import TestSupport
import Testing

@Suite(
  "Storms: the disk under the store", .serialized, .fewAtATime,
  .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
struct DiskStormTests {
  private let home = Household()
  private let mounts = PrivateMounts()
  private var disk: String { home.folder["disk"] }
  private var store: String { "\(disk)/store" }
  /// The same folder for this process, which is not in there.
  private var seenStore: String { mounts.outside(store) }

  /// A copy of the database out of there, as a crash would leave it: SQLite follows the links of a path, and `/proc/N/root`
  /// is one that leads nowhere else.
  private func copiedStore() -> String {
    let copy = home.folder["copy.\(UInt32.random(in: .min ... .max))"]
    mkdir(copy, 0o700)
    for name in ["records.sqlite3", "records.sqlite3-wal"] {
      if let bytes = readFile("\(seenStore)/\(name)") { writeFile("\(copy)/\(name)", bytes) }
    }
    return copy
  }

  private func drop(_ numbers: Range<Int>, frames: Int = 160) -> Set<[UInt8]> {
    Set(numbers.compactMap { home.dropCounted($0, frames: frames) })
  }

  private func list() -> BuiltProgram.Outcome {
    mounts.run(
      BuiltProgram.path("mm-organize"), ["list", "--store", store], environment: Household.quiet)
  }

  private func drain() -> BuiltProgram.Outcome {
    mounts.run(
      BuiltProgram.path("mm-ingestd"),
      ["--once", "--now", "--quiet", "--store", store, "--inbox", home.inbox],
      environment: Household.quiet)
  }

  @Test(
    "W26: a full disk of 8 MB, freed later: memos wait, and then all are filed without a restart")
  func full() throws {
    mkdir(disk, 0o755)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=8m,mode=0700", "moneymom-test", disk))
    let daemon = home.startDaemon(through: mounts.entering, store: store)
    writeFile(mounts.outside("\(disk)/ballast"), [UInt8](repeating: 1, count: 6 << 20))
    let dropped = drop(0..<250, frames: 4000)
    let isFull = eventually { Household.log(of: daemon).contains("store-full") }
    #expect(isFull)
    // Rows and files are not read at one instant, and the daemon is at work.
    let isExact = try eventually(every: 200_000) {
      let stands = try home.account("full disk", of: dropped, store: copiedStore())
      return stands.isExact && stands.waiting > 0 && stands.recorded < 250
    }
    #expect(isExact)
    #expect(list().status == 0)
    unlink(mounts.outside("\(disk)/ballast"))
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox).count) are still there")
    let account = try home.account("the same, freed", of: dropped, store: copiedStore())
    #expect(account.isExact && account.recorded == 250)
    #expect(daemon.end() == 0)
    #expect(try Household.integrity(of: "\(copiedStore())/records.sqlite3") == "ok")
  }

  /// The recordings in the archive that no row names.
  private func strays() throws -> Int {
    let rows = try Household.count("SELECT count(*) FROM audio", in: copiedStore())
    let files = mounts.run("/usr/bin/find", ["\(store)/audio", "-name", "*.wav"])
    return files.output.split(separator: "\n").count - rows
  }

  @Test(
    "a disk on which a COMMIT finds no room: what was not committed is taken out of the archive, by the daemon and by a start after a crash, and all is filed once there is room"
  )
  func nothingUncommitted() throws {
    mkdir(disk, 0o755)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=1200k,mode=0700", "moneymom-test", disk))
    let daemon = home.startDaemon(through: mounts.entering, store: store)
    var dropped: Set<[UInt8]> = []
    for number in 0..<12 {
      dropped.formUnion(drop(number..<number + 1))
      dropped.formUnion(drop(number + 100..<number + 101, frames: 40_000))
    }
    let isFull = eventually { Household.log(of: daemon).contains("store-full") }
    #expect(isFull)
    let isClean = try eventually(every: 200_000) { try strays() == 0 }
    #expect(isClean)
    daemon.end(SIGKILL)
    // As a daemon leaves it that is killed before its COMMIT: a copy of what waits, under a lasting name.
    let rows = try Household.count("SELECT count(*) FROM audio", in: copiedStore())
    #expect(rows < 24)
    let waiting = listFolder(home.inbox).filter { $0.hasSuffix(".wav") }
    let name = try #require(waiting.first)
    let placed = mounts.run(
      "/bin/sh",
      [
        "-c",
        #"set -- "$1" "$2"/audio/*/*; cp "$1" "$2/01990000-0000-7000-8000-000000000001.wav" || truncate -s 0 "$2/01990000-0000-7000-8000-000000000001.wav""#,
        "sh", "\(home.inbox)/\(name)", store,
      ])
    #expect(placed.status == 0, "\(placed.errors)")
    let second = home.startDaemon(through: mounts.entering, store: store)
    let isRemoved = try eventually(every: 200_000) { try strays() <= 0 }
    #expect(isRemoved)
    #expect(mounts.mount("-o", "remount,size=32m", disk))
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox).count) are still there")
    second.end()
    let account = try home.account("small disk, made larger", of: dropped, store: copiedStore())
    #expect(account.isExact && account.recorded == 24)
    #expect(try strays() == 0)
  }

  @Test(
    "a store on a disk that is mounted read-only is read, says so, and takes memos again when it is not"
  )
  func readOnlyDisk() throws {
    mkdir(disk, 0o755)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=16m,mode=0700", "moneymom-test", disk))
    var dropped = drop(0..<50)
    #expect(drain().status == 0)
    let listed = list()
    dropped.formUnion(drop(50..<100))
    #expect(mounts.mount("-o", "remount,ro", disk))
    let refused = drain()
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(refused.errors.contains("not mounted read-only"), "\(refused.errors)")
    #expect(list().output == listed.output)
    let stands = try home.account("read-only disk", of: dropped, store: copiedStore())
    #expect(stands.isExact && stands.recorded == 50 && stands.waiting == 50)
    #expect(mounts.mount("-o", "remount,rw", disk))
    #expect(drain().status == 0)
    let account = try home.account("the same, writable again", of: dropped, store: copiedStore())
    #expect(account.isExact && account.recorded == 100)
  }

  @Test(
    "a disk that the kernel turns read-only after an error under a running daemon: nothing is lost, and all is filed when it is mended",
    .enabled(if: access("/dev/loop-control", R_OK) == 0, "needs loop devices"))
  func failedDisk() throws {
    mkdir(disk, 0o755)
    let image = home.folder["image"]
    writeFile(image, "")
    truncate(image, 64 << 20)
    #expect(mounts.run("/usr/sbin/mkfs.ext4", ["-q", image]).status == 0)
    #expect(mounts.mount("-o", "loop,errors=remount-ro", image, disk))
    let daemon = home.startDaemon(through: mounts.entering, store: store)
    var dropped = drop(0..<50)
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained)
    let error = mounts.run(
      "/bin/sh",
      [
        "-c",
        #"echo 1 >"/sys/fs/ext4/$(basename "$(findmnt -n -o SOURCE "$1")")/trigger_fs_error""#,
        "sh", disk,
      ])
    #expect(error.status == 0, "\(error.errors)")
    dropped.formUnion(drop(50..<100))
    let isWaiting = eventually { Household.log(of: daemon).contains("waiting memo") }
    #expect(isWaiting)
    #expect(listFolder(home.inbox).count == 100)
    daemon.end()
    #expect(mounts.unmount(disk))
    let mended = mounts.run("/usr/sbin/e2fsck", ["-fy", image])
    #expect(mended.status <= 1, "\(mended.output)")
    #expect(mounts.mount("-o", "loop", image, disk))
    #expect(drain().status == 0)
    let account = try home.account("disk turned read-only", of: dropped, store: copiedStore())
    #expect(account.isExact && account.recorded == 100)
    #expect(try Household.integrity(of: "\(copiedStore())/records.sqlite3") == "ok")
    #expect(mounts.unmount(disk))
  }

  @Test("folders of the store that its daemon may not write any more, and then may again")
  func writeProtected() throws {
    mkdir(disk, 0o755)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=16m,mode=0755", "moneymom-test", disk))
    // Root may write everywhere, so the daemon is somebody else, to whom store and inbox belong.
    let nobody: uid_t = 65_534
    // The socket of readiness lies there too.
    chmod(home.folder.path, 0o777)
    chown(home.inbox, nobody, nobody)
    mkdir(seenStore, 0o700)
    chown(seenStore, nobody, nobody)
    let daemon = home.startDaemon(
      through: mounts.entering + [
        "/usr/bin/setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups",
      ], of: home.reachable("mm-ingestd"), store: store)
    func drop(_ numbers: Range<Int>) -> Set<[UInt8]> {
      Set(numbers.compactMap { home.dropCounted($0, owner: nobody) })
    }
    var dropped = drop(0..<50)
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(Household.log(of: daemon))")
    let protect = { (mode: String) in
      #expect(
        mounts.run(
          "/bin/sh", ["-c", #"find "$1" -type d -exec chmod "$2" {} +"#, "sh", store, mode]
        )
        .status == 0)
    }
    protect("0500")
    dropped.formUnion(drop(50..<100))
    let isWaiting = eventually { Household.log(of: daemon).contains("waiting memo") }
    #expect(isWaiting)
    let stands = try home.account("write-protected store", of: dropped, store: copiedStore())
    #expect(stands.isExact && stands.recorded == 50 && stands.waiting == 50)
    #expect(Household.log(of: daemon).contains("Check its owner and mode"))
    protect("0700")
    let isFiled = eventually { home.inboxIsEmpty }
    #expect(isFiled, "\(listFolder(home.inbox).count) are still there")
    daemon.end()
    let account = try home.account("the same, writable again", of: dropped, store: copiedStore())
    #expect(account.isExact && account.recorded == 100)
  }
}
