import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite("mm-organize explain: the story of a record", .fewAtATime)
struct ExplainTests {
  private let home = Household()

  private func story(_ operand: String) throws -> [JSONObject] {
    let events = try home.records("explain", operand)
    // RFC 3339 with one offset sorts as text.
    let times = events.compactMap { $0.text("at") }
    #expect(times.count == events.count && times == times.sorted(), "\(times)")
    return events
  }

  /// `event code record`, without what is not there.
  private func outline(_ events: [JSONObject]) -> [String] {
    events.map { event in
      ["event", "code", "record"].compactMap { event.text($0) }.joined(separator: " ")
    }
  }

  /// `field from>to (source)` of one event.
  private func changes(_ event: JSONObject?) -> [String] {
    (event?["changes"]?.array ?? []).compactMap(\.object).map { change in
      "\(change.text("field") ?? "?") \(change.text("from") ?? "-")>\(change.text("to") ?? "-")"
        + (change.text("source").map { " (\($0))" } ?? "")
    }
  }

  private func start(_ settings: [String: String] = [:]) -> RunningDaemon {
    RunningDaemon(
      BuiltProgram.path("mm-ingestd"), home.places, in: home.folder,
      environment: Household.quiet.merging(settings) { $1 })
  }

  @Test(
    "waited for a sidecar, recorded without, changed by a late one, organised, deleted, brought back"
  )
  func wholeLife() throws {
    let daemon = start(["MONEYMOM_INBOX_SIDECAR_WAIT": "1s", "MONEYMOM_INBOX_PATIENCE": "1s"])
    home.drop("lunch.wav", seed: 1)
    #expect(eventually { (try? home.records("list").count) == 1 })
    dropFile(
      "lunch.wav.json", into: home.inbox,
      Array(#"{"amount": 120, "tags": ["food"], "captured_at": "2026-11-30T12:34:56+08:00"}"#.utf8))
    #expect(
      eventually { (try? home.records("list").first?.text("amount")) == "120.00" })
    #expect(eventually { home.inboxIsEmpty })
    daemon.end()
    home.organize(
      "organize", "q1", "--type", "income", "--tag", "+nice", "--place", "Here", "--amount", "130")
    home.organize("delete", "t1")
    home.organize("restore", "t1")

    let events = try story("q1")
    #expect(
      outline(events) == [
        "arrived", "waited for-sidecar", "recorded q1", "arrived", "waited for-recording",
        "revised q1", "organized t1", "deleted t1", "restored t1",
      ])
    #expect(
      events.map { $0.text("program") } == [
        nil, "mm-ingestd", "mm-ingestd", nil, "mm-ingestd", "mm-ingestd", "mm-organize",
        "mm-organize", "mm-organize",
      ])
    let wait = try #require(events[1].text("message"))
    #expect(wait.hasPrefix("lunch.wav waited for ") && wait.contains("s (for-sidecar)"))
    #expect(events[2].text("message") == "Recorded lunch.wav without a sidecar as q1.")
    #expect(changes(events[2]).contains { $0.hasSuffix("(file-time)") })
    #expect(changes(events[2]).contains { $0.hasPrefix("amount") } == false)
    let revised = changes(events[5])
    #expect(revised.prefix(2) == ["amount ->TWD 120.00 (sidecar)", "tags ->food (sidecar)"])
    #expect(revised.contains("review ->revised-late"))
    #expect(revised.contains { $0.hasPrefix("captured_at 20") && $0.hasSuffix("(sidecar)") })
    #expect(revised.last?.hasPrefix("sidecar ->") == true)
    #expect(
      changes(events[6]) == [
        "amount TWD 120.00>TWD 130.00 (user)", "tags food>food, nice (user)",
        "type ->income (user)", "occurred_at ->2026-11-30T12:34:56+08:00", "place ->Here (user)",
      ])
    #expect(changes(events[7]) == ["deleted false>true"])
    #expect(changes(events[8]) == ["deleted true>false"])
    #expect(try story("t1") == events)

    let text = home.organize("explain", "Q1")
    #expect(text.status == 0 && text.errors.isEmpty)
    let lines = text.output.split(separator: "\n")
    #expect(lines.count == events.count)
    #expect(
      lines[6].hasSuffix(
        "mm-organize  Organised q1 as t1: amount TWD 120.00 -> TWD 130.00 (user), tags food -> food, nice (user), type income (user), occurred at 2026-11-30T12:34:56+08:00, place Here (user)"
      ), "\(lines[6])")
  }

  @Test("a duplicate belongs to the story of its record, whether it was kept or not")
  func duplicates() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 1}"#)
    home.ingestOnce()
    home.drop("again.wav", seed: 1)
    home.ingestOnce()
    home.drop("thrice.wav", seed: 1)
    home.ingestOnce(environment: ["MONEYMOM_INBOX_DUPLICATES": "discard"])
    home.organize("quarantine", "accept", "x1")
    let events = try story("q1")
    #expect(
      outline(events) == [
        "arrived", "arrived", "recorded q1", "arrived", "duplicate duplicate x1", "arrived",
        "duplicate q1", "accepted x1",
      ])
    #expect(events[2].text("message") == "Recorded lunch.wav with lunch.wav.json as q1.")
    #expect(
      events[6].text("message") == "Removed thrice.wav: the same recording is q1 already.")
    #expect(outline(try story("x1")) == ["arrived", "duplicate duplicate x1", "accepted x1"])
  }

  @Test("what was set aside tells why, how it was cured, and what came of it")
  func cured() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 12O}"#)
    home.ingestOnce()
    home.organize("quarantine", "fix", "x1", "--amount", "99", "--tag", "+lunch")
    let events = try story("x1")
    #expect(
      outline(events) == ["arrived", "arrived", "quarantined sidecar-invalid x1", "fixed q1"])
    #expect(
      events[2].text("message")?.hasPrefix("Set lunch.wav, lunch.wav.json aside as x1.") == true)
    #expect(events[3].text("message") == "Cured x1: it became q1.")
    #expect(changes(events[3]).prefix(2) == ["amount ->TWD 99.00 (user)", "tags ->lunch (user)"])
    #expect(try story("q1") == events)
    #expect(outline(try story("lunch.wav")) == Array(outline(events).prefix(3)))
  }

  @Test("what was given back and recorded then is told from both ends, and what was let go as such")
  func givenBack() throws {
    home.drop("long.wav", seed: 1, frames: 32_000)
    home.ingestOnce(environment: ["MONEYMOM_DECODER_MAX_DURATION": "1s"])
    home.organize("quarantine", "retry", "x1")
    home.ingestOnce()
    let expected = [
      "arrived", "quarantined too-long x1", "retried x1", "arrived", "recorded q1",
    ]
    #expect(outline(try story("x1")) == expected)
    #expect(outline(try story("q1")) == expected)

    dropFile("text.wav", into: home.inbox, Array("this is text".utf8))
    home.ingestOnce()
    home.organize("quarantine", "drop", "x2")
    #expect(outline(try story("x2")) == ["arrived", "quarantined not-audio x2", "dropped x2"])
  }

  @Test("a record from the keyboard was added by mm-organize")
  func added() throws {
    home.organize("add", "45", "coffee")
    let events = try story("q1")
    #expect(outline(events) == ["added q1"])
    #expect(events[0].text("program") == "mm-organize")
    #expect(
      changes(events[0]).prefix(2) == ["amount ->TWD 45.00 (user)", "tags ->coffee (user)"])
  }

  @Test("several that could not be told apart were set aside in one event")
  func ambiguous() throws {
    for (name, seed) in [("memo.wav", 1), ("memo.flac", 2)] { home.drop(name, seed: UInt64(seed)) }
    dropFile("memo.json", into: home.inbox, Array(#"{"amount": 1}"#.utf8))
    home.ingestOnce()
    #expect(
      outline(try story("x1")) == [
        "arrived", "arrived", "arrived", "quarantined sidecar-ambiguous x1",
      ])
  }

  @Test("a suspect waited as one before it was set aside")
  func suspect() throws {
    let daemon = try home.install()
    home.dropFragile("exit")
    let ended = BuiltProgram.run(
      daemon, ["--once", "--now"] + home.places, environment: Household.quiet)
    #expect(ended.status == 0, "\(ended.errors)")
    let events = try story("x1")
    #expect(
      outline(events) == ["arrived", "arrived", "waited suspect", "quarantined decoder-crashed x1"])
    #expect(events[2]["times"]?.integer == 3)
  }

  @Test(
    "W26: what waited for room on the disk says so",
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func fullDisk() throws {
    let mounts = PrivateMounts()
    let disk = home.folder["disk"]
    mkdir(disk, 0o755)
    #expect(mounts.mount("-t", "tmpfs", "-o", "size=1200k,mode=0700", "moneymom-test", disk))
    let store = "\(disk)/store"
    let places = ["--store", store, "--inbox", home.inbox]
    let daemon = home.startDaemon(through: mounts.entering, store: store)
    home.drop("large.wav", seed: 2, frames: 600_000, sidecar: #"{"amount": 2}"#)
    func explain(_ operand: String) throws -> [JSONObject] {
      let outcome = mounts.run(
        BuiltProgram.path("mm-organize"), ["explain", operand, "--json"] + places,
        environment: Household.quiet)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try JSONReader.read(Array(outcome.output.utf8)).array?.compactMap(\.object) ?? []
    }
    let waits = try eventually {
      outline(try explain("large.wav")).last == "waiting store-full"
    }
    #expect(waits)
    #expect(mounts.mount("-o", "remount,size=16m", disk))
    #expect(eventually { home.inboxIsEmpty })
    daemon.end()
    let events = try explain("q1")
    #expect(outline(events).suffix(2) == ["waited store-full", "recorded q1"])
    #expect(events[events.count - 2].text("until") != nil)
  }

  @Test("IDs that were never given are refused with 66")
  func unknown() throws {
    home.drop("lunch.wav", seed: 1)
    home.ingestOnce()
    for id in ["q2", "t1", "x1"] {
      let outcome = home.organize("explain", id)
      #expect(outcome.status == 66 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("There is no record \(id)."))
    }
  }
}
