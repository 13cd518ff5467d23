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
    try read(loop, until: "q quit\r\n")
    let first = milliseconds(ContinuousClock.now - start)
    var times: [String: [Double]] = [:]
    func time(_ name: String, _ keys: String, until text: String) throws {
      let start = ContinuousClock.now
      try loop.press(keys)
      try read(loop, until: text)
      times[name, default: []].append(milliseconds(ContinuousClock.now - start))
    }
    for _ in 0..<50 {
      try time("save", "\r", until: "q quit\r\n")
      try time("skip", "s", until: "q quit\r\n")
      try time("back", "b", until: "q quit\r\n")
      try time("undo", "u", until: "q quit\r\n")
      try time("field", "t", until: "tags> ")
      // The line editor writes only what is new, behind a move of its cursor.
      try time("tab", "777-\t", until: "tag")
      try time("leave", "\u{3}", until: "q quit\r\n")
      try time("place", "p", until: "place> ")
      try time("tab", "777 P\t", until: "lace")
      try time("leave", "\u{3}", until: "q quit\r\n")
      try time("skip", "s", until: "q quit\r\n")
    }
    print(
      "the guided loop, from a key to its screen, \(records) records of which \(open) are open:")
    print("  first screen after the start \(rounded(first)) ms")
    for (name, all) in times.sorted(by: { $0.key < $1.key }) {
      let line = "median \(rounded(quantile(all, 0.5))) ms, worst \(rounded(all.max() ?? 0)) ms"
      print("  \(name): \(line) (at most 50)")
    }
  }

  static func read(
    _ loop: borrowing ProgramAtTerminal, until text: String
  ) throws {
    var seen: [UInt8] = []
    let wanted = Array(text.utf8)
    while !ends(seen, with: wanted) {
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
  private static func ends(_ bytes: [UInt8], with text: [UInt8]) -> Bool {
    bytes.count >= text.count
      && (0...bytes.count - text.count).contains { bytes[$0..<$0 + text.count].elementsEqual(text) }
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
