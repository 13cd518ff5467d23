import Records
import Storage
import Testing

@testable import Organizing

@Suite("What a purge may take")
struct PurgeRulesTests {
  private let now = Instant(seconds: 1_796_040_000)

  private func id(_ text: String) throws -> RecordID { try #require(RecordID(text)) }

  /// Each ID with the days since it was deleted or set aside; `held` are in quarantine still.
  private func judge(
    _ choice: PurgeChoice, _ days: [String: Int64], held: Set<String> = [],
    links: [(String, String)] = [], heirs: [(String, String)] = [],
    trash: Duration? = .seconds(90 * 86_400),
    quarantine: Duration? = nil
  ) throws -> (groups: [[String]], refused: [Refusal]) {
    var discarded: [RecordID: Discarded] = [:]
    for (text, days) in days {
      let id = try id(text)
      discarded[id] = Discarded(
        id: id, isHeld: held.contains(text),
        since: Instant(seconds: now.seconds - days * 86_400), bytes: 1)
    }
    let judgement = PurgeRules(
      discarded: discarded, links: try links.map { (try id($0.0), try id($0.1)) },
      heirs: try heirs.map { (try id($0.0), try id($0.1)) },
      retention: Retention(trash: trash, quarantine: quarantine), now: now
    ).judge(choice)
    return (
      judgement.groups.map { $0.map(\.description) }, judgement.refused.map(\.why)
    )
  }

  @Test("after 90 days, to the day, a deleted record may go; what is held never does")
  func expired() throws {
    let days: [String: Int64] = ["q1": 89, "q2": 90, "t3": 91, "x4": 90, "x5": 10_000]
    let judged = try judge(.expired, days, held: ["x5"])
    #expect(judged.groups == [["q2"], ["t3"], ["x4"]])
    #expect(judged.refused.isEmpty)
  }

  @Test("what is held goes after a time of its own, if there is one")
  func held() throws {
    let days: [String: Int64] = ["x1": 29, "x2": 30, "x3": 30]
    let judged = try judge(
      .expired, days, held: ["x1", "x2"], trash: nil, quarantine: .seconds(30 * 86_400))
    #expect(judged.groups == [["x2"]])
    #expect(try judge(.everything, days, held: ["x1", "x2"]).groups == [["x3"]])
  }

  @Test("a transaction and what it was made of go together, once the last of them may")
  func groups() throws {
    let links = [("t1", "q1"), ("t1", "q2"), ("t2", "q2")]
    let old: [String: Int64] = ["t1": 100, "t2": 100, "q1": 100, "q2": 100]
    #expect(try judge(.expired, old, links: links).groups == [["q1", "q2", "t1", "t2"]])
    let young = old.merging(["q2": 3]) { $1 }
    #expect(try judge(.expired, young, links: links).groups.isEmpty)
    #expect(try judge(.expired, young, links: links).refused.isEmpty)
    let live = old.filter { $0.key != "q2" }
    let judged = try judge(.expired, live, links: links)
    #expect(judged.groups.isEmpty)
    #expect(judged.refused == [.linked(try id("q1"), to: try id("q2"))])
  }

  @Test("of what is named, all of a group has to be, and none may be live or held")
  func named() throws {
    let days: [String: Int64] = ["t1": 1, "q1": 1, "x1": 1]
    func these(_ names: String...) throws -> (groups: [[String]], refused: [Refusal]) {
      try judge(
        .these(try names.map(id)), days, held: ["x1"], links: [("t1", "q1")])
    }
    #expect(try these("q1", "t1").groups == [["q1", "t1"]])
    #expect(try these("t1").refused == [.linked(try id("t1"), to: try id("q1"))])
    #expect(try these("x1").refused == [.held(try id("x1"))])
    #expect(try these("q9").refused == [.notDeleted(try id("q9"))])
  }

  @Test("a whole goes with its parts, and is not asked about while one of them lives")
  func heirs() throws {
    let heirs = [("t1", "t2"), ("t1", "t3"), ("t3", "t4")]
    let old: [String: Int64] = ["t1": 100, "t2": 100, "t3": 100, "t4": 100]
    #expect(try judge(.expired, old, heirs: heirs).groups == [["t1", "t2", "t3", "t4"]])
    // Nobody has thrown away what was split or merged.
    let superseded: [String: Int64] = ["t1": 100, "t3": 100]
    let judged = try judge(.everything, superseded, heirs: heirs)
    #expect(judged.groups.isEmpty && judged.refused.isEmpty)
    // A part that somebody has deleted is.
    let part = superseded.merging(["t2": 100]) { $1 }
    #expect(
      try judge(.expired, part, heirs: heirs).refused == [.linked(try id("t2"), to: try id("t4"))])
    #expect(try judge(.these([try id("t1")]), superseded, heirs: heirs).groups.isEmpty)
  }
}
