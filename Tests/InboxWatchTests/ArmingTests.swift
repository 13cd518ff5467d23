import Glibc
@testable import Linux
import Records
import TestSupport
import Testing

@testable import InboxWatch

@Suite("Arming the watch, and doing without it", .timeLimit(.minutes(2)))
final class ArmingTests {
  let folder = TemporaryFolder()
  let clock = TestClock()
  let inbox: String

  init() {
    leaseBreaksAreHarmless
    inbox = folder["inbox"]
    mkdir(inbox, 0o755)
  }

  deinit { clock.end() }

  private func watcher(
    mode: WatchMode = .auto, events: @escaping EventSource.Opening = EventSource.open
  ) async -> InboxWatcher {
    let watcher = InboxWatcher(
      path: inbox, timing: TimingRules(), mode: mode, isOnce: false, time: clock,
      entrance: { _ in true }, events: events)
    await watcher.start()
    return watcher
  }

  private func dropPair(_ name: String = "lunch") {
    dropFile(name + ".json", into: inbox, Array("{}".utf8))
    dropFile(name + ".wav", into: inbox, Array("sound".utf8))
  }

  /// A source whose events are those of another folder: for this one, none come.
  private var deafEvents: EventSource.Opening {
    let other = folder.path
    return { _, _ throws(PollingReason) in try EventSource(watching: other) }
  }

