import JSON
import TestSupport
import Testing

@Suite("mm-organize: what is asked for and cannot be, or is so already", .fewAtATime)
struct PlainWordsTests {
  private let book = OrganizeBook()

  private func place(_ id: String) throws -> [String?] {
    let place = try book.json("show", id).object?["place"]?.object
    return [place?.text("name"), place?.text("latitude"), place?.text("longitude")]
  }

  @Test("another name keeps the coordinates and says so; --no-coordinates takes them away")
  func coordinates() throws {
    try book.text("add", "10", "--place", "Ofice", "--lat", "25.0330", "--lon", "121.5654")
    let renamed = book.run("edit", "q1", "--place", "Office")
    #expect(renamed.status == 0)
    #expect(renamed.errors.contains("q1 keeps its coordinates 25.0330, 121.5654"))
    #expect(try place("q1") == ["Office", "25.0330", "121.5654"])
    #expect(book.run("organize", "q1", "--place", "Work").status == 0)
    #expect(try place("t1") == ["Work", "25.0330", "121.5654"])
    let bare = book.run("edit", "t1", "--no-coordinates")
    #expect(bare.status == 0 && bare.errors.contains("t1 is without coordinates now"))
    #expect(try place("t1") == ["Work", nil, nil])
    try book.text("edit", "t1", "--place", "Ice 1 (25.1, 121.5)")
    #expect(try place("t1") == ["Ice 1", "25.1", "121.5"])
    try book.text("edit", "t1", "--place", "25.2, 121.6")
    #expect(try place("t1") == ["Ice 1", "25.2", "121.6"])
    for words in [
      ["--place", "Ice 1 (99.5, 200)"], ["--place", "25.1, 200.5"],
    ] {
      let refused = book.run(["edit", "t1"] + words)
      #expect(refused.status == 65 && refused.errors.contains("(at character"), "\(refused.errors)")
    }
    #expect(book.run("edit", "t1", "--no-coordinates", "--lat", "1", "--lon", "2").status == 64)
    #expect(book.run("edit", "t1", "--place", "1.5, 2", "--lat", "1", "--lon", "2").status == 64)
    #expect(book.run("places", "rename", "Ice 1", "25.1, 121.5").status == 65)
    #expect(try place("t1") == ["Ice 1", "25.2", "121.6"])
  }

  @Test("a tag that is typed has no comma, and is not added and taken away at once")
  func tags() throws {
    try book.text("add", "10", "food")
    for words in [
      ["add", "10", "a,b"], ["tag", "q1", "+a，b"], ["edit", "q1", "--tag", "+a、b"],
      ["tags", "rename", "food", "a,b"],
    ] {
      let refused = book.run(words)
      #expect(refused.status == 65, "\(words)")
      #expect(refused.errors.contains("holds no comma, which stands between tags (at character 2)"))
    }
    for words in [["tag", "q1", "+x", "-X"], ["edit", "q1", "--tag", "+x", "--tag", "-x"]] {
      let refused = book.run(words)
      #expect(refused.status == 64 && refused.errors.contains("say one of them"), "\(words)")
    }
    #expect(try book.json("show", "q1").object?.texts("tags") == ["food"])
  }

  @Test("a tag with a comma that a sidecar brought is named, found, kept and taken away")
  func sidecarTag() throws {
    let home = Household()
    home.drop("a.wav", seed: 1, sidecar: #"{"amount": 5, "tags": ["a, b", "c"]}"#)
    home.ingestOnce()
    #expect(home.organize("edit", "q1", "--note", "x").status == 0)
    #expect(try home.json("show", "q1").object?.texts("tags") == ["a, b", "c"])
    #expect(try home.records("list", "--tag", "a, b").count == 1)
    #expect(home.organize("tags", "rename", "a, b", "ab").status == 0)
    #expect(home.organize("undo").status == 0)
    #expect(home.organize("tag", "q1", "-a, b").status == 0)
    #expect(try home.json("show", "q1").object?.texts("tags") == ["c"])
  }

  @Test("what lives needs no restoring, and that is no operation")
  func living() throws {
    try book.text("add", "10")
    try book.text("add", "20")
    let before = try book.text("history", "--json")
    let none = book.run("restore", "q1")
    #expect(none.status == 0 && none.output.isEmpty && none.errors == "note: q1 is not deleted.\n")
    #expect(try book.text("history", "--json") == before)
    try book.text("delete", "q2")
    let one = book.run("restore", "q1", "q2")
    #expect(one.output == "restored q2\n" && one.errors == "note: q1 is not deleted.\n")
    // No number was spent on what was nothing.
    #expect(try book.objects("history")[0]["operation"] == 4)
  }

  @Test("undo and redo take what there is, and say how many")
  func fewer() throws {
    for amount in ["10", "20", "30"] { try book.text("add", amount) }
    let undone = book.run("undo", "40")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(undone.errors.contains("There are only 3, not 40."))
    #expect(undone.output.split(separator: "\n").count == 3)
    #expect(book.run("undo").status == 66)
    #expect(book.run("redo", "5").errors.contains("There are only 3, not 5."))
    #expect(try book.objects("list").count == 3)
  }

  @Test("what was split names its parts where it is to be deleted or made open again")
  func split() throws {
    try book.text("add", "10", "food")
    try book.text("organize", "q1")
    try book.text("split", "t1", "4", "--", "6")
    for verb in ["delete", "reopen"] {
      let refused = book.run(verb, "t1")
      #expect(refused.status == 66)
      #expect(refused.errors.contains("its money is in t2, t3"), "\(refused.errors)")
    }
  }

  @Test("a query brings back what can be, and names the rest with the reason")
  func restored() throws {
    for amount in ["10", "20"] { try book.text("add", amount, "food") }
    try book.text("organize", "q1", "q2")
    try book.text("split", "t1", "4", "--", "6")
    try book.text("delete", "t2", "t4")
    let dry = book.run("restore", "--all", "--dry-run")
    #expect(dry.errors.contains("t1 stays deleted."), "\(dry.errors)")
    let done = book.run("restore", "--all", "--yes")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.errors.contains("t1 stays deleted."), "\(done.errors)")
    #expect(done.errors.contains("its money is in t3, t4"), "\(done.errors)")
    #expect(
      try book.objects("transactions").compactMap { $0.text("id") }.sorted() == ["t2", "t3", "t4"])
    try book.text("undo")
    #expect(try book.objects("transactions").compactMap { $0.text("id") } == ["t3"])
    // All parts deleted: they come back, and not the whole instead of them.
    try book.text("delete", "t3")
    let all = book.run("restore", "--all", "--yes")
    #expect(all.status == 0 && all.errors.contains("t1 stays deleted."), "\(all.errors)")
    #expect(
      try book.objects("transactions").compactMap { $0.text("id") }.sorted() == ["t2", "t3", "t4"])
    // Nothing but what must stay: refused, as by its ID.
    let alone = book.run("restore", "--all", "--yes")
    #expect(alone.status == 65 && alone.errors.contains("t1 cannot be restored"), "\(alone.errors)")
  }
}
