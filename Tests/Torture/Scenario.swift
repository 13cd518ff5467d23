import Glibc
import TestSupport

/// One ingest to be walked through: what is there before, what is dropped, and what must have come of it in the end.
struct Scenario: Sendable {
  let name: String
  /// A folder on another file system for the inbox, where it should lie on one.
  var apart: String?
  /// What is walked through, where that is no ingest.
  var command: [String]?
  /// That is not done a second time then: everything that is still set aside would come back.
  var givesBack = false
  /// Whether memos leave the inbox while it is walked through.
  var takesFromInbox = true
  /// What has been ingested before.
  var prepare: @Sendable (Home) -> Void = { _ in }
  /// What the archive has lost then: the paths of recordings that a duplicate is to mend.
  var lose: @Sendable (Home) -> Set<String> = { _ in [] }
  let drop: @Sendable (Home) -> Void
  let outcome: Outcome

  /// What the store holds in the end, counted by hand.
  struct Outcome: Sendable {
    /// Of the live quick records, in minor units.
    var amounts: [Int64]
    /// Codes of what is held in quarantine.
    var held: [String] = []
    /// Codes of what may be held besides.
    var mayHold: Set<String> = []
    /// Ends of memos by kind.
    var ends: [String: Int64]
    /// How many of those set aside may have been set aside once more.
    var again: ClosedRange<Int64> = 0...0
    /// Files without a row that have been told of.
    var strays: Set<String> = []
    /// What a row names and the archive has lost, until a duplicate mends it.
    var lost: Set<String> = []
    /// What must be somewhere at every instant.
    var contents: [[UInt8]]
    /// What the inbox holds at every instant, where it must not be emptied.
    var kept: [String: [UInt8]]?
  }

