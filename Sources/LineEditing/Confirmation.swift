import Linux

/// Asks somebody at a terminal before what cannot be undone, or is of many records.
public enum Confirmation {
  /// Whether the answer is yes. Anything else, also the end of the input, is no; Ctrl-C ends this program. The
  /// question goes to standard error. What was typed before it was there counts for nothing, and a paste is no Enter.
  public static func ask(_ question: String, program: String) -> Bool {
    let dialog: TerminalDialog
    do throws(SystemError) {
      dialog = try TerminalDialog(program: program, on: .standardError)
    } catch {
      writeStandardError("\(question) Nobody can be asked at this terminal: \(error.code).\n")
      return false
    }
    dialog.discardTyped()
    let line = dialog.readLine(prompt: "\(question) [y/N] ")
    if case .text(let answer) = line {
      return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
    writeStandardError("\n")
    switch line {
    case .cancelled: dialog.lend { CurrentProcess.end(bySignal: TerminalKeys.interrupt) }
    case .signal(let number): dialog.lend { CurrentProcess.end(bySignal: number) }
    case .end, .text: return false
    }
  }

  public static var isPossible: Bool { standardInputIsTerminal() && standardErrorIsTerminal() }
}
