import Linux
import Organizing
import Records
import Storage

/// How long the guided loop takes from a key to the screen that answers it, in a store of many records, at a terminal.
enum Prompts {
  static let records = 100_000
  static let open = 5_000

  static func run() throws {
    let shop = try Workshop("prompts")
    try fill(shop.store)
    let start = ContinuousClock.now
    let loop = try ProgramAtTerminal(
      try Workshop.program("mm-organize"), ["organize"],
      environment: [
        "MONEYMOM_STORE": shop.store, "XDG_CONFIG_HOME": shop.path, "NO_COLOR": "1",
        "TERM": "vt100", "LANG": "C.UTF-8", "TZ": "UTC",
      ])
    let first = milliseconds(
      try read(loop, until: "\r\n  note ", then: "q quit\r\n") - start)
    var times: [String: [Double]] = [:]
    // The keys are told when Enter counts, which is a moment after a new record is there.
    func time(_ name: String, _ keys: String, until text: String, isNew: Bool = false) throws {
      let start = ContinuousClock.now
      try loop.press(keys)
      let end = try read(loop, until: isNew ? "\r\n  note " : text, then: isNew ? text : "")
      times[name, default: []].append(milliseconds(end - start))
    }
    for _ in 0..<50 {
      try time("save", "\r", until: "q quit\r\n", isNew: true)
      try time("skip", "s", until: "q quit\r\n", isNew: true)
      try time("back", "b", until: "q quit\r\n", isNew: true)
      try time("undo", "u", until: "q quit\r\n", isNew: true)
      try time("field", "t", until: "tags> ")
      // The line editor writes only what is new, behind a move of its cursor.
      try time("tab", "777-\t", until: "tag")
      try time("leave", "\u{3}", until: "q quit\r\n")
      try time("place", "p", until: "place> ")
      try time("tab", "777 P\t", until: "lace")
      try time("leave", "\u{3}", until: "q quit\r\n")
      try time("skip", "s", until: "q quit\r\n", isNew: true)
    }
    print(
      "the guided loop, from a key to its screen, \(records) records of which \(open) are open:")
    print("  first screen after the start \(rounded(first)) ms")
    for (name, all) in times.sorted(by: { $0.key < $1.key }) {
      let line = "median \(rounded(quantile(all, 0.5))) ms, worst \(rounded(all.max() ?? 0)) ms"
      print("  \(name): \(line) (at most 50)")
    }
  }

  /// When the text was there; returns once the further one is there behind it.
  @discardableResult
  static func read(
    _ loop: borrowing ProgramAtTerminal, until text: String, then further: String = ""
  ) throws -> ContinuousClock.Instant {
    var seen: [UInt8] = []
    var met: ContinuousClock.Instant?
    var wanted = Array(text.utf8)
    while true {
      if let end = end(of: wanted, in: seen) {
        let now = met ?? ContinuousClock.now
        guard met == nil, !further.isEmpty else { return now }
        met = now
        seen.removeFirst(end)
        wanted = Array(further.utf8)
        continue
      }
      guard let more = loop.read() else {
        throw Unanswered(wanted: text, seen: String(decoding: seen.suffix(2000), as: UTF8.self))
      }
      seen += more
    }
  }

  private struct Unanswered: Error {
    let wanted: String
    let seen: String
  }

  /// Behind it may stand what a line editor writes to place its cursor.
  private static func end(of text: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= text.count else { return nil }
    return (0...bytes.count - text.count)
      .first { bytes[$0..<$0 + text.count].elementsEqual(text) }.map { $0 + text.count }
  }

  /// A thousand tags and as many places, over ten years.
  private static func fill(_ path: String) throws {
    let store = try Store(at: StorePaths(root: path), .createIfMissing)
    let rules = OrganizingRules(
      type: .expense, amounts: AmountReader(configured: .twd), zone: .fixed(0))
    let began = Instant(seconds: 1_480_000_000)
    for group in 0..<100 {
      var ids: [RecordID] = []
      let now = began.advanced(by: .seconds(group * 3_153_600))
      try store.write { writer in
        try writer.operation(.capture, by: .ingest, at: now) {
          for number in 0..<records / 100 {
            let value = group * 1000 + number
            let at = Instant(seconds: now.seconds + Int64(number * 3000))
            ids.append(
              try writer.insert(
                NewQuickRecord(
                  uuid: UUID(milliseconds: at.milliseconds), fields: try fields(value, at),
                  createdAt: at)))
          }
        }
      }
      let organized = ids.prefix(group < 100 - open / 1000 ? 1000 : 0)
      if !organized.isEmpty {
        let organizer = Organizer(store: store, rules: rules, now: now)
        _ = try organizer.organize(Array(organized), FieldChanges())
      }
    }
  }

  private static func fields(_ value: Int, _ at: Instant) throws -> RecordFields {
    RecordFields(
      amount: Money(minorUnits: Int64(100 + value % 90_000), currency: .twd),
      tags: [try Tag("\(value % 1000)-tag"), try Tag("common\(value % 7)")],
      capturedAt: .time(Timestamp(at, offset: 0)),
      place: Place(name: "\(value * 7 % 1000) Place", coordinates: nil))
  }
}
