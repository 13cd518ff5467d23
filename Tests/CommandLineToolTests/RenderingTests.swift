import JSON
import Testing

@testable import CommandLineTool

@Suite("What a program prints")
struct RenderingTests {
  @Test("columns line up by what a terminal shows, and colour takes no room")
  func table() {
    var table = Table([.left, .right, .left])
    table.add([Table.Cell("午餐"), Table.Cell("1.00", paint: { "<\($0)>" }), Table.Cell("x")])
    table.add([Table.Cell("tea"), Table.Cell("120.00"), Table.Cell("")])
    #expect(table.lines() == ["午餐    <1.00>  x", "tea   120.00"])
    #expect(table.lines(indent: 2).allSatisfy { $0.hasPrefix("  ") })
  }

  @Test("colour is there always, never, or on a terminal")
  func paint() {
    #expect(Paint(.always, isTerminal: false).colored("a", .red) == "\u{1B}[31ma\u{1B}[0m")
    #expect(Paint(.never, isTerminal: true).bold("a") == "a")
    #expect(Paint(.auto, isTerminal: false).dim("a") == "a")
  }

  @Test("an error has a status, a code, a sentence and a hint; as text it sends nothing to obey")
  func failure() {
    let failure = Failure(.notFound, "no-store", "No \u{1B}[2J.", hint: "Make one.")
    #expect(
      failure.json == [
        "error": [
          "code": "no-store", "status": 66, "message": "No \u{1B}[2J.", "hint": "Make one.",
        ]
      ])
    #expect(failure.text(program: "demo") == "demo: No \\u{1b}[2J.\nMake one.\n")
    #expect(
      Failure(.usage, "usage", "No.").json.object?["error"]?.object?["hint"] == JSONValue.null)
  }

  @Test("every exit status has one meaning, in the order of the numbers")
  func statuses() {
    let numbers = ExitStatus.meanings.map(\.status.rawValue)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
  }
}
