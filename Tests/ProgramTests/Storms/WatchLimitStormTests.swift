import Glibc
import TestSupport
import Testing

/// The limits of inotify are those of a user namespace of the daemon's own (user_namespaces(7), `/proc/sys/user`), so that
/// nobody else on the machine feels them.
@Suite("Storms: nothing is left to watch with", .serialized, .fewAtATime)
struct WatchLimitStormTests {
  private static let canHaveLimits =
    BuiltProgram.run(
      "/usr/bin/unshare",
      ["--map-root-user", "sh", "-c", "echo 0 >/proc/sys/user/max_inotify_watches"]
    ).status == 0

  @Test(
    "W14: with the limit at its floor the daemon says so, polls and files everything; raised, it has events again",
    .enabled(if: WatchLimitStormTests.canHaveLimits, "needs user namespaces"),
    arguments: ["max_user_watches", "max_user_instances"])
  func floor(_ name: String) throws {
    let home = Household()
    let limit = "/proc/sys/user/" + name.replacing("_user_", with: "_inotify_")
    writeFile(home.folder["moneymom.conf"], "[inbox]\nrescan = 1s\n")
    let daemon = home.startDaemon(
      through: [
        "/usr/bin/unshare", "--map-root-user", "sh", "-c", #"echo 0 >"$0" && exec "$@""#, limit,
      ],
      ["--config", home.folder["moneymom.conf"]])
    let status = try home.inboxStatus()
    #expect(status.watch == "poll")
    #expect(status.reason?.contains("fs.inotify.\(name)") == true, "\(status.reason ?? "nothing")")
    #expect(status.reason?.contains("is 0 and used up") == true, "\(status.reason ?? "nothing")")
    let isSaid = eventually { Household.log(of: daemon).contains("fs.inotify.\(name)") }
    #expect(isSaid)
    var dropped: Set<[UInt8]> = []
    for number in 0..<500 {
      if let digest = home.dropCounted(number) { dropped.insert(digest) }
    }
    let isDrained = eventually { home.inboxIsEmpty }
    #expect(isDrained, "\(listFolder(home.inbox))")
    let account = try home.account("\(name) at its floor", of: dropped)
    #expect(account.isExact && account.recorded == 500)
    let raised = BuiltProgram.run(
      "/usr/bin/nsenter",
      [
        "--target", "\(daemon.process)", "--user", "--preserve-credentials", "sh", "-c",
        #"echo 100 >"$0""#, limit,
      ])
    #expect(raised.status == 0, "\(raised.errors)")
    let hasEvents = try eventually { try home.inboxStatus().watch == "events" }
    #expect(hasEvents)
    daemon.end()
    try home.expectSoundStore()
  }
}
