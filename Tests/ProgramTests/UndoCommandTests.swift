import JSON
import TestSupport
import Testing

@Suite("mm-organize undo, redo and history", .fewAtATime)
struct UndoCommandTests {
  private let home = Household()

  @Test("what was done is taken back and returned, each step with its words and its exit status")
  func whole() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120, "tags": ["food"]}"#)
    home.drop("tea.wav", seed: 2, sidecar: #"{"amount": 30}"#)
    #expect(home.ingestOnce().status == 0)
    let nothing = home.organize("undo")
    #expect(nothing.status == 66)
    #expect(nothing.errors.contains("Nothing is left to take back."))

    #expect(home.organize("organize", "q1", "q2").status == 0)
    #expect(
      home.organize("undo", "--dry-run").output.contains("would take back 3: Organised q1 as t1"))
    #expect(try home.records("transactions").count == 2)
    let undone = home.organize("undo")
    #expect(undone.status == 0)
    #expect(undone.output.split(separator: "\n").count == 2, "\(undone.output)")
    #expect(undone.output.contains("\ntook back 3: Organised q2 as t2"))
    #expect(try home.records("transactions").isEmpty)
    #expect(try home.records("list").count == 2)
    #expect(home.organize("redo").status == 0)
    #expect(try home.records("transactions").map { $0.text("id") } == ["t1", "t2"])

    let blocked = home.organize("undo", "--op", "1")
    #expect(blocked.status == 65)
    #expect(blocked.errors.contains("because operation 3 (organize) has changed q1 since"))
    #expect(home.organize("undo").status == 0)
    #expect(home.organize("undo", "--op", "1").status == 0)
    #expect(home.organize("show", "q1").status == 66)
    #expect(
      home.organize("explain", "q1").output.contains(
        "Took back operation 1 (capture): q1 is no more."))
    // Its recording is in the archive, and nobody calls that a loss.
    #expect(try home.named(by: "audit").problems == [])
    #expect(home.organize("redo").status == 0)
    #expect(try home.json("show", "q1").object?.text("amount") == "120.00")
    try home.expectSoundStore()
  }

  @Test("a capture is returned by its number, though one that came after it cannot be")
  func returnedByNumber() throws {
    home.drop("tea.wav", seed: 1, sidecar: #"{"amount": 30}"#)
    #expect(home.ingestOnce().status == 0)
    home.drop("lunch.wav", seed: 2, sidecar: #"{"amount": 120, "id": "A"}"#)
    #expect(home.ingestOnce().status == 0)
    #expect(home.organize("redo", "--op", "1").errors.contains("Operation 1 stands"))
    #expect(home.organize("undo", "--op", "1").status == 0)
    #expect(home.organize("undo", "--op", "2").status == 0)
    // The same memo again: operation 2 is in its way now, and was taken back last.
    home.drop("lunch.wav", seed: 2, sidecar: #"{"amount": 120, "id": "A"}"#)
    #expect(home.ingestOnce().status == 0)
    #expect(home.organize("redo").status == 65)
    #expect(home.organize("redo", "--op", "1", "--dry-run").status == 0)
    #expect(home.organize("show", "q1").status == 66)
    let returned = home.organize("redo", "--op", "1")
    #expect(returned.output.contains("returned 1: Recorded tea.wav"), "\(returned.output)")
    #expect(try home.json("show", "q1").object?.text("amount") == "30.00")
    #expect(home.organize("redo", "1", "--op", "1").status == 64)
    #expect(home.organize("redo", "--op", "99").status == 66)
    #expect(try home.named(by: "audit").problems == [])
  }

  @Test("an operation whose own ground was taken back too says which one is to be returned first")
  func returnedTooEarly() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    #expect(home.ingestOnce().status == 0)
    #expect(home.organize("organize", "q1", "--type", "expense").status == 0)
    #expect(home.organize("edit", "t1", "--amount", "5").status == 0)
    #expect(home.organize("edit", "t1", "--note", "x").status == 0)
    #expect(home.organize("undo", "3").status == 0)
    let refused = home.organize("redo", "--op", "4")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("operation 3 (edit)"), "\(refused.errors)")
    #expect(refused.errors.contains("mm-organize redo --op 2"), "\(refused.errors)")
    #expect(home.organize("show", "t1").status == 66)
    for number in ["2", "3", "4"] {
      #expect(home.organize("redo", "--op", number).status == 0)
    }
    #expect(try home.json("show", "t1").object?.text("note") == "x")
    try home.expectSoundStore()
  }

  @Test("a capture that something set aside names is not taken back, and can be deleted")
  func named() throws {
    home.drop("a.wav", seed: 1)
    #expect(home.ingestOnce().status == 0)
    home.drop("b.wav", seed: 1)
    #expect(home.ingestOnce().status == 0)
    let refused = home.organize("undo", "--op", "1")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("x1, which was set aside, names it"))
    #expect(refused.errors.contains("mm-organize delete q1"))
    #expect(home.organize("undo", "--op", "2").errors.contains("(set-aside) cannot be taken back"))
  }

  @Test(
    "over what was given back nothing is returned: the refusal says so, and each cure that one names works",
    arguments: [true, false])
  func givenBack(_ isFixed: Bool) throws {
    if isFixed {
      home.drop("lunch.wav", seed: 1, sidecar: "{")
    } else {
      dropFile("lunch.mp3.json", into: home.inbox, Array(#"{"amount": 120}"#.utf8))
      dropFile("lunch.mp3", into: home.inbox, Array("no sound".utf8))
    }
    #expect(home.ingestOnce().status == 0)
    let cured =
      isFixed
      ? home.organize("quarantine", "fix", "x1", "--amount", "99")
      : home.organize("quarantine", "accept", "x1", "--without-audio")
    #expect(cured.status == 0, "\(cured.errors)")
    #expect(home.organize("undo").status == 0)
    #expect(home.organize("quarantine", "retry", "x1").status == 0)

    let refused = home.organize("redo")
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains(
        "Operation 2 cannot be stepped over, because operation 4 (retry) has changed x1 since. Operation 4 gave files back to their inbox, which cannot be taken back."
      ), "\(refused.errors)")
    #expect(!refused.errors.contains("undo --op"), "\(refused.errors)")
    #expect(home.organize("redo", "--op", "2").errors == refused.errors)
    #expect(home.organize("undo", "--op", "4").status == 65)
    #expect(home.organize("undo").errors.contains("mm-organize history"))
    // It cannot be returned, so nothing says that it can.
    let again = home.organize("undo", "--op", "2")
    #expect(again.status == 65 && !again.errors.contains("redo"), "\(again.errors)")
    #expect(home.organize("history").status == 0)
    #expect(try home.named(by: "audit").problems == [])
  }

  @Test("of several operations in the way, the one that can be taken back first is named")
  func severalInTheWay() throws {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    #expect(home.ingestOnce().status == 0)
    #expect(home.organize("organize", "q1").status == 0)
    #expect(home.organize("edit", "t1", "--amount", "130").status == 0)
    #expect(home.organize("edit", "t1", "--amount", "140").status == 0)
    for number in [4, 3, 2] {
      let refused = home.organize("undo", "--op", "1")
      #expect(
        refused.errors.contains(
          "Take back operation \(number) first: mm-organize undo --op \(number)"),
        "\(refused.errors)")
      #expect(home.organize("undo", "--op", "\(number)").status == 0)
    }
    #expect(home.organize("undo", "--op", "1").status == 0)
    let twice = home.organize("undo", "--op", "1")
    #expect(twice.errors.contains("mm-organize redo --op 1"), "\(twice.errors)")
    #expect(home.organize("redo", "--op", "1").status == 0)
  }

  @Test("the history has the newest first, with what was taken back marked")
  func history() throws {
    home.drop("lunch.wav", seed: 1)
    #expect(home.ingestOnce().status == 0)
    home.organize("delete", "q1")
    home.organize("undo")
    let history = try home.records("history")
    #expect(history.map { $0.text("kind") } == ["undo", "delete", "capture"])
    #expect(history.map { $0["operation"]?.integer } == [3, 2, 1])
    #expect(history.map { $0["undone"]?.bool } == [false, true, false])
    #expect(history.map { $0["of"]?.integer } == [2, nil, nil])
    #expect(history.allSatisfy { $0["records"] == ["q1"] })
    #expect(try home.records("history", "q1", "--last", "1").map { $0.text("kind") } == ["undo"])
    let text = home.organize("history").output
    #expect(
      text.contains("Deleted q1  (taken back by 3)")
        || text.contains("Deleted q1.  (taken back by 3)"))
    #expect(home.organize("history", "q9").status == 66)
    #expect(home.organize("undo", "many").status == 64)
    #expect(home.organize("undo", "2", "--op", "1").status == 64)
    #expect(home.organize("undo", "--op", "x").status == 64)
  }
}
