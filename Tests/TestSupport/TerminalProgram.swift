import Glibc
import Linux

/// A program at a terminal of its own: what it writes is laid out as on a screen, and keys are pressed once what they answer
/// is to be seen. It is killed and reaped with its last reference.
public final class TerminalProgram {
  private var program: ProgramAtTerminal
  private var screen: TerminalScreen
  /// The first line that is written after the keys that were pressed last.
  private var seen = 0
  /// Everything that was written, byte for byte.
  public private(set) var written: [UInt8] = []

  public init(
    _ name: String, _ arguments: [String], environment: [String: String] = [:],
    columns: Int = 80
  ) {
    var all = ["LANG": "C.UTF-8", "TERM": "vt100"]
    for name in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"] {
      all[name] = getenv(name).map { String(cString: $0) }
    }
    all.merge(environment) { $1 }
    do throws(SystemError) {
      program = try ProgramAtTerminal(name, arguments, environment: all, columns: columns)
    } catch { preconditionFailure("\(name) cannot be started: \(error)") }
    screen = TerminalScreen(columns: columns)
  }

  /// All lines so far.
  public var lines: [String] { screen.lines }

  /// Returns once such a text ends what was written last, and was written since keys were pressed; false where the program
  /// is over, or nothing more comes for a minute, without.
  public func shows(_ end: String) -> Bool {
    reads {
      guard let last = screen.lines.lastIndex(where: { !$0.isEmpty }), last >= seen else {
        return false
      }
      return screen.lines[last].hasSuffix(end)
    }
  }

  /// Presses keys once the text is there that they answer. `staysInLine` says that these keys end no line.
  public func answer(_ end: String, _ keys: String, staysInLine: Bool = false) -> Bool {
    answer(end, bytes: Array(keys.utf8), staysInLine: staysInLine)
  }

  public func answer(_ end: String, bytes keys: [UInt8], staysInLine: Bool = false) -> Bool {
    guard shows(end) else { return false }
    let row = screen.cursorRow
    seen = staysInLine || screen.lines[row].isEmpty ? row : row + 1
    return (try? program.press(keys)) != nil
  }

  private func reads(until condition: () -> Bool) -> Bool {
    while !condition() {
      guard let bytes = program.read() else { return condition() }
      written += bytes
      screen.take(bytes[...])
    }
    return true
  }

  /// Presses keys before what they answer is there to be seen.
  public func press(_ keys: String) -> Bool { (try? program.press(keys)) != nil }

  public var editsLines: Bool { program.editsLines }
  public func signal(_ number: Int32) { kill(program.identifier, number) }

  /// Reads to its end; the exit status, or 128 and the number of the signal that ended it.
  public func end() -> Int32 {
    _ = reads { false }
    return program.wait()
  }
}
