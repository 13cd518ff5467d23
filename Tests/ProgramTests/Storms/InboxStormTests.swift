import Glibc
import Hashing
import TestSupport
import Testing

@Suite("Storms: the inbox itself comes and goes", .serialized, .fewAtATime)
struct InboxStormTests {
  @Test("W12: removed, renamed away and made again, five times each, while 300 memos are dropped")
  func upheavals() throws {
    let home = Household()
    let daemon = home.startDaemon(["--quiet"])
    var dropped: Set<[UInt8]> = []
    var away: [String] = []
    for number in 0..<300 {
      if let digest = home.dropCounted(number) { dropped.insert(digest) }
      switch number % 60 {
      case 29:
        // A folder can be removed only when the daemon has emptied it.
        let isRemoved = eventually(every: 1000) { rmdir(home.inbox) == 0 }
        #expect(isRemoved, "\(listFolder(home.inbox))")
        #expect(home.dropCounted(number) == nil, "there is no folder to drop it into")
        mkdir(home.inbox, 0o755)
      case 59:
        away.append(home.folder["away\(number)"])
        rename(home.inbox, away[away.count - 1])
        mkdir(home.inbox, 0o755)
      default: break
      }
    }
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox))")
    daemon.end()
    let account = try home.account(
      "inbox removed, renamed away, made again", of: dropped, folders: [home.inbox] + away)
    #expect(account.isExact && account.dropped == 300)
    // What was carried away with its folder is a memo like any other when it comes back.
    for folder in away {
      for name in listFolder(folder) where !name.hasPrefix(".") {
        rename("\(folder)/\(name)", "\(home.inbox)/\(name)")
      }
    }
    #expect(home.ingestOnce().status == 0)
    let last = try home.account("the same, brought back", of: dropped, folders: [home.inbox] + away)
    #expect(last.isExact && last.recorded == 300)
    try home.expectSoundStore()
  }

  @Test(
    "W12: mounted over and unmounted again, with memos in flight, while 400 are dropped",
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func mountedOver() throws {
    let home = Household()
    let mounts = PrivateMounts()
    let upper = home.folder["upper"]
    mkdir(upper, 0o755)
    let daemon = home.startDaemon(through: mounts.entering)
    let inbox = mounts.outside(home.inbox)
    var dropped: Set<[UInt8]> = []
    for number in 0..<400 {
      if let digest = home.dropCounted(number, into: inbox) { dropped.insert(digest) }
      if number % 100 == 49 { #expect(mounts.mount("--bind", upper, home.inbox)) }
      // No event tells of a mount: half of the rounds wait until the daemon has seen it.
      if number % 200 == 60 {
        #expect(eventually { !listFolder(upper).contains("memo\(number).wav") })
      }
      // The daemon's lock holds the folder, so that it can only be taken away under it.
      if number % 100 == 99 {
        #expect(mounts.run("/usr/bin/umount", ["--lazy", home.inbox]).status == 0)
      }
    }
    let folders = [home.inbox, upper]
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox))")
    let account = try home.account("inbox mounted over", of: dropped, folders: folders)
    #expect(account.isExact && account.dropped == 400)
    #expect(mounts.mount("--bind", upper, home.inbox))
    let isEmpty = eventually { listFolder(upper).isEmpty }
    #expect(isEmpty, "\(listFolder(upper))")
    daemon.end()
    let last = try home.account("the same, mounted once more", of: dropped, folders: folders)
    #expect(last.isExact && last.recorded == 400)
    try home.expectSoundStore()
  }
}
