import JSON
import TestSupport
import Testing

@Suite("mm-organize split, merge and refunds")
struct SplitCommandTests {
  private let home = Household()

  private func total() throws -> String? {
    try home.json().object?["month"]?.object?["expense"]?.object?.text("TWD")
  }

  private func capture(_ name: String, _ seed: UInt64, _ sidecar: String) {
    home.drop(name, seed: seed, sidecar: sidecar)
    #expect(home.ingestOnce().status == 0)
  }

  @Test("R06: a receipt is split with the words of the command line, and put together again")
  func split() throws {
    capture("lunch.wav", 1, #"{"amount": "120", "tags": ["trip"]}"#)
    #expect(home.organize("organize", "q1").status == 0)
    let dry = home.organize("split", "t1", "40", "food", "--", "80", "tea", "+nice", "--dry-run")
    #expect(dry.status == 0 && dry.output.hasPrefix("would split t1 into:\n"), "\(dry.errors)")
    let wrong = home.organize("split", "t1", "40", "food", "--", "70")
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("TWD 10.00 less than t1"), "\(wrong.errors)")
    #expect(home.organize("split", "t1", "40").status == 64)
    #expect(home.organize("split", "t1", "40", "--").status == 64)
    #expect(home.organize("split", "t1", "40", "--", "80", "--into", "2").status == 64)
    #expect(home.organize("split", "t1", "--into", "1").status == 64)
    #expect(home.organize("split", "q1", "--into", "2").status == 66)
    #expect(home.organize("split", "t9", "--into", "2").status == 66)

    let parts = try home.records("split", "t1", "40", "food", "--", "80", "tea", "+nice")
    #expect(parts.map { $0.text("id") } == ["t2", "t3"])
    #expect(parts.map { $0.texts("tags") } == [["trip", "food"], ["trip", "tea", "nice"]])
    #expect(parts.allSatisfy { $0.text("part_of") == "t1" })
    #expect(try total() == "120.00")
    #expect(try home.records("transactions", "--tag", "trip").count == 2)
    let shown = home.organize("show", "t1").output
    #expect(shown.contains("parts        t2, t3") && shown.contains("state        deleted"))
    #expect(home.organize("transactions").output.contains("part of t1"))
    let restored = home.organize("restore", "t1")
    #expect(restored.status == 65 && restored.errors.contains("t2, t3"), "\(restored.errors)")
    #expect(home.organize("edit", "t1", "--note", "x").errors.contains("t2, t3"))
    #expect(home.organize("reopen", "t2").errors.contains("mm-organize merge t2 t3"))
    #expect(home.organize("edit", "q1", "--note", "x").errors.contains("organised as t2"))
    #expect(home.organize("purge", "--all", "--yes").output == "There is nothing to purge.\n")
    try home.expectSoundStore()

    let merged = home.organize("merge", "t2", "t3")
    #expect(merged.output.hasPrefix("merged t2, t3 into:\n  t1 "), "\(merged.errors)")
    #expect(try total() == "120.00")
    let history = home.organize("history").output
    #expect(history.contains("Put t2, t3 together again: t1 is as it was."), "\(history)")
    #expect(history.contains("Split t1 into t2, t3."))
    #expect(home.organize("undo", "2").status == 0)
    #expect(try home.json("show", "t1").object?["parts"] == [])
    #expect(home.organize("redo", "2").status == 0)
    #expect(try home.records("transactions").map { $0.text("id") } == ["t1"])
    try home.expectSoundStore()
  }

  @Test("R08: three memos of one payment become one transaction with three recordings")
  func merge() throws {
    for number in 1...3 {
      capture("\(number).wav", UInt64(number), #"{"amount": "\#(number)0", "tags": ["food"]}"#)
    }
    capture("usd.wav", 4, #"{"amount": "5", "currency": "USD"}"#)
    #expect(home.organize("organize", "q1", "q2", "q3", "q4").status == 0)
    let mixed = home.organize("merge", "t1", "t4")
    #expect(mixed.status == 65 && mixed.errors.contains("not in one currency"))
    #expect(home.organize("merge", "t1", "T1").status == 64)
    let merged = try #require(try home.records("merge", "t1", "t2", "t3").first)
    #expect(merged.text("amount") == "60.00")
    #expect(merged["recordings"]?.array?.count == 3)
    #expect(merged.texts("merged_from") == ["t1", "t2", "t3"])
    #expect(home.organize("show", "t1").output.contains("merged into  t5"))
    let document = try #require(try home.json("export", "json").object)
    let exported = (document["transactions"]?.array ?? []).compactMap(\.object)
    #expect(exported.map { $0.text("merged_into") } == ["t5", "t5", "t5", nil, nil])
    #expect(home.organize("reopen", "t5").status == 0)
    #expect(try home.records("list").count == 3)
    try home.expectSoundStore()
    #expect(home.organize("undo", "2").status == 0)
    #expect(try home.records("transactions").map { $0.text("id") } == ["t1", "t2", "t3", "t4"])
    try home.expectSoundStore()
  }

  @Test("M12: what came back lowers spending, is no income, and is linked from both sides")
  func refund() throws {
    capture("coat.wav", 1, #"{"amount": "120", "tags": ["clothes"]}"#)
    capture("back.wav", 2, #"{"amount": "50", "tags": ["clothes"], "type": "income"}"#)
    #expect(home.organize("organize", "q1").status == 0)
    #expect(home.organize("organize", "q2", "--refund-of", "t9").status == 66)
    #expect(home.organize("organize", "q2", "--refund-of", "q1").status == 66)
    let back = try #require(try home.records("organize", "q2", "--refund-of", "t1").first)
    #expect(back.text("amount") == "-50.00" && back.text("type") == "expense")
    #expect(try total() == "70.00")
    #expect(try home.json().object?["month"]?.object?["income"] == [:])
    #expect(home.organize("transactions").output.contains("  expense TWD 70.00\n"))
    #expect(home.organize("show", "t1").output.contains("refunds      t2"))
    #expect(home.organize("show", "t2").output.contains("refund of    t1"))
    #expect(home.organize("edit", "t2", "--refund-of", "t1", "--no-refund").status == 64)
    #expect(home.organize("edit", "q2", "--no-refund").status != 0)
    #expect(home.organize("edit", "t2", "--no-refund", "--amount", "50").status == 0)
    #expect(try home.json("show", "t2").object?["refund_of"] == .null)
    #expect(try total() == "170.00")
    #expect(home.organize("edit", "t2", "--refund-of", "t1").status == 0)
    #expect(try home.json("show", "t1").object?.texts("refunds") == ["t2"])
    #expect(home.organize("delete", "t1").status == 0)
    #expect(home.organize("edit", "t2", "--no-refund").status == 0)
    #expect(home.organize("edit", "t2", "--refund-of", "t1").status == 66)
    try home.expectSoundStore()
  }
}
