import Linux

/// Asks somebody at a terminal before what cannot be undone.
public enum Confirmation {
  /// Whether the answer is yes. Anything else, also the end of the input, is no. The question goes to standard error.
  public static func ask(_ question: String) -> Bool {
    writeStandardError("\(question) [y/N] ")
    guard let answer = readLine() else {
      writeStandardError("\n")
      return false
    }
    return ["y", "yes"].contains(answer.lowercased())
  }

  public static var isPossible: Bool { standardInputIsTerminal() && standardErrorIsTerminal() }
}
