import Configuration
import Glibc
import InboxWatch
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Ingest

/// Whole sessions, from the inbox to the store, whose clocks are the test's.
@Suite("Storms: time itself", .serialized, .timeLimit(.minutes(5)))
final class ClockStormTests {
  private let folder = TemporaryFolder()
  private let clock = ManualClock()
  private var inbox: String { folder["inbox"] }

  init() {
    // A lease that is broken while the test's process holds it must not end the process.
    _ = signal(LeaseBreaks.signal, SIG_IGN)
    mkdir(folder["inbox"], 0o755)
  }

  deinit { clock.end() }

  /// A session that runs while the body does.
  private func whileIngesting(_ body: (IngestSession) async throws -> Void) async throws {
    let settings = try Settings.load(
      SettingOptions(store: folder["store"], inboxes: [inbox]),
      in: Surroundings(
        variables: { _ in nil }, home: folder.path, workingDirectory: folder.path))
    let plan = IngestPlan(
      settings: settings, mode: .watch, decoderProgram: BuiltProgram.path(DecoderLocation.name),
      zone: TimeZoneRules { _ in 0 })
    let session = try await IngestSession(plan, time: clock) { _ in }
    await session.start()
    let running = Task { await session.run() }
    try await body(session)
    await session.stop()
    _ = await running.value
  }

  private func records() throws -> [QuickRecord] {
    try Store(at: StorePaths(root: folder["store"]), .readOnly)
      .read { try $0.quickRecords(RecordQuery(.all)) }.sorted { $0.id < $1.id }
  }

  private func waiting(_ session: IngestSession) async -> [String: WaitingCode] {
    var codes: [String: WaitingCode] = [:]
    for watcher in session.watchers {
      for memo in await watcher.status().waiting { codes["\(memo.name)"] = memo.code }
    }
    return codes
  }

  /// Lets so many seconds pass until the condition holds, each as soon as it has been looked at for a while.
  private func passes(
    _ seconds: Int, until condition: () async throws -> Bool
  ) async rethrows -> Bool {
    for _ in 0..<seconds {
      if try await settles(within: .milliseconds(50), condition) { return true }
      clock.advance(.seconds(1))
    }
    return try await settles(condition)
  }

  /// Whether the condition comes to hold while the clocks stand still.
  private func settles(
    within time: Duration = .seconds(30), _ condition: () async throws -> Bool
  ) async rethrows -> Bool {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      if try await condition() { return true }
      await Task.yield()
    }
    return false
  }

  private func account(_ storm: String, dropped: Int) throws -> (recorded: Int, files: Int) {
    let (recorded, files) = (try records().count, listFolder(inbox).count)
    let setAside = listFolder(folder["store/quarantine"]).count
    print(
      "storm: \(storm): dropped \(dropped) = recorded \(recorded) + set aside \(setAside) + still a file \(files)"
    )
    #expect(dropped == recorded + setAside + files)
    return (recorded, files)
  }

  @Test(
    "W01: ten minutes of slow writing, by one who holds the file open and one who opens it anew each second: neither is touched before its end"
  )
  func slowWriters() async throws {
    let seconds = 600
    let piece = 1600
    func recording(_ seed: UInt64) -> [UInt8] {
      Wave.tone(frames: seconds * piece / 2, seed: seed)
    }
    let (held, appended) = (recording(1), recording(2))
    try await whileIngesting { session in
      let writer = try Descriptor(opening: inbox + "/held.wav", [.write, .create], mode: 0o644)
      try writer.write(Array(held.prefix(44)))
      writeFile(inbox + "/appended.wav", Array(appended.prefix(44)))
      let areSeen = await settles { await waiting(session).count == 2 }
      #expect(areSeen)
      for second in 0..<seconds {
        let range = (44 + second * piece)..<(44 + (second + 1) * piece)
        // The one who holds it does nothing for two minutes in between.
        if !(200..<320).contains(second) {
          let from = second == 320 ? 44 + 200 * piece : range.lowerBound
          try writer.write(Array(held[from..<range.upperBound]))
        }
        let again = open(inbox + "/appended.wav", O_WRONLY | O_APPEND | O_CLOEXEC)
        try #require(again >= 0)
        let count = appended[range].withUnsafeBytes { write(again, $0.baseAddress, $0.count) }
        close(again)
        try #require(count == piece)
        clock.advance(.seconds(1))
        if second % 20 == 19 {
          let areWaiting = await settles { await waiting(session).count == 2 }
          #expect(areWaiting, "after \(second) s")
          #expect(try records().isEmpty)
        }
      }
      try writer.close()
      let areTaken = await passes(120) { listFolder(inbox).isEmpty }
      #expect(areTaken, "\(listFolder(inbox))")
    }
    let (recorded, _) = try account("ten minutes of slow writing", dropped: 2)
    #expect(recorded == 2)
    for record in try records() {
      #expect(record.audio?.frames == Int64(seconds * piece / 2))
      #expect(record.review.isEmpty, "\(record.review)")
    }
  }

  @Test(
    "the wall clock is set forth and back, by an hour up to ten years, while memos arrive: each is recorded once, and nothing is taken before its time"
  )
  func jumps() async throws {
    let hour = 3600
    let jumps = [hour, -2 * hour, 86_400, -40 * 86_400, 3650 * 86_400, -3650 * 86_400, -60]
    var dropped = 0
    try await whileIngesting { session in
      for (round, jump) in jumps.enumerated() {
        // The kernel dates the files: they would be as old as it is behind.
        clock.setToSystem()
        let lone = "lone\(round).wav"
        dropFile(lone, into: inbox, Wave.tone(frames: 160, seed: UInt64(1000 + round)))
        let isWaiting = await settles { await waiting(session)[lone] == .forSidecar }
        #expect(isWaiting)
        clock.set(by: .seconds(jump))
        for number in 0..<20 {
          let name = "memo\(round).\(number).wav"
          dropFile("\(name).json", into: inbox, Array(#"{"amount": \#(number)}"#.utf8))
          dropFile(
            name, into: inbox, Wave.tone(frames: 160, seed: UInt64(round * 100 + number)))
        }
        dropped += 21
        let areTaken = await settles { listFolder(inbox) == [lone] }
        #expect(areTaken, "after a jump of \(jump) s: \(listFolder(inbox))")
        clock.set(by: .seconds(-jump))
        let isTaken = await passes(20) { listFolder(inbox).isEmpty }
        #expect(isTaken, "after a jump of \(jump) s: \(listFolder(inbox))")
      }
    }
    let (recorded, _) = try account("clock jumps", dropped: dropped)
    #expect(recorded == dropped)
    #expect(Set(try records().compactMap(\.audio?.sha256)).count == dropped)
  }

  @Test(
    "after the clock went back, a late sidecar went to an older record of its name: it goes to the last one made"
  )
  func lateSidecarAfterJump() async throws {
    try await whileIngesting { _ in
      for seed in 1...2 {
        dropFile("memo.wav", into: inbox, Wave.tone(frames: 160, seed: UInt64(seed)))
        let isTaken = await passes(20) { listFolder(inbox).isEmpty }
        #expect(isTaken)
        clock.set(by: .seconds(-3600))
      }
      dropFile("memo.wav.json", into: inbox, Array(#"{"amount": 77}"#.utf8))
      let isApplied = await passes(90) { listFolder(inbox).isEmpty }
      #expect(isApplied)
    }
    let found = try records()
    #expect(found.map { $0.fields.amount?.minorUnits } == [nil, 7700])
  }
}
