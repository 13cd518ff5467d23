import JSON
import Text

/// An error as it reaches a person or a script: an exit status, a stable code, a sentence, and what to do.
public struct Failure: Error, Hashable, Sendable {
  public let status: ExitStatus
  /// A stable word for scripts: `usage`, `no-such-record`.
  public let code: String
  public let message: String
  public let hint: String?

  public init(_ status: ExitStatus, _ code: String, _ message: String, hint: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// A wrong command line without a hint of its own points to the help of its command.
  public func pointingToHelp(of program: String, command: String?) -> Failure {
    guard status == .usage, hint == nil else { return self }
    let words = ([program] + (command.map { [$0] } ?? [])).joined(separator: " ")
    return Failure(
      status, code, message,
      hint: command == nil
        ? "Run '\(words) --help' for the whole list."
        : "Run '\(words) --help' for what it takes.")
  }

  /// `{"error": {code, status, message, hint}}`.
  public var json: JSONValue {
    [
      "error": [
        "code": .string(code), "status": .integer(status.rawValue), "message": .string(message),
        "hint": JSONValue(hint),
      ]
    ]
  }

  /// The lines for standard error. Names and values in a sentence come from outside, so a terminal never obeys them.
  public func lines(program: String) -> [String] {
    ["\(program): \(message.visible)"] + (hint.map { [$0.visible] } ?? [])
  }
}
