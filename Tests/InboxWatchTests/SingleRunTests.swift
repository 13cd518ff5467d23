import Glibc
import Linux
import Records
import TestSupport
import Testing

@testable import InboxWatch

@Suite("A single run", .timeLimit(.minutes(2)))
final class SingleRunTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  init() { leaseBreaksAreHarmless }
  deinit { clock.end() }

  private func watcher(_ rules: TimingRules = TimingRules()) async -> InboxWatcher {
    let watcher = InboxWatcher(path: folder.path, timing: rules, isOnce: true, time: clock)
    await watcher.start()
    return watcher
  }

  @Test(
    "with every clock run out it hands out what is there at once, and ends when all is concluded")
  func now() async throws {
    for name in ["a.wav", "a.wav.json", "b.wav", "lone.json"] { writeFile(folder[name], "x") }
    let writer = try Descriptor(opening: folder["open.wav"], [.write, .create])
    let watcher = await watcher(.now)
    let batch = await watcher.nextBatch(limit: 10)
    #expect(Set(batch.map(\.name.description)) == ["a.wav", "b.wav", "lone.json"])
    async let rest = watcher.nextBatch(limit: 10)
    await watcher.conclude(batch.map { ($0, .taken) })
    #expect(await rest.isEmpty)
    let status = await watcher.status()
    #expect(status.waiting.map(\.code) == [.arriving])
    #expect(status.counts.taken == 3)
    try writer.close()
    await watcher.stop()
  }

  @Test("it waits for what ripens within the settle time and sidecar-wait, and no longer")
  func waitsForRipening() async throws {
    writeFile(folder["fresh.wav"], "x")
    dropFile("lone.json", into: folder.path, Array("{}".utf8))
    let watcher = await watcher()
    async let first = watcher.nextBatch(limit: 10)
    #expect(
      await eventually {
        clock.advance(.seconds(1))
        return await watcher.ledger.offers.count == 1
      })
    let memo = try #require(await first.first)
    #expect(memo.name == FileName("fresh.wav"))
    async let rest = watcher.nextBatch(limit: 10)
    await watcher.conclude(memo, .taken)
    #expect(await rest.isEmpty)
    #expect(await watcher.status().waiting.map(\.code) == [.forRecording])
    await watcher.stop()
  }

  @Test("a file that is still being written at the end of the time is left, and the run ends")
  func givesUp() async throws {
    let writer = try Descriptor(opening: folder["open.wav"], [.write, .create])
    let watcher = await watcher()
    let rest = Task { await watcher.nextBatch(limit: 10) }
    #expect(await eventually { await !watcher.waiters.isEmpty })
    clock.advance(.seconds(19))
    #expect(await eventually { await watcher.status().waiting.map(\.code) == [.arriving] })
    clock.advance(.seconds(1))
    #expect(await rest.value.isEmpty)
    try writer.close()
    await watcher.stop()
  }

  @Test("a fault of the world does not keep it waiting")
  func fault() async throws {
    writeFile(folder["a.wav"], "x")
    let watcher = await watcher(.now)
    let memo = try #require(await watcher.nextBatch(limit: 10).first)
    await watcher.conclude(memo, .fault(.storeFull, message: "The disk is full."))
    #expect(await watcher.nextBatch(limit: 10).isEmpty)
    #expect(await watcher.status().waiting.map(\.code) == [.storeFull])
    await watcher.stop()
  }

  @Test("a missing folder ends it")
  func missing() async {
    rmdir(folder.path)
    let watcher = await watcher()
    #expect(await watcher.nextBatch(limit: 10).isEmpty)
    #expect(await watcher.status().mode == .missing)
    await watcher.stop()
  }
}
