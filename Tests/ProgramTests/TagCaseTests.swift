import JSON
import Records
import TestSupport
import Testing

@Suite("Tags from a recorder, a keyboard and a list of names")
struct TagCaseTests {
  private let home = Household()

  /// The tags as JSON has them.
  private func sidecar(_ tags: String...) -> String {
    let array = JSONValue.array(tags.map { .string($0) })
    return JSONValue.object(["amount": .string("70"), "tags": array]).text()
  }

  private func record(_ sidecar: String, seed: UInt64) throws -> JSONObject {
    home.drop("\(seed).wav", seed: seed, sidecar: sidecar)
    #expect(home.ingestOnce().status == 0)
    return try #require(try home.records("list").last)
  }

  @Test("T01: one tag in two normal forms is one, in a search by either and in the list of names")
  func normalForms() throws {
    _ = try record(sidecar("Caf\u{E9}"), seed: 1)
    _ = try record(sidecar("Cafe\u{301}"), seed: 2)
    _ = try record(sidecar("Cafe\u{301}"), seed: 3)
    for form in ["Caf\u{E9}", "Cafe\u{301}", "CAFE\u{301}"] {
      #expect(try home.records("list", "--tag", form).count == 3)
    }
    #expect(home.organize("organize", "q1", "q2").status == 0)
    let names = try home.records("tags")
    #expect(names.count == 1)
    #expect(names[0]["count"] == 3 && names[0]["open"] == 1)
    #expect(names[0]["expense"] == ["TWD": "140.00"])
    // In the spelling that is used most, which is none of ours.
    #expect(
      try #require(names[0].text("tag")).unicodeScalars.elementsEqual("Cafe\u{301}".unicodeScalars))
    #expect(try home.records("list").last?.texts("tags")[0].unicodeScalars.count == 5)
  }

  @Test("T04: a tag is kept whole from the memo to the list of names, or refused with a reason")
  func whole() throws {
    let tags = ["thème", "食費", "👨‍👩‍👧", "किराया", "\u{301}\u{302}"]
    let kept = try record(
      JSONValue.object(["tags": .array(tags.map { .string($0) })]).text(), seed: 1)
    #expect(kept.texts("tags") == tags)
    #expect(Set(try home.records("tags").compactMap { $0.text("tag") }) == Set(tags))
    let listed = home.organize("tags").output
    for tag in tags { #expect(listed.contains(tag)) }
    // What shows as nothing is not kept, and its record says so.
    let refused = try record(sidecar("\u{3164}", "food"), seed: 2)
    #expect(refused.texts("tags") == ["food"])
    let review = try #require(refused["review"]?.array).compactMap(\.object)
    #expect(review.filter { $0.text("field") == "tags" }.map { $0.text("code") } == ["tag-refused"])
    #expect(home.organize("tag", "q1", "+\u{200D}").status == 65)
    // A mark by itself is no part of the sign before it.
    #expect(home.organize("tag", "q1", "+\u{303}", "-\u{301}\u{302}").status == 0)
    #expect(home.organize("edit", "q1", "--tag", "+\u{304}").status == 0)
    #expect(
      try home.json("show", "q1").object?.texts("tags")
        == ["thème", "食費", "👨‍👩‍👧", "किराया", "\u{303}", "\u{304}"])
  }

  @Test("T07: white space is collapsed, what no terminal should obey is refused with a reason")
  func spaces() throws {
    let kept = try record(sidecar(" a\tb\n", "", "#", "#Dine Out", " \n"), seed: 1)
    #expect(kept.texts("tags") == ["a b", "#", "#Dine Out"])
    #expect(kept["review"] == [])
    let long = String(repeating: "x", count: 5000)
    let refused = try record(sidecar("food", long, "a\u{202E}b"), seed: 2)
    #expect(refused.texts("tags") == ["food"])
    let review = try #require(refused["review"]?.array).compactMap(\.object)
    #expect(review.map { $0.text("code") } == ["tag-refused", "tag-refused"])
    #expect(
      review.map { $0.text("message") } == [
        "A tag has at most 100 characters.",
        "A tag holds no control characters and no invisible marks.",
      ])
    for tag in [long, "a\u{202E}b", "", " \t"] {
      let typed = home.organize("tags", "rename", "food", tag)
      #expect(typed.status == 65, "\(typed.errors)")
      #expect(!typed.errors.unicodeScalars.contains("\u{202E}"))
      #expect(home.organize("tag", "q1", "+\(tag)").status == 65)
    }
    #expect(home.organize("tags", "rename", "#dine  out", "\u{3000}Dine\tIn ").status == 0)
    #expect(try home.records("tags").compactMap { $0.text("tag") }.contains("Dine In"))
  }

  @Test("T07: a name in a store that a terminal would obey is shown escaped, and can be renamed")
  func escaped() throws {
    let book = OrganizeBook()
    let evil = "\u{1B}]0;owned\u{7}\u{202E}"
    try book.capture(
      RecordFields(
        tags: [Tag(storedName: evil, key: evil)], place: Place(name: evil, coordinates: nil)))
    for words in [
      ["tags"], ["places"], ["delete", "--open", "--dry-run"], ["places", "search", "owned"],
    ] {
      let outcome = book.run(words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(#"\u{1b}]0;owned"#), "\(words): \(outcome.output)")
      for scalar in outcome.output.unicodeScalars where scalar != "\n" {
        #expect(![.control, .format].contains(scalar.properties.generalCategory))
      }
    }
    try book.text("places", "rename", evil, "Office")
    #expect(try book.objects("places").map { $0.text("place") } == ["Office"])
  }
}
