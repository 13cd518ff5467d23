import CommandLineTool
import Linux
import Records

/// A text in a temporary file, readable for its owner alone, and the editor that is run on it.
struct TextEditor {
  let path: String
  private let command: [String]

  /// Writes the text. Nothing is left behind after a throw.
  init(_ text: String, name: String) throws(Failure) {
    command = try TextEditor.command()
    let folder = CurrentProcess.environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    path =
      "\(folder ?? "/tmp")/moneymom-\(name)-\(String(UInt64.random(in: 0 ... .max), radix: 36)).txt"
    try write(text, [.write, .create, .exclusive, .noFollow])
  }

  func replace(_ text: String) throws(Failure) { try write(text, [.write, .truncate, .noFollow]) }

  private func write(_ text: String, _ options: OpenOptions) throws(Failure) {
    do throws(SystemError) {
      let file = try Descriptor(opening: path, options, mode: 0o600)
      try file.write(Array(text.utf8))
      try file.close()
    } catch {
      throw Failure(error, "editor", "\(path) cannot be written: \(error.code).")
    }
  }

  /// What is in the file once the editor has ended.
  func edit() throws(Failure) -> String {
    let ending: ForegroundProgram.Ending
    do throws(SystemError) {
      ending = try ForegroundProgram.run(command[0], command.dropFirst() + [path])
    } catch {
      throw Failure(error, "editor", "The editor cannot be started: \(error.code).", hint: kept)
    }
    guard ending == .exited(status: 0) else {
      throw Failure(
        .inputOutput, "editor", "The editor did not end well, so nothing is changed.", hint: kept)
    }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Descriptor(opening: path, [.noFollow, .nonBlocking]).readAll(limit: 1 << 20)
    } catch {
      throw Failure(error, "editor", "The text cannot be read: \(error.code).", hint: kept)
    }
    guard let text = bytes.flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw Failure(
        .badData, "editor", "The text is not UTF-8, or longer than 1 MiB, so nothing is changed.",
        hint: kept)
    }
    return text
  }

  func remove() { try? removeFile(path) }

  var kept: String { "What you wrote is in \(path)" }

  /// VISUAL and EDITOR may have arguments, so a shell reads them, as for other programs.
  private static func command() throws(Failure) -> [String] {
    for variable in ["VISUAL", "EDITOR"] {
      if let wish = CurrentProcess.environment(variable), !wish.isEmpty {
        return ["/bin/sh", "-c", "\(wish) \"$@\"", wish]
      }
    }
    for name in ["sensible-editor", "vi", "nano"] {
      if let path = findProgram(name) { return [path] }
    }
    throw Failure(
      .notFound, "editor", "There is no editor: looked for sensible-editor, vi and nano.",
      hint: "Name yours in the variable EDITOR, or install one with 'apt install nano'.")
  }
}
