import TestSupport
import Testing
import Text

@Suite("What --help says", .fewAtATime)
struct HelpWidthTests {
  private func help(_ program: String, _ words: [String] = []) -> String {
    let outcome = BuiltProgram.run(
      BuiltProgram.path(program), words + ["--help"], environment: [:])
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return outcome.output
  }

  /// As the help of the program lists them: `tags [list]` is a command of two words.
  private func commands(_ help: String) -> [[String]] {
    let section = help.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
    return section.filter { $0.hasPrefix("  ") && $0.dropFirst(2).first != " " }.map { line in
      var words: [String] = []
      for part in line.split(separator: " ").prefix(2) {
        let word = String(part.drop { $0 == "[" }.prefix { $0 != "]" })
        guard word.allSatisfy({ $0.isLowercase || $0 == "-" }) else { break }
        words.append(word)
      }
      return words
    }.filter { !$0.isEmpty }
  }

  @Test("no line of it is wider than 80 columns")
  func width() {
    let program = help("mm-organize")
    let commands = commands(program)
    #expect(commands.count > 30 && commands.contains(["quarantine", "list"]))
    var texts = [program, help("mm-ingestd")]
    for words in commands { texts.append(help("mm-organize", words)) }
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.displayWidth <= 80, "\(line)")
    }
    // What was asked for is what is told of.
    #expect(texts.contains { $0.hasPrefix("Usage: mm-organize quarantine fix ID") })
  }
}
