import JSON
import Linux
import Text

/// The two streams of a program. A reader of standard output who goes away ends the program quietly, as it does for
/// any filter.
public struct Output: Sendable {
  public let isTerminal: Bool
  /// How wide the terminal on standard output is; nil where there is none, and lines are as long as they are.
  public let columns: Int?
  private let isJSON: Bool

  public init(json: Bool) {
    isJSON = json
    isTerminal = standardOutputIsTerminal()
    columns = isTerminal ? standardOutputColumns() : nil
  }

  /// Answers go to standard output.
  public func write(_ text: String) throws(Failure) {
    do throws(SystemError) {
      try writeStandardOutput(Array(text.utf8))
    } catch {
      if error.code == .brokenPipe { CurrentProcess.exit(ExitStatus.done.rawValue) }
      throw Failure(.inputOutput, "output", "The answer cannot be written: \(error.code).")
    }
  }

  public func line(_ text: String = "") throws(Failure) { try write(text + "\n") }

  /// The one JSON document of a command.
  public func write(_ document: JSONValue) throws(Failure) {
    let text = document.text(.indented)
    try write((isTerminal ? text.safeJSON : text) + "\n")
  }

  /// What somebody should know who got an answer all the same.
  public func note(_ text: String) {
    let note: JSONValue = ["note": .string(text)]
    writeStandardError((isJSON ? note.text().safeJSON : wrapped("note: \(text.visible)")) + "\n")
  }

  private func wrapped(_ text: String) -> String {
    text.wrapped(to: standardErrorIsTerminal() ? standardErrorColumns() : nil)
      .joined(separator: "\n")
  }

  /// Everything else goes to standard error.
  public func report(_ failure: Failure, program: String) {
    if isJSON { return writeStandardError(failure.json.text().safeJSON + "\n") }
    for line in failure.lines(program: program) { writeStandardError(wrapped(line) + "\n") }
  }
}
