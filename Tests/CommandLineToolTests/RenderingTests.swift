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
    #expect(failure.lines(program: "demo") == ["demo: No \\u{1b}[2J.", "Make one."])
    #expect(
      Failure(.usage, "usage", "No.").json.object?["error"]?.object?["hint"] == JSONValue.null)
  }

  @Test("long lines are broken at spaces, commands in quotes never, and columns stay aligned")
  func wrapping() {
    let text =
      "Let it change q1: 'mm-organize quarantine fix x1'; or let it go: 'mm-organize quarantine drop x1'."
    #expect(text.wrapped(to: nil) == [text])
    #expect(
      text.wrapped(to: 40) == [
        "Let it change q1:", "'mm-organize quarantine fix x1'; or let",
        "it go: 'mm-organize quarantine drop x1'.",
      ])
    #expect(text.wrapped(to: 3).joined(separator: " ") == text)
    #expect(
      "the sidecar's amount isn't there".wrapped(to: 20) == ["the sidecar's amount", "isn't there"])
    var table = Table([.left, .left])
    table.add([Table.Cell("cure"), Table.Cell("one two three four five six", wraps: true)])
    table.add([Table.Cell("type"), Table.Cell("a command that is not to be broken")])
    #expect(
      table.lines(columns: 26) == [
        "cure  one two three four", "      five six", "type  a command that is not to be broken",
      ])
  }

  @Test("text without spaces is parted where it is too wide, each part within the columns")
  func wideText() {
    let place = "臺北市大安區忠孝東路四段二百五十號一樓咖啡廳"
    let lines = "at \(place) again".wrapped(to: 21)
    #expect(lines == ["at", "臺北市大安區忠孝東路", "四段二百五十號一樓咖", "啡廳 again"])
    #expect(place.wrapped(to: 21).joined() == place)
    #expect("'play \(place)'".wrapped(to: 20) == ["'play \(place)'"])
    let word = String(repeating: "x", count: 30)
    #expect(word.wrapped(to: 20) == [word])
  }

  @Test("a name with several spaces in a row is shown as it is, in a command and elsewhere")
  func runsOfSpaces() {
    let command = "'mm-organize quarantine fix x1 --sidecar \"a  b   c.json\"'"
    let text = "Say which  sidecar is right: \(command), or let it go."
    #expect(
      text.wrapped(to: 40) == ["Say which  sidecar is right:", command + ",", "or let it go."])
    for text in [text, "  two before, and   three", "one behind that is long enough "] {
      for width in [20, 24, 30] {
        #expect(text.wrapped(to: width).joined(separator: " ") == text)
      }
    }
  }

  @Test("a wrong command line points to the help of its command, unless it has a better hint")
  func help() {
    let failure = Failure(.usage, "usage", "No.")
    #expect(
      failure.pointingToHelp(of: "demo", command: "list").hint
        == "Run 'demo list --help' for what it takes.")
    #expect(
      failure.pointingToHelp(of: "demo", command: nil).hint
        == "Run 'demo --help' for the whole list.")
    let other = Failure(.usage, "usage", "No.", hint: "Do.")
    #expect(other.pointingToHelp(of: "demo", command: nil) == other)
    #expect(Failure(.badData, "x", "No.").pointingToHelp(of: "demo", command: nil).hint == nil)
  }

  @Test("every exit status has one meaning, in the order of the numbers")
  func statuses() {
    let numbers = ExitStatus.meanings.map(\.status.rawValue)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
  }
}
