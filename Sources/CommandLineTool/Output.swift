import JSON
import Linux
import Text

/// The two streams of a program. A reader of standard output who goes away ends the program quietly, as it does for
/// any filter.
public struct Output: Sendable {
  public let isTerminal: Bool
  private let isJSON: Bool

  public init(json: Bool) {
    isJSON = json
    isTerminal = standardOutputIsTerminal()
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
    writeStandardError((isJSON ? note.text().safeJSON : "note: \(text.visible)") + "\n")
  }

  /// Everything else goes to standard error.
  public func report(_ failure: Failure, program: String) {
    writeStandardError(isJSON ? failure.json.text() + "\n" : failure.text(program: program))
  }
}
