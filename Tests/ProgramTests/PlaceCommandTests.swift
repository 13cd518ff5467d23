import JSON
import Records
import TestSupport
import Testing

@Suite("mm-organize places")
struct PlaceCommandTests {
  private let book = OrganizeBook()

  private func configure(_ gazetteer: String) -> [String: String] {
    writeFile(book.folder["places.csv"], gazetteer)
    return ["MONEYMOM_FILES_GAZETTEER": book.folder["places.csv"]]
  }

  private func fill() throws {
    try book.text(
      "add", "10", "--place", "Ice Monster", "--lat", "25.0331", "--lon", "121.5654", "--at",
      "2026-11-30T12:00+08:00")
    try book.text("add", "20", "--place", "ICE MONSTER")
    try book.text("add", "30", "--lat", "25.0335", "--lon", "121.5654")
    try book.text("add", "40", "--place", "Office")
  }

  @Test("near coordinates or a record: the past first, then the gazetteer, with distances")
  func near() throws {
    try fill()
    let environment = configure("name,latitude,longitude\n\"Next, door\",25.0330,121.5655\n")
    let found = try #require(
      try book.json("places", "near", "25.0330,121.5654", environment: environment).array)
    #expect(
      found.compactMap { $0.object?.text("name") } == ["ICE MONSTER", "Office", "Next, door"])
    #expect(found[0].object?["meters"] == 11)
    #expect(found[0].object?["times"] == 2)
    #expect(found[1].object?["meters"] == .null)
    #expect(found[2].object?.text("source") == "gazetteer")
    let text = try book.text("places", "near", "q3", environment: environment)
    #expect(text.hasPrefix("ICE MONSTER  40 m  2 times    25.0331, 121.5654\n"), "\(text)")
    #expect(try book.error("places", "near", "q4").error.text("code") == "no-coordinates")
    #expect(book.run("places", "near", "q9").status == 66)
    #expect(book.run("places", "near", "here").status == 64)
    #expect(book.run("places", "near", "-33.86,151.20").output == "Office  1 time\n")
  }

  @Test("search finds a part of the name, far away too")
  func search() throws {
    try fill()
    let environment = configure("Café Monstre,48.8540,2.3326\n")
    #expect(
      try book.text("places", "search", "MONST", environment: environment)
        == "ICE MONSTER   2 times    25.0331, 121.5654\nCafé Monstre  gazetteer  48.8540, 2.3326\n")
    #expect(try book.text("places", "search", "nobody") == "No known place fits.\n")
    #expect(book.run("places", "search", " ").status == 64)
  }

  @Test("a gazetteer that cannot be read is named with its line, and keeps nobody from a record")
  func faulty() throws {
    try fill()
    let environment = configure("A,1,2\nB,1\n")
    let refused = book.run(["places", "search", "a"], environment: environment)
    #expect(refused.status == 78)
    #expect(refused.errors.contains("places.csv:2: A line has"), "\(refused.errors)")
    let missing = book.run(
      ["places", "near", "1,2"], environment: ["MONEYMOM_FILES_GAZETTEER": "/proc/nonexistent"])
    #expect(missing.status == 78)
    let shown = book.run(["show", "q3"], environment: environment)
    #expect(shown.status == 0)
    #expect(shown.errors.hasPrefix("note: \(book.folder["places.csv"]):2: "), "\(shown.errors)")
    #expect(shown.output.contains("near         ICE MONSTER, 40 m away"), "\(shown.output)")
  }

  @Test("bare coordinates are shown with the known place beside them, and named ones alone")
  func shown() throws {
    try fill()
    #expect(try book.text("show", "q3").contains("near         ICE MONSTER, 40 m away"))
    #expect(try !book.text("show", "q1").contains("away"))
  }

  @Test("names are listed with counts and totals, renamed and merged, and taken back")
  func names() throws {
    try fill()
    try book.text("organize", "q1")
    #expect(
      try book.objects("places").map { $0.text("place") } == ["ICE MONSTER", "Office"]
        || book.objects("places").map { $0.text("place") } == ["Ice Monster", "Office"])
    #expect(try book.objects("places")[0]["expense"] == ["TWD": "10.00"])
    #expect(book.run("places", "rename", "office", "ice monster").status == 65)
    #expect(book.run("places", "rename", "nowhere", "x").status == 66)
    try book.text("places", "merge", "office", "ice monster", "冰館", "--yes")
    #expect(try book.objects("places").map { $0.text("place") } == ["冰館"])
    #expect(try book.text("places") == "冰館  3  2 open, expense TWD 10.00\n")
    #expect(
      try book.json("show", "t1").object?["place"]?.object?.text("latitude") == "25.0331")
    try book.text("undo")
    #expect(try book.objects("places").count == 2)
  }
}
