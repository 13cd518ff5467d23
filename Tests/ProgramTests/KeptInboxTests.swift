import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

/// `after = keep`: what was taken stays where it is, and is not taken again.
@Suite("An inbox that must not be emptied", .fewAtATime)
struct KeptInboxTests {
  private let lunch = Wave.tone(frames: 400, seed: 1)
  private let dinner = Wave.tone(frames: 500, seed: 2)
  private let text = Array("This is no recording.\n".utf8)

  @Test("what was recorded, set aside and doubled is there over three restarts, and counted once")
  func restarts() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.put("copy.wav", lunch)
    kept.put("text.wav", text)
    for _ in 0..<3 {
      let daemon = kept.startDaemon()
      kept.settle()
      #expect(try kept.home.named(by: "audit").problems == [])
      daemon.end()
      #expect(try kept.ends() == ["recorded": 1, "duplicate": 1, "quarantined": 1])
      #expect(try kept.amounts() == ["120.00"])
      #expect(try kept.held() == ["not-audio"])
      #expect(kept.filesOfStore() == 2)
      kept.expectUntouched()
    }
    let story = kept.home.organize("explain", "lunch.wav")
    #expect(story.output.contains("Recorded lunch.wav"), "\(story.output)\(story.errors)")
    #expect(story.output.contains("It was taken as q1, and stays."))
    #expect(kept.counts()["seen"] == 0)
    #expect(kept.counts()["waiting"] == 0)
    try kept.home.expectSoundStore()
  }

  @Test("a memo over another of the same size, with the time put back, is one more memo")
  func rewritten() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    let daemon = kept.startDaemon()
    kept.settle()
    kept.rewrite("lunch.wav", Wave.tone(frames: 400, seed: 3))
    #expect(eventually { (try? kept.ends()) == ["recorded": 2] })
    kept.settle()
    daemon.end()
    // And while no daemon runs; the first once more, which is known.
    kept.rewrite("lunch.wav", Wave.tone(frames: 400, seed: 4))
    #expect(try kept.states() == ["lunch.wav": "present"])
    kept.once()
    #expect(try kept.ends() == ["recorded": 3])
    kept.rewrite("lunch.wav", lunch)
    kept.once()
    #expect(try kept.ends() == ["recorded": 3])
    #expect(try kept.states() == ["lunch.wav": "kept"])
    #expect(try kept.held() == [])
    kept.expectUntouched()
    try kept.home.expectSoundStore()
  }

  @Test("a change of mode, name or links has a file read once more, at one start, and is no memo")
  func attributes() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.put("text.wav", text)
    /// Whether a look tells, and nothing is read.
    func isTold() throws -> Bool {
      let database = try Connection(
        opening: "\(kept.home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
      let changed = try fileStatus(at: "\(kept.inbox)/lunch.wav").changed
      return try database.integer(
        "SELECT taken_at > ? FROM kept_file WHERE name = ?", changed + 10_000_000,
        Array("lunch.wav".utf8)) == 1
    }
    let daemon = kept.startDaemon()
    kept.settle()
    chmod("\(kept.inbox)/lunch.wav", 0o600)
    link("\(kept.inbox)/lunch.wav", kept.home.folder["linked.wav"])
    #expect(eventually { (try? isTold()) == true })
    kept.settle()
    daemon.end()
    kept.rename("lunch.wav", to: ".away.tmp")
    kept.rename(".away.tmp", to: "lunch.wav")
    chmod("\(kept.inbox)/lunch.wav.json", 0o600)
    chmod("\(kept.inbox)/text.wav", 0o600)
    #expect(try !isTold())
    #expect(try kept.states().values.allSatisfy { $0 == "kept" })
    kept.once()
    #expect(try isTold())
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    #expect(kept.filesOfStore() == 2)
    kept.expectUntouched()
    try kept.home.expectSoundStore()
  }

  @Test("a file that is touched, or synced anew, is known by its content")
  func touched() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.put("text.wav", text)
    let daemon = kept.startDaemon()
    kept.settle()
    for change in [kept.touch, kept.syncAgain] {
      for name in ["lunch.wav.json", "lunch.wav", "text.wav"] {
        change(name)
        kept.settle()
      }
    }
    daemon.end()
    // And while no daemon runs, all of them at once.
    for name in ["lunch.wav.json", "lunch.wav", "text.wav"] { kept.syncAgain(name) }
    #expect(kept.once().status == 0)
    #expect(try kept.states().values.allSatisfy { $0 == "kept" })
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 1])
    kept.expectUntouched()
  }

  @Test("a rename is a duplicate, once, and nothing is copied for it")
  func renamed() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    let daemon = kept.startDaemon()
    kept.settle()
    kept.rename("lunch.wav.json", to: "food.wav.json")
    kept.rename("lunch.wav", to: "food.wav")
    kept.settle()
    daemon.end()
    for _ in 0..<2 { #expect(kept.once().status == 0) }
    #expect(try kept.ends() == ["recorded": 1, "duplicate": 1])
    #expect(kept.filesOfStore() == 1)
    kept.expectUntouched()
  }

  @Test("another content under a known name is a new memo, and the first one coming back is not")
  func changed() throws {
    let kept = KeptHousehold()
    kept.put("memo.wav", lunch)
    kept.put("memo.wav.json", #"{"amount": 120}"#)
    let daemon = kept.startDaemon()
    kept.settle()
    kept.put("memo.wav.json", #"{"amount": 45}"#)
    kept.put("memo.wav", dinner)
    kept.settle()
    #expect(try kept.amounts() == ["120.00", "45.00"])
    kept.put("memo.wav.json", #"{"amount": 120}"#)
    kept.put("memo.wav", lunch)
    kept.settle()
    daemon.end()
    #expect(try kept.amounts() == ["120.00", "45.00"])
    #expect(try kept.ends() == ["recorded": 2])
    kept.expectUntouched()
  }

  @Test("a memo whose record was deleted is not taken again, under its name or another")
  func deleted() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav.json", #"{"amount": 120}"#)
    kept.put("lunch.wav", lunch)
    kept.once()
    kept.home.organize("delete", "q1")
    kept.once()
    kept.syncAgain("lunch.wav")
    kept.once()
    kept.rename("lunch.wav", to: "food.wav")
    kept.rename("lunch.wav.json", to: "food.wav.json")
    kept.once()
    #expect(try kept.amounts().isEmpty)
    #expect(try kept.held().isEmpty)
    #expect(try kept.ends() == ["recorded": 1, "duplicate": 1])
    #expect(kept.home.organize("restore", "q1").status == 0)
    kept.once()
    #expect(try kept.amounts() == ["120.00"])
    kept.expectUntouched()
  }

  @Test("a file that the folder loses and regains is known")
  func regained() throws {
    let kept = KeptHousehold()
    kept.put("lunch.wav", lunch)
    let daemon = kept.startDaemon()
    kept.settle()
    kept.remove("lunch.wav")
    kept.put("other.wav", dinner)
    kept.settle()
    kept.put("lunch.wav", lunch)
    kept.settle()
    daemon.end()
    #expect(try kept.ends() == ["recorded": 2])
    kept.expectUntouched()
  }

  @Test("two names of one content that come at once are a record and a duplicate")
  func twins() throws {
    let kept = KeptHousehold()
    for number in 0..<20 { kept.put("a\(number).wav", lunch) }
    for number in 0..<20 { kept.put("t\(number).wav", text) }
    let daemon = kept.startDaemon()
    kept.settle()
    daemon.end()
    // What was set aside makes no duplicates.
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 20, "duplicate": 19])
    #expect(kept.filesOfStore() == 21)
    kept.expectUntouched()
  }

  @Test("what was set aside, or dropped, and comes under another name is judged by itself")
  func noTwins() throws {
    let kept = KeptHousehold("[decoder]\nmax-duration = 1s\n")
    let long = Wave.tone(frames: 32_000, seed: 5)
    kept.put("long.wav", long)
    kept.put("text.wav", text)
    kept.once()
    #expect(try kept.held().sorted() == ["not-audio", "too-long"])
    kept.home.organize("quarantine", "drop", "x1", "x2")
    kept.configure()
    kept.put("again.wav", long)
    kept.put("text again.wav", text)
    for _ in 0..<2 { kept.once() }
    #expect(try kept.ends() == ["recorded": 1, "quarantined": 3])
    #expect(try kept.held() == ["not-audio"])
    kept.expectUntouched()
    try kept.home.expectSoundStore()
  }

  @Test("W27: killed 50 times while 100 memos arrive, it records each once and touches none")
  func killed() throws {
    let kept = KeptHousehold()
    for round in 0..<50 {
      let daemon = kept.startDaemon()
      for number in (2 * round)..<(2 * round + 2) {
        kept.put("memo\(number).wav.json", #"{"amount": \#(number), "id": "m\#(number)"}"#)
        kept.put("memo\(number).wav", Wave.tone(frames: 160, seed: UInt64(number)))
      }
      atRandomMoment(within: 60_000)
      daemon.end(SIGKILL)
    }
    let last = kept.once()
    #expect(last.status == 0, "\(last.errors)")
    #expect(try kept.ends() == ["recorded": 100])
    #expect(try Set(kept.amounts()).count == 100)
    #expect(try kept.held().isEmpty)
    #expect(try kept.states().values.allSatisfy { $0 == "kept" })
    kept.expectUntouched()
    try kept.home.expectSoundStore()
  }

  @Test("a start among 5,000 files that were taken opens none of them")
  func manyFiles() async throws {
    let kept = KeptHousehold()
    let sample = Wave.tone(frames: 40)
    for number in 0..<5000 {
      var bytes = sample
      for shift in 0..<4 { bytes[44 + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
      kept.put("m\(number).wav", bytes)
    }
    let first = kept.once()
    try #require(first.status == 0, "\(first.errors.suffix(300))")
    #expect(try kept.ends() == ["recorded": 5000])
    let watch = try OpenWatch(of: kept.inbox)
    let daemon = kept.startDaemon()
    kept.touch("m77.wav")
    // Known by the time that a later one is.
    kept.put("last.wav", lunch)
    kept.settle()
    daemon.end()
    let opened = await watch.names()
    #expect(opened.isSubset(of: ["m77.wav", "last.wav", ".last.wav.part"]), "\(opened.count)")
    #expect(opened.contains("m77.wav"))
    #expect(try kept.ends() == ["recorded": 5001])
    kept.expectUntouched()
  }
}

/// Which files of a folder are opened by anybody (inotify(7)).
private struct OpenWatch {
  private let inotify: Inotify
  private let folder: String

  init(of folder: String) throws {
    self.folder = folder
    inotify = try Inotify()
    _ = try inotify.watch(folder, for: Inotify.Kinds(rawValue: UInt32(IN_OPEN)))
  }

  func names() async -> Set<String> {
    // What is opened last comes last.
    writeFile("\(folder)/.end", "")
    var names: Set<String> = []
    for await events in inotify.events {
      names.formUnion(events.compactMap { $0.name.map(\.description) })
      if names.remove(".end") != nil { break }
    }
    unlink("\(folder)/.end")
    return names
  }
}
