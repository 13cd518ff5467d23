import JSON
import Linux
import Records
import Storage
import TestSupport
import Testing

/// Records of a test, and mm-organize at a terminal to walk through them.
struct LoopBook {
  let book = OrganizeBook()
  static let keys = "q quit"

  /// Captured by the daemon at a minute past noon, the later the greater the number.
  @discardableResult
  func capture(
    _ number: Int, amount: Int64?, tags: [String] = ["food"], note: String? = nil,
    place: Place? = nil, review: [ReviewNote] = []
  ) throws -> RecordID {
    let minute = number < 10 ? "0\(number)" : "\(number)"
    let moment = try MomentReader(zone: .fixed(0), now: OrganizeBook.noon)
      .read("2026-11-30T12:\(minute):00+08:00").moment
    return try book.capture(
      RecordFields(
        amount: amount.flatMap { Money(minorUnits: $0 * 100, currency: .twd) },
        tags: tags.map { try Tag($0) }, note: note, capturedAt: moment, place: place),
      review: review)
  }

  func start(
    _ words: String..., environment: [String: String] = [:], columns: Int = 80
  ) -> TerminalProgram {
    var variables = [
      "XDG_CONFIG_HOME": book.folder.path, "MONEYMOM_STORE": book.store, "TZ": "Asia/Taipei",
    ]
    variables.merge(environment) { $1 }
    return TerminalProgram(
      BuiltProgram.path("mm-organize"), words, environment: variables, columns: columns)
  }

  /// What an audit says, but that no memo led to these records, which is so.
  func problems() throws -> [String] {
    let audit = try JSONReader.read(Array(book.run("audit", "--json").output.utf8))
    let problems = try #require(audit.object?["problems"]?.array)
    return problems.compactMap { $0.object?["code"]?.string }.filter { $0 != "outcome-missing" }
  }

  func transactions() throws -> [Transaction] {
    try book.openStore().read { try $0.transactions(RecordQuery(.all)) }
  }

  func open() throws -> [RecordID] {
    try book.openStore().read { try $0.openQuickRecords() }
  }
}