  @Test("W12: removed and made again: missing meanwhile, then watched again, without a restart")
  func recreated() async {
    let watcher = await watcher()
    #expect(await watcher.status().mode == .events)
    writeFile(inbox + "/old.wav", "sound")
    removeTree(inbox)
    #expect(await eventually { await watcher.status().mode == .missing })
    #expect(await watcher.status().reason?.contains("no such folder") == true)
    #expect(await watcher.status().counts.waiting == 0)
    mkdir(inbox, 0o755)
    #expect(
      await eventually {
        clock.advance(.seconds(1))
        return await watcher.status().mode == .events
      })
    dropPair()
    #expect(await nextName(watcher) == "lunch.wav")
    await watcher.stop()
  }

  @Test("W12: renamed away, with another in its place: the new one is watched, the old one is left")
  func replaced() async {
    let watcher = await watcher()
    let other = folder["other"]
    mkdir(other, 0o755)
    writeFile(inbox + "/old.wav", "sound")
    #expect(await eventually { await watcher.status().counts.waiting == 1 })
    rename(inbox, folder["away"])
    rename(other, inbox)
    #expect(
      await eventually {
        clock.advance(.seconds(1))
        let status = await watcher.status()
        return status.mode == .events && status.counts.withdrawn == 1
      })
    dropPair()
    #expect(await nextName(watcher) == "lunch.wav")
    #expect(readFile(folder["away/old.wav"]) == Array("sound".utf8))
    await watcher.stop()
  }

  @Test("W12: a folder above it renamed away and another put in place, which raises no event here")
  func parentReplaced() async {
    let deep = folder["above/inbox"]
    mkdir(folder["above"], 0o755)
    mkdir(deep, 0o755)
    let watcher = InboxWatcher(path: deep, time: clock)
    await watcher.start()
    rename(folder["above"], folder["away"])
    mkdir(folder["above"], 0o755)
    mkdir(deep, 0o755)
    dropFile("lunch.json", into: deep, Array("{}".utf8))
    dropFile("lunch.wav", into: deep, Array("sound".utf8))
    async let batch = watcher.nextBatch(limit: 1)
    #expect(
      await eventually {
        clock.advance(.seconds(5))
        return await watcher.ledger.offers.count == 1
      })
    #expect(await batch.first?.name == FileName("lunch.wav"))
    await watcher.stop()
  }

  @Test(
    "W12: mounted over and unmounted again: what is at the path is watched, and nothing is kept busy",
    .enabled(if: Mounting.isAllowed, "needs the right to mount"))
  func mountedOver() async {
    let watcher = await watcher()
    #expect(mount("tmpfs", inbox, "tmpfs", 0, "size=1m") == 0)
    #expect(
      await eventually {
        clock.advance(.seconds(5))
        return await watcher.lastArming == 2
      })
    dropPair("upper")
    var batch = await watcher.nextBatch(limit: 1)
    #expect(batch.first?.name == FileName("upper.wav"))
    for memo in batch { await watcher.conclude(memo, .fault(.retry, message: "Later.")) }
    batch = []
    #expect(await eventually { umount2(inbox, 0) == 0 })
    #expect(await eventually { await watcher.lastArming >= 3 })
    dropPair("lower")
    #expect(await nextName(watcher) == "lower.wav")
    #expect(await watcher.status().counts.withdrawn == 1)
    await watcher.stop()
  }

  @Test("an inbox that is not there at start is taken up once it is")
  func missingAtStart() async {
    rmdir(inbox)
    let watcher = await watcher()
    #expect(await watcher.status().mode == .missing)
    mkdir(inbox, 0o755)
    dropPair()
    #expect(
      await eventually {
        clock.advance(.seconds(1))
        return await watcher.status().mode == .events
      })
    clock.advance(.seconds(3))
    #expect(await nextName(watcher) == "lunch.wav")
    await watcher.stop()
  }

  @Test("W08: where no events come, the folder is polled, and status says so and why")
  func polled() async {
    let watcher = await watcher(mode: .poll)
    let status = await watcher.status()
    #expect(status.mode == .poll)
    #expect(status.reason == "The configuration asks for polling.")
    dropPair()
    async let name = nextName(watcher)
    #expect(
      await eventually {
        clock.advance(.seconds(2))
        return await watcher.ledger.offers.count == 1
      })
    #expect(await name == "lunch.wav")
    await watcher.stop()
  }

  @Test("W08: events that are promised and do not come: the regular scan finds what was dropped")
  func deaf() async {
    let watcher = await watcher(events: deafEvents)
    #expect(await watcher.status().mode == .events)
    dropPair()
    clock.advance(.seconds(60))
    #expect(await eventually { await watcher.status().counts.waiting == 1 })
    clock.advance(.seconds(2))
    #expect(await nextName(watcher) == "lunch.wav")
    await watcher.stop()
  }

  @Test("W11: after events were lost the whole folder is read, to the last file")
  func overflow() async {
    let watcher = await watcher(events: deafEvents)
    for number in 0..<2000 { writeFile(inbox + "/\(number).wav", "") }
    let lost = Inotify.Event(
      watch: Inotify.Watch(number: -1), kinds: .overflow, name: nil)
    await watcher.handle([lost], of: watcher.lastArming)
    #expect(await watcher.status().counts.waiting == 2000)
    await watcher.stop()
    var news: [InboxNews] = []
    for await item in watcher.news { news.append(item) }
    #expect(news.contains(.overflow(path: inbox)))
  }

  @Test("W14: a limit of inotify that is used up is named with its value, and the folder is polled")
  func limits() async {
    let watcher = await watcher(events: { _, _ throws(PollingReason) in
      throw PollingReason(SystemError(.noSpace, "inotify_add_watch"), limitValue: { _ in 7 })
    })
    let status = await watcher.status()
    #expect(status.mode == .poll)
    #expect(status.reason?.contains("fs.inotify.max_user_watches is 7") == true)
    #expect(status.reason?.contains("space") == false)
    dropPair()
    #expect(
      await eventually {
        clock.advance(.seconds(2))
        return await watcher.status().counts.waiting == 1
      })
    await watcher.stop()
  }

  @Test("W14: the instance limit has its own name, and other refusals their own words")
  func refusals() {
    let instances = PollingReason(
      SystemError(.tooManyOpenFiles, "inotify_init1"), limitValue: { _ in 128 })
    #expect(instances == .limit(.instances, value: 128))
    #expect("\(instances)".contains("fs.inotify.max_user_instances is 128"))
    let other = PollingReason(SystemError(.accessDenied, "inotify_add_watch"))
    #expect("\(other)" == "The system refuses to watch the folder: Permission denied.")
    #expect(InotifyLimit.watches.value != nil)
  }

  @Test("W14: once the limit is raised, the regular scan goes back to events")
  func limitRaised() async {
    let isRaised = Flag()
    let watcher = await watcher(events: { folder, mode throws(PollingReason) in
      guard isRaised.isSet else { throw .limit(.watches, value: 7) }
      return try EventSource.open(folder, mode)
    })
    #expect(await watcher.status().mode == .poll)
    isRaised.set()
    #expect(
      await eventually {
        clock.advance(.seconds(2))
        return await watcher.status().mode == .events
      })
    dropPair()
    #expect(await nextName(watcher) == "lunch.wav")
    await watcher.stop()
  }
}

/// The recording of the next memo.
private func nextName(_ watcher: InboxWatcher) async -> String? {
  await watcher.nextBatch(limit: 1).first.map { "\($0.name)" }
}

/// Whether this process may mount; tried once.
enum Mounting {
  static let isAllowed: Bool = {
    let folder = TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0 else { return false }
    umount2(folder.path, 0)
    return true
  }()
}
