import CommandLineTool
import Linux
import Text

/// A text in a temporary file, readable for its owner alone, and the editor that is run on it.
struct TextEditor {
  let path: String
  private let original: String
  private let command: [String]

  /// Writes the text. Nothing is left behind after a throw.
  init(_ text: String, name: String) throws(Failure) {
    original = text
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
    } catch { throw unstarted }
    switch ending {
    case .exited(status: 0): break
    // What a shell says of a program that it cannot start.
    case .exited(status: 126), .exited(status: 127): throw unstarted
    case .exited, .killed:
      throw Failure(
        .inputOutput, "editor", "The editor did not end well, so nothing is changed.",
        hint: leave())
    }
    do throws(SystemError) {
      if let text = try read() { return text }
    } catch {
      guard error.code != .notFound else {
        throw Failure(
          .inputOutput, "editor",
          "The text is gone: the editor has left no \(path), so nothing is changed.")
      }
      throw Failure(error, "editor", "The text cannot be read: \(error.code).", hint: leave())
    }
    throw Failure(
      .badData, "editor", "The text is not UTF-8, or longer than 1 MiB, so nothing is changed.",
      hint: leave())
  }

  /// Nil where it is no UTF-8, or too long.
  private func read() throws(SystemError) -> String? {
    try Descriptor(opening: path, [.noFollow, .nonBlocking]).readAll(limit: 1 << 20)
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  private var unstarted: Failure {
    let name = command.last ?? command[0]
    let kept = leave()
    return Failure(
      .notFound, "editor", "The editor '\(name.visible)' cannot be started, so nothing is changed.",
      hint: ["Name another in the variable VISUAL or EDITOR.", kept].compactMap { $0 }
        .joined(separator: " "))
  }

  func remove() { try? removeFile(path) }

  /// Says where the text is that nothing came of; one that nobody has written in is removed instead.
  func leave() -> String? {
    do throws(SystemError) {
      if try read() == original {
        remove()
        return nil
      }
    } catch { if error.code == .notFound { return nil } }
    return "What you wrote is in \(path)"
  }

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