  private static let lunch = Wave.tone(frames: 4000, seed: 1)
  private static let sidecar = Array(#"{"amount": "120", "tags": ["food", "lunch"]}"#.utf8)
  private static let text = Array("This is no recording.\n".utf8)

  static var all: [Scenario] {
    [
      wave, duplicate, mending, lateSidecar, quarantine, joinedSidecar, recovery, lateRecovery,
      earlyRecovery, kept,
    ] + acrossFileSystems
  }

  /// Those of the kill walk.
  static var killed: [Scenario] { all + [purge, retry] }

  static let wave = Scenario(
    name: "a recording with its sidecar",
    drop: { drop(lunch, "lunch.wav", $0, sidecar) },
    outcome: Outcome(amounts: [12000], ends: ["recorded": 1], contents: [lunch]))

  /// Empty where this machine has but one file system to write to.
  static var acrossFileSystems: [Scenario] {
    otherFileSystem().map { folder in
      [
        Scenario(
          name: "an inbox on another file system", apart: folder, drop: wave.drop,
          outcome: wave.outcome)
      ]
    } ?? []
  }

  static let duplicate = Scenario(
    name: "a duplicate",
    prepare: {
      wave.drop($0)
      $0.ingest()
    },
    drop: { drop(lunch, "again.wav", $0) },
    outcome: Outcome(
      amounts: [12000], held: ["duplicate"], ends: ["recorded": 1, "duplicate": 1],
      contents: [lunch]))

  static let mending = Scenario(
    name: "a duplicate of what the archive has lost",
    prepare: {
      wave.drop($0)
      $0.ingest()
    },
    lose: { home in
      let names = Home.files(below: "\(home.store)/audio")
      for name in names { unlink("\(home.store)/audio/\(name)") }
      return Set(names.map { "audio/\($0)" })
    },
    drop: { drop(lunch, "again.wav", $0) },
    // One that was cut off after the mending is a duplicate like any other to the next start.
    outcome: Outcome(
      amounts: [12000], mayHold: ["duplicate"], ends: ["recorded": 1, "duplicate": 1],
      contents: [lunch]))

  static let lateSidecar = Scenario(
    name: "a late sidecar",
    prepare: {
      drop(lunch, "lunch.wav", $0)
      $0.ingest()
    },
    drop: { dropFile("lunch.wav.json", into: $0.inbox, sidecar) },
    outcome: Outcome(
      amounts: [12000], ends: ["recorded": 1, "revised": 1], contents: [lunch]))

  static let quarantine = Scenario(
    name: "something that is no recording",
    drop: { drop(text, "lunch.wav", $0, sidecar) },
    outcome: Outcome(
      amounts: [], held: ["not-audio"], ends: ["quarantined": 1], contents: [text]))

  static let joinedSidecar = Scenario(
    name: "a sidecar of something that was set aside",
    prepare: {
      drop(text, "lunch.wav", $0)
      $0.ingest()
    },
    drop: { dropFile("lunch.wav.json", into: $0.inbox, sidecar) },
    outcome: Outcome(
      amounts: [], held: ["not-audio"], ends: ["quarantined": 2], contents: [text, sidecar]))

  /// The start after a crash between COMMIT and removal.
  static let recovery = Scenario(
    name: "a start after a crash",
    prepare: { home in
      wave.drop(home)
      let tracee = home.traceIngest()
      _ = tracee.run(before: { call in
        call.name == "renameat2" && call.path(folder: 0, 1) == "\(home.inbox)/lunch.wav"
          ? .kill : .proceed
      })
    },
    drop: { _ in },
    outcome: wave.outcome)

  /// The start after a crash between the removal and the end of what is written down of it.
  static let lateRecovery = Scenario(
    name: "a start after a later crash", takesFromInbox: false,
    prepare: { home in
      wave.drop(home)
      let tracee = home.traceIngest()
      var isRemoved = false
      _ = tracee.run(before: { call in
        if call.name.hasPrefix("unlink"), !isRemoved {
          let path = call.name == "unlink" ? call.path(folder: nil, 0) : call.path(folder: 0, 1)
          isRemoved = path.hasPrefix(home.inbox)
        }
        let isWriting = call.name == "pwrite64" && call.target(ofArgument: 0).hasSuffix("-wal")
        return isRemoved && isWriting ? .kill : .proceed
      })
    },
    drop: { _ in },
    outcome: wave.outcome)

  /// The start after a crash between the making of a folder and its synchronising.
  static let earlyRecovery = Scenario(
    name: "a start after an early crash",
    prepare: { home in
      wave.drop(home)
      let tracee = home.traceIngest()
      _ = tracee.run(before: { call in
        let isSynchronizing = call.name == "fsync" || call.name == "fdatasync"
        return isSynchronizing && call.target(ofArgument: 0).hasPrefix("\(home.store)/audio/")
          && isFolder(call.target(ofArgument: 0)) ? .kill : .proceed
      })
    },
    drop: { _ in },
    outcome: wave.outcome)

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A new memo, a second name and no recording, in an inbox that must not be emptied and has a memo from before.
  static let kept = Scenario(
    name: "an inbox that must not be emptied", takesFromInbox: false,
    prepare: {
      wave.drop($0)
      $0.ingest()
    },
    drop: { home in
      drop(dinner, "dinner.wav", home, otherSidecar)
      drop(lunch, "again.wav", home)
      drop(text, "text.wav", home)
    },
    outcome: Outcome(
      amounts: [4500, 12000], held: ["not-audio"],
      ends: ["recorded": 2, "duplicate": 1, "quarantined": 1], contents: [],
      kept: [
        "lunch.wav": lunch, "lunch.wav.json": sidecar, "dinner.wav": dinner,
        "dinner.wav.json": otherSidecar, "again.wav": lunch, "text.wav": text,
      ]))

  /// The same start, with a new memo before it.
  static let start = Scenario(
    name: "a start",
    prepare: recovery.prepare,
    drop: { drop(dinner, "dinner.wav", $0, otherSidecar) },
    outcome: Outcome(
      amounts: [4500, 12000], ends: ["recorded": 2], contents: [lunch, dinner]))

  /// A deleted record, one that was organised, and something that was dropped, beside a record that lives.
  static let purge = Scenario(
    name: "a purge", command: ["purge", "--all", "--yes"],
    prepare: { home in
      for (recording, name) in [(lunch, "lunch.wav"), (tea, "tea.wav"), (dinner, "dinner.wav")] {
        drop(recording, name, home, recording == dinner ? otherSidecar : sidecar)
        home.ingest()
      }
      drop(text, "text.wav", home)
      home.ingest()
      home.organize("organize", "q2", "--type", "expense")
      home.organize("delete", "t1", "q1")
      home.organize("delete", "q2")
      home.organize("quarantine", "drop", "x1")
    },
    drop: { _ in },
    outcome: Outcome(
      amounts: [4500], ends: ["recorded": 3, "quarantined": 1], contents: [dinner]))

  /// One without a sidecar, and a pair; both are set aside again.
  static let retry = Scenario(
    name: "a retry", command: ["quarantine", "retry", "--all"], givesBack: true,
    prepare: { home in
      drop(text, "text.wav", home)
      drop(lunch, "lunch.wav", home, Array("{".utf8))
      home.ingest()
    },
    drop: { _ in },
    outcome: Outcome(
      amounts: [], held: ["not-audio", "sidecar-invalid"], ends: ["quarantined": 2], again: 0...2,
      contents: [text, lunch, Array("{".utf8)]))

  private static let tea = Wave.tone(frames: 4000, seed: 3)
  private static let dinner = Wave.tone(frames: 4000, seed: 2)
  private static let otherSidecar = Array(#"{"amount": "45"}"#.utf8)

  private static func drop(
    _ recording: [UInt8], _ name: String, _ home: Home, _ sidecar: [UInt8]? = nil
  ) {
    if let sidecar { dropFile("\(name).json", into: home.inbox, sidecar) }
    dropFile(name, into: home.inbox, recording)
  }

  /// A folder to write to on another file system than the one for temporary files.
  static func otherFileSystem() -> String? {
    let here = device(of: TemporaryFolder().path)
    return ["/dev/shm", "/tmp", "/var/tmp"].first { folder in
      device(of: folder) != here && access(folder, W_OK) == 0
    }
  }

  private static func device(of path: String) -> UInt? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt(status.st_dev) : nil
  }
}
