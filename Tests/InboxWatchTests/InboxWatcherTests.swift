import Glibc
import Linux
import Records
import TestSupport
import Testing

@testable import InboxWatch

@Suite("Watching a real folder", .timeLimit(.minutes(2)))
final class InboxWatcherTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  init() { leaseBreaksAreHarmless }
  deinit { clock.end() }

  private func watcher(
    _ rules: TimingRules = TimingRules(), mode: WatchMode = .events, isOnce: Bool = false
  ) async -> InboxWatcher {
    let watcher = InboxWatcher(
      path: folder.path, timing: rules, mode: mode, isOnce: isOnce, time: clock)
    await watcher.start()
    return watcher
  }

  private func dropPair(_ name: String) {
    dropFile(name + ".json", into: folder.path, Array("{}".utf8))
    dropFile(name + ".wav", into: folder.path, Array("sound".utf8))
  }

  @Test("W03: uploaded under a temporary name and renamed: handed out from the move event, once")
  func renamed() async throws {
    let watcher = await watcher()
    for ending in [".filepart", ".part", ".tmp", ".partial~", ".crdownload"] {
      writeFile(folder["memo.json" + ending], "{}")
      writeFile(folder["memo.m4a" + ending], "sound")
      rename(folder["memo.json" + ending], folder["memo.json"])
      rename(folder["memo.m4a" + ending], folder["memo.m4a"])
      let memo = try #require(await watcher.nextBatch(limit: 10).first)
      #expect(memo.files.map(\.name.description) == ["memo.m4a", "memo.json"])
      unlink(folder["memo.json"])
      unlink(folder["memo.m4a"])
      await watcher.conclude(memo, .taken)
    }
    #expect(await eventually { await watcher.ledger.entries.isEmpty })
    #expect(await watcher.status().counts.taken == 5)
    await watcher.stop()
  }

  @Test(
    "W01: a file that is written for long is handed out after it was closed, with its final size")
  func written() async throws {
    let watcher = await watcher()
    dropFile("memo.json", into: folder.path, Array("{}".utf8))
    let writer = try Descriptor(opening: folder["memo.wav"], [.write, .create])
    try writer.truncate(to: 100_000)
    #expect(
      await eventually { await watcher.status().waiting.map(\.name) == [FileName("memo.wav")] })
    async let batch = watcher.nextBatch(limit: 1)
    for _ in 0..<3 {
      try writer.write("sound")
      #expect(
        await eventually {
          clock.advance(.seconds(1))
          return await watcher.status().waiting.map(\.code) == [.arriving]
        })
    }
    try writer.close()
    #expect(
      await eventually {
        clock.advance(.seconds(1))
        return await watcher.ledger.offers.count == 1
      })
    let memo = try #require(await batch.first)
    #expect(memo.files.map(\.identity.size) == [100_000, 2])
    await watcher.stop()
  }

  @Test("W04: a sync tool's temporary file is not seen, and its final name is handed out")
  func synced() async throws {
    let watcher = await watcher()
    dropFile("memo.m4a.json", into: folder.path, Array("{}".utf8))
    writeFile(folder[".syncthing.memo.m4a.tmp"], "sound")
    writeFile(folder["~syncthing~memo.m4a.tmp"], "sound")
    rename(folder["~syncthing~memo.m4a.tmp"], folder["memo.m4a"])
    let memo = try #require(await watcher.nextBatch(limit: 10).first)
    #expect(memo.name == FileName("memo.m4a"))
    #expect(await watcher.status().counts.seen == 1)
    await watcher.stop()
  }

  @Test(
    "W15: names that are not UTF-8, hold a newline or fill 255 bytes are handed out byte for byte")
  func strangeNames() async throws {
    let stems: [[UInt8]] = [
      Array("memo_".utf8) + [0xF1], Array("memo\nlunch".utf8),
      Array(String(repeating: "\u{1F35C}", count: 62).utf8),
    ]
    let watcher = await watcher()
    let directory = try Descriptor(opening: folder.path, [.directory])
    for stem in stems {
      for ending in [".json", ".wav"] {
        let name = PathBytes(stem + Array(ending.utf8))
        _ = try Descriptor(opening: ".part", in: directory, [.write, .create])
        try directory.rename(".part", to: name, in: directory)
      }
      let memo = try #require(await watcher.nextBatch(limit: 10).first)
      #expect(memo.name.bytes == stem + Array(".wav".utf8))
      #expect(memo.files.count == 2)
      for file in memo.files { try directory.unlink(PathBytes(file.name.bytes)) }
      await watcher.conclude(memo, .taken)
    }
    await watcher.stop()
  }

  @Test("W19: files that come and go at once leave nothing behind, and the next memo is handed out")
  func comeAndGo() async throws {
    let watcher = await watcher()
    for number in 0..<1000 {
      writeFile(folder["\(number).wav"], "")
      unlink(folder["\(number).wav"])
    }
    dropPair("lunch")
    let memo = try #require(await watcher.nextBatch(limit: 10).first)
    #expect(memo.name == FileName("lunch.wav"))
    #expect(await eventually { await watcher.ledger.entries.count == 2 })
    let status = await watcher.status()
    #expect(status.waiting.isEmpty)
    #expect(status.counts.seen == status.counts.withdrawn + 1)
    await watcher.stop()
  }

  @Test("W20: what other programs leave in a folder is no memo; a folder is one line of news")
  func clutter() async throws {
    for name in [".DS_Store", "._memo.m4a", "Thumbs.db", "desktop.ini", "memo.wav:Zone.Identifier"]
    {
      writeFile(folder[name], "clutter")
    }
    mkdir(folder["@eaDir"], 0o755)
    mkfifo(folder["pipe.wav"], 0o644)
    symlink("/etc/passwd", folder["link.wav"])
    let watcher = await watcher(isOnce: true)
    #expect(await watcher.nextBatch(limit: 10).isEmpty)
    let status = await watcher.status()
    #expect(status.counts.ignored == 8)
    #expect(status.counts.seen == 8)
    await watcher.stop()
    var ignored: Set<String> = []
    for await news in watcher.news {
      if case .ignored(let name, _) = news { ignored.insert("\(name)") }
    }
    #expect(ignored == ["@eaDir", "pipe.wav", "link.wav"])
  }

  @Test("several tasks that take batches get every memo once, while memos arrive")
  func consumers() async {
    let watcher = await watcher()
    let count = 300
    let taken = await withTaskGroup(of: [FileName].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var mine: [FileName] = []
          while true {
            let batch = await watcher.nextBatch(limit: 7)
            if batch.isEmpty { return mine }
            for memo in batch {
              mine.append(memo.name)
              for file in memo.files {
                try? memo.folder.descriptor.unlink(PathBytes(file.name.bytes))
              }
            }
            await watcher.conclude(batch.map { ($0, .taken) })
            if await watcher.status().counts.taken == count { await watcher.stop() }
          }
        }
      }
      for number in 0..<count { dropPair("\(number)") }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.count == count)
    #expect(Set(taken).count == count)
    #expect(listFolder(folder.path).isEmpty)
  }

  @Test("show 6: a file written over one that is judged is handed out afterwards")
  func writtenOver() async throws {
    let watcher = await watcher()
    dropPair("lunch")
    let first = try #require(await watcher.nextBatch(limit: 1).first)
    dropPair("lunch")
    await watcher.conclude(first, .changed)
    let second = try #require(await watcher.nextBatch(limit: 1).first)
    #expect(second.name == first.name)
    #expect(Set(second.files).isDisjoint(with: Set(first.files)))
    await watcher.stop()
  }

  @Test("stopping, or cancelling the task, ends the wait for a batch")
  func ends() async {
    let watcher = await watcher()
    let cancelled = Task { await watcher.nextBatch(limit: 1) }
    let stopped = Task { await watcher.nextBatch(limit: 1) }
    #expect(await eventually { await watcher.waiters.count == 2 })
    cancelled.cancel()
    #expect(await cancelled.value.isEmpty)
    await watcher.stop()
    #expect(await stopped.value.isEmpty)
    #expect(await watcher.nextBatch(limit: 1).isEmpty)
  }

  @Test("an idle watcher keeps nothing of the folder open, so that it can be unmounted")
  func holdsNothing() async throws {
    let watcher = await watcher()
    dropPair("lunch")
    var batch = await watcher.nextBatch(limit: 1)
    #expect(openPaths().contains(folder.path))
    await watcher.conclude(batch[0], .taken)
    batch = []
    #expect(await eventually { !openPaths().contains(folder.path) })
    await watcher.stop()
  }

  /// What this process has open, by path (proc(5)).
  private func openPaths() -> [String] {
    listFolder("/proc/self/fd").compactMap { try? canonicalPath("/proc/self/fd/\($0)") }
  }
}
