import InboxWatch
import JSON
import Linux
import Records
import Storage

/// What the status file says, gathered from those who know it (`cli.md`, "mm-ingestd").
actor StatusBoard {
  private let file: StatusFile
  private let watchers: [InboxWatcher]
  private let zone: TimeZoneRules
  private let places: PlaceRules
  private let workers: Int
  private let confinement: SeenConfinement
  private let started: Instant
  /// The ends that the store had counted by then.
  private let before: [Outcome.Kind: Int]
  private var counts = OutcomeCounts()
  private var lastError: String?
  private var written: JSONValue?
  private let touches: AsyncStream<Void>
  private let touch: AsyncStream<Void>.Continuation

  /// At most this many waiting memos are listed for each inbox; the counts are always whole.
  private static let listed = 1000

  init(
    file: StatusFile, watchers: [InboxWatcher], zone: TimeZoneRules, places: PlaceRules,
    workers: Int,
    confinement: SeenConfinement, started: Instant, before: [Outcome.Kind: Int]
  ) {
    self.file = file
    self.watchers = watchers
    self.zone = zone
    self.places = places
    self.workers = workers
    self.confinement = confinement
    self.started = started
    self.before = before
    (touches, touch) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Memos that have ended, by how.
  func add(_ ended: [Outcome.Kind: Int]) {
    counts.recorded += ended[.recorded] ?? 0
    counts.revised += ended[.revised] ?? 0
    counts.duplicate += ended[.duplicate] ?? 0
    counts.quarantined += ended[.quarantined] ?? 0
    touch.yield()
  }

  func note(error: String) {
    lastError = places.strictest.text(error)
    touch.yield()
  }

  nonisolated func changed() { touch.yield() }

  /// Notices the changes of one watcher, as long as it runs; in a busy inbox not each by itself.
  nonisolated func follow(_ watcher: InboxWatcher) async {
    for await _ in watcher.changes {
      changed()
      try? await Task.sleep(for: StatusBoard.pause)
    }
  }

  private static let pause = Duration.milliseconds(250)

  /// Writes the file after changes, a few times a second at most, until the task is cancelled.
  func run() async {
    for await _ in touches {
      await write()
      try? await Task.sleep(for: StatusBoard.pause)
    }
    await write()
  }

  /// A status that cannot be written is no reason to stop filing; the next one may.
  func write() async {
    let document = await document()
    guard document != written else { return }
    if (try? file.write(document)) != nil { written = document }
  }

  private func document() async -> JSONValue {
    var all = counts
    var inboxes: [JSONValue] = []
    var backlog = 0
    for watcher in watchers {
      let status = await watcher.status()
      all.waiting += status.counts.waiting
      all.withdrawn += status.counts.withdrawn
      all.ignored += status.counts.ignored
      backlog += status.backlog
      inboxes.append(json(status))
    }
    all.seen =
      all.recorded + all.revised + all.duplicate + all.quarantined + all.ignored + all.withdrawn
      + all.waiting
    var decoder = confinement.json
    decoder["workers"] = .integer(workers)
    return [
      "version": 1, "pid": .integer(CurrentProcess.identifier), "started": json(started),
      "inboxes": .array(inboxes), "counts": all.json, "counts_before": countsBefore,
      "backlog": .integer(backlog), "last_error": JSONValue(lastError),
      "decoder": .object(decoder),
    ]
  }

  /// With `counts` this is what the store must hold by now, whatever its clock did meanwhile.
  private var countsBefore: JSONValue {
    var object = JSONObject()
    for kind in Outcome.Kind.allCases { object[kind.rawValue] = .integer(before[kind] ?? 0) }
    return .object(object)
  }

  private func json(_ status: InboxStatus) -> JSONValue {
    let places = places[status.path]
    var object: JSONObject = [
      "path": .string(status.path), "watch": .string(status.mode.rawValue),
      "reason": JSONValue(status.reason), "last_event": status.lastEvent.map(json) ?? .null,
      "last_rescan": status.lastRescan.map(json) ?? .null,
      "waiting": .array(
        status.waiting.prefix(StatusBoard.listed).map { memo in
          [
            "name": .string(places.name(memo.name).description),
            "code": .string(memo.code.rawValue),
            "since": json(memo.since), "message": .string(places.text(memo.message)),
            "arrived": json(memo.arrived),
            "before": .array(memo.before.map { json($0.kept(by: places)) }),
          ]
        }),
    ]
    let more = status.waiting.count - StatusBoard.listed
    if more > 0 { object["waiting_more"] = .integer(more) }
    return .object(object)
  }

  private func json(_ wait: MemoWait) -> JSONValue {
    [
      "code": .string(wait.code.rawValue), "since": json(wait.since),
      "until": wait.until.map(json) ?? .null, "times": .integer(wait.times),
      "message": .string(wait.message ?? wait.code.sentence),
    ]
  }

  private func json(_ instant: Instant) -> JSONValue {
    .string(Timestamp(instant, offset: zone.offset(instant.seconds)).description)
  }
}
